// The installation that the environment names, for as long as a command takes. A database that runs is joined.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createApp } from '../app.ts';
import { type Config, readEnv } from '../env.ts';
import { createGateways, type Gateways } from '../gateways/gateways.ts';
import { systemClock } from '../platform/clock.ts';
import type { PlatformCtx } from '../platform/context.ts';
import { startEmbeddedDatabase } from '../platform/db/embedded.ts';
import { armFault } from '../platform/faults.ts';
import { createLog } from '../platform/log.ts';
import { loadSecrets, type Secrets } from '../platform/secrets.ts';
import { createFileOnce } from '../platform/write-whole.ts';

/** A sentence for whoever typed the command. */
export class CliError extends Error {}

export type Installation = {
  config: Config;
  database: { url: string; directUrl: string };
  gateways: Gateways;
  secrets: Secrets;
  say(sentence: string): void;
};

/** Runs `work` with the installation. `secret`: the one to put in place first, where there is none. */
export async function withInstallation<T>(work: (installation: Installation) => Promise<T>, secret: string | null = null): Promise<T> {
  const config = readEnv();
  armFault(config.faultPoint);
  const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  if (secret !== null && config.appSecret === null && !existsSync(secretFile(config))) {
    mkdirSync(config.dataDir, { recursive: true });
    createFileOnce(secretFile(config), secret, 0o600);
  }
  const embedded = config.database ? null : await startEmbeddedDatabase({ dataDir: config.dataDir, log: say });
  try {
    const database = config.database ?? { url: embedded?.url ?? '', directUrl: embedded?.url ?? '' };
    const { s3, graphUrl, dataDir } = config;
    const gateways = createGateways({ graphUrl, dataDir, s3: s3 ?? undefined });
    return await work({ config, database, gateways, secrets: loadSecrets(config.appSecret, dataDir), say });
  } finally {
    await embedded?.stop();
  }
}

/** The secret as text; null if this installation has none yet. */
export function secretText({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): string | null {
  if (appSecret !== null) return appSecret;
  const file = secretFile({ dataDir });
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Runs `work` as the server would, with all features, but without serving anybody. */
export async function withProduct<T>(work: (ctx: PlatformCtx) => Promise<T>): Promise<T> {
  return withInstallation(async ({ config, database, gateways, secrets }) => {
    const client = new pg.Client({ connectionString: database.directUrl });
    await client.connect();
    const { rows } = await client.query(`select 1 where to_regclass('public.users') is not null`).finally(() => client.end());
    if (rows.length === 0) throw new CliError('This installation has never been started: start it first.');
    const roles: Config['roles'] = new Set();
    const app = await createApp({
      config: { ...config, roles, cluster: false },
      database,
      gateways,
      secrets,
      log: createLog('error'),
      now: systemClock,
    });
    try {
      return await work(app.base);
    } finally {
      await app.close();
    }
  });
}

function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret');
}
