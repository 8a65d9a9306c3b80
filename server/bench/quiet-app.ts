import { type App, createApp } from '../src/app.ts';
import { createGateways } from '../src/gateways/gateways.ts';
import { createLog } from '../src/platform/log.ts';
import { benchDir, secrets } from './database.ts';

/** The application without a port and without workers. */
export function quietApp(url: string, connections: number): Promise<App> {
  return createApp({
    config: {
      publicUrl: 'http://localhost',
      origins: [],
      roles: new Set(),
      cluster: false,
      databasePool: connections,
      companyRequests: 100,
      companySockets: 1_000,
      userSockets: 30,
      journal: { days: 7, failedDays: 30 },
      metricsToken: null,
      webDist: null,
      checkAnswers: false,
    },
    database: { url, directUrl: url },
    gateways: createGateways({ graphUrl: 'http://127.0.0.1:9', dataDir: benchDir }),
    secrets,
    log: createLog('warn'),
    now: () => new Date(),
  });
}
