import { type App, createApp } from '../src/app.ts';
import { createGateways } from '../src/gateways/gateways.ts';
import { createLog } from '../src/platform/log.ts';
import { appConfig } from '../test/app-config.ts';
import { benchDir, secrets } from './database.ts';

/** The application without a port and without workers. `web`: it answers what is put into it. */
export function quietApp(url: string, connections: number, roles: 'web'[] = []): Promise<App> {
  return createApp({
    config: appConfig({ roles: new Set(roles), databasePool: connections, companyRequests: 10_000, checkAnswers: false }),
    database: { url, directUrl: url },
    gateways: createGateways({ graphUrl: 'http://127.0.0.1:9', dataDir: benchDir }),
    secrets,
    log: createLog('warn'),
    now: () => new Date(),
  });
}
