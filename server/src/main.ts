// Environment, database, gateways, application, listen; and a graceful stop.
import { join } from 'node:path';
import { createApp } from './app.ts';
import { ConfigError, readEnv } from './env.ts';
import { firstStart } from './features/company/sign-up/actions.ts';
import { keepJournalDays } from './features/desk/messages/actions/in/journal-days.ts';
import { sweepUnfinished } from './gateways/files/disk-storage.ts';
import { createGateways } from './gateways/gateways.ts';
import { silenceConsole } from './gateways/whatsapp/web/library-log.ts';
import { systemClock } from './platform/clock.ts';
import { connectionsBeside, connectionsOf } from './platform/db/connections.ts';
import { startDatabaseClock } from './platform/db/database-clock.ts';
import { startEmbeddedDatabase } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { createPool } from './platform/db/pool.ts';
import { armFault, armFaultWhenTold } from './platform/faults.ts';
import { createLog } from './platform/log.ts';
import { hashWeakly } from './platform/passwords.ts';
import { BadSecret, loadSecrets } from './platform/secrets.ts';
import { sweepTempFiles } from './platform/temp-files.ts';

async function main(): Promise<void> {
  const config = readEnv();
  const log = createLog(config.logLevel);
  armFault(config.faultPoint);
  if (config.faultPoint === 'later') armFaultWhenTold();
  if (config.weakPasswords) hashWeakly();
  if (config.roles.has('connections')) silenceConsole();
  const secrets = loadSecrets(config.appSecret, config.dataDir);
  await sweepTempFiles();
  await sweepUnfinished(join(config.dataDir, 'media'), systemClock().getTime());
  const embedded = config.database ? null : await startEmbeddedDatabase({ dataDir: config.dataDir, log: (message) => log.warn(message) });
  const database = config.database ?? { url: embedded?.url ?? '', directUrl: embedded?.url ?? '' };
  await migrate(database.directUrl, undefined, { log: (message) => log.warn(message) });

  const clockPool = createPool(database.directUrl, {
    max: connectionsBeside.clock,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
    applicationName: 'balcao-clock',
  });
  log.info({ connections: connectionsOf(config) }, 'database connections at most');
  const clock = await startDatabaseClock(clockPool.raw, log);

  const gateways = createGateways({
    graphUrl: config.graphUrl,
    whatsappWebUrl: config.whatsappWebUrl,
    dataDir: config.dataDir,
    s3: config.s3 ?? undefined,
    ffmpegPath: config.ffmpegPath ?? undefined,
    mail: config.mail ?? undefined,
    dialogflowUrl: config.dialogflowUrl,
    modelsUrl: config.modelsUrl,
    // The operator may keep a provider of their own in their network.
    http: { allowPrivate: (origin) => config.allowPrivateUrls || origin === new URL(config.modelsUrl).origin },
    pix: config.pix ?? undefined,
  });
  const app = await createApp({ config, database, gateways, secrets, log, now: clock.now });
  await keepJournalDays(app.base);
  const operator = await firstStart(app.base, config.admin);
  if (config.demo) {
    const { seedDemo } = await import('../seed/demo.ts');
    await seedDemo(app.base);
  }
  const port = await app.listen(config.port, config.host);

  const say = (line: string) => process.stdout.write(`${line}\n`);
  if (app.http) say(`\n  Balcão: ${config.publicUrl.replace(/:0$/, `:${port}`)}  (listening on ${config.host}:${port})`);
  if (operator)
    say(`  Sign in as ${operator.email}${operator.password ? ` with the password ${operator.password}  (shown only this once)` : ''}\n`);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const forceExit = setTimeout(() => process.exit(1), 25_000);
    forceExit.unref();
    await app.close();
    clock.stop();
    await clockPool.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // An unhandled rejection is a bug of ours, but no reason to stop the process that everybody works with.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}

main().catch((error: unknown) => {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (error instanceof ConfigError || error instanceof BadSecret) process.stderr.write(`${error.message}\n`);
  else if (code === 'EADDRINUSE') process.stderr.write(`PORT: ${address}:${port} is in use by another program; set PORT to a free one\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
