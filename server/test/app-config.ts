import type { AppParts } from '../src/app.ts';

/** How an application is configured that a test or a measurement starts within its own process. */
export function appConfig(own: Partial<AppParts['config']> & Pick<AppParts['config'], 'roles'>): AppParts['config'] {
  return {
    publicUrl: 'http://localhost',
    origins: [],
    cluster: false,
    databasePool: 4,
    companyRequests: 100,
    companySockets: 1_000,
    userSockets: 30,
    journal: { days: 7, failedDays: 30 },
    metricsToken: null,
    webDist: null,
    checkAnswers: true,
    ...own,
  };
}
