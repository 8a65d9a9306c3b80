// Puts the application together: database pool, hub, sockets, HTTP, workers.
import { setTimeout } from 'node:timers/promises';
import type { PayloadOf } from '@balcao/contract';
import { hearsAll } from '@balcao/contract/access-rules';
import { videoHost, videoPictureHost } from '@balcao/contract/help-rules';
import type { UserView } from '@balcao/contract/users';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from './env.ts';
import { roomName, roomsOf } from './events/rooms.ts';
import { ownerOfDevice } from './features/channels/linked-devices/reads.ts';
import { createAccounts } from './features/company/auth/reads.ts';
import { countCall } from './features/company/system/actions.ts';
import { markOffline, markOnline } from './features/company/users/actions.ts';
import { programsOf } from './features/open/api-keys/reads.ts';
import { createNoticeWatch } from './features/team/notices/actions/watch.ts';
import type { Gateways } from './gateways/gateways.ts';
import { plainFailure, restoredFailure } from './gateways/whatsapp/web/other-processes.ts';
import { type Calls, joinCalls } from './platform/calls.ts';
import { asSystem, type CompanyId, mintCompanyId, type PlatformCtx } from './platform/context.ts';
import { connectionsBeside } from './platform/db/connections.ts';
import { createPool } from './platform/db/pool.ts';
import { createHub } from './platform/facts.ts';
import { createServer } from './platform/http/server.ts';
import { createWaker, notifyOthers, servicesChannel, type Waker } from './platform/jobs/waker.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { Secrets } from './platform/secrets.ts';
import { joinOverRedis } from './platform/sockets/over-redis.ts';
import { createSockets, type Sockets } from './platform/sockets/server.ts';
import { features } from './product.ts';

export type App = {
  base: PlatformCtx;
  http: FastifyInstance | null;
  sockets: Sockets;
  /** Starts the work: requests on the port, jobs from the table. Resolves with the port. */
  listen(port: number, host: string): Promise<number>;
  /** Stops taking work, finishes what is running, then closes all connections. */
  close(): Promise<void>;
};

export type AppParts = {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'origins'
    | 'roles'
    | 'cluster'
    | 'databasePool'
    | 'journal'
    | 'companyRequests'
    | 'companySockets'
    | 'userSockets'
    | 'metricsToken'
    | 'webDist'
    | 'checkAnswers'
  > &
    Partial<Pick<Config, 'redisUrl' | 'databasePrepared'>> & {
      /** Default: what the contract says. */ programCalls?: Record<'key' | 'token', number>;
    };
  database: { url: string; directUrl: string };
  gateways: Gateways;
  secrets: Secrets;
  log: Log;
  now(): Date;
};

/** Nobody waits for these. If the end of a job could not be noted, the job would stay locked, so a busy moment must not be enough for that. */
const jobConnectMs = 30_000;

/** Puts the application together. Opens no port and takes no job before `listen`. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, log, now, secrets, gateways } = parts;
  const metrics = createMetrics();
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const pool = createPool(parts.database.url, { max: config.databasePool, onError, prepared: config.databasePrepared ?? true });
  const working = config.roles.has('worker') || config.roles.has('connections');
  const jobPool = working
    ? createPool(parts.database.directUrl, {
        max: connectionsBeside.jobs,
        onError,
        applicationName: 'balcao-jobs',
        connectMs: jobConnectMs,
      })
    : null;
  const otherWorkers = config.cluster || !working;
  const waker = createWaker(otherWorkers ? (notice) => notifyOthers((jobPool ?? listenPool ?? pool).raw, notice) : null);

  const hub = createHub(
    {
      broadcasters: features.flatMap((feature) => feature.broadcasts ?? []),
      reactions: features.flatMap((feature) => feature.reactions ?? []),
      recorders: features.flatMap((feature) => feature.recorders ?? []),
      jobs: features.flatMap((feature) => feature.jobs ?? []),
    },
    (companyId, broadcast) => {
      sockets.emit(companyId, broadcast);
      noticeWatch.hear(companyId, broadcast);
      if (broadcast.event === 'user' && companyId !== null) followUser(companyId, broadcast.payload);
      if (broadcast.event === 'companyRecord') followCompany(broadcast.payload);
      if (broadcast.event === 'plan') accounts.forgetAll();
    },
    waker,
  );
  const base: PlatformCtx = { db: pool.db, hub, now, log, secrets, publicUrl: config.publicUrl, gateways, journal: config.journal };
  const noticeWatch = createNoticeWatch(base);
  const accounts = createAccounts(base);
  const roomNames = (companyId: CompanyId, user: Parameters<typeof roomsOf>[0]) => roomsOf(user).map((room) => roomName(companyId, room));
  /** Moves the sockets of a user whose queues or profile changed into the right rooms. */
  const followUser = (companyId: CompanyId, news: PayloadOf<'user'>) => {
    const userId = news.action === 'delete' ? news.userId : news.user.id;
    accounts.forget(userId);
    const mine = roomName(companyId, { to: 'user', userId });
    if (news.action === 'delete') return sockets.refresh(companyId, mine, null);
    // The news do not say whether an operator has the second factor that operators must have.
    const kept = news.user.super ? [roomName(null, { to: 'operators' })] : [];
    sockets.refresh(companyId, mine, { rooms: roomNames(companyId, memberOf(news.user)), kept });
  };
  /** What its people may do may have changed. Whoever may hear nothing any more is cut off. */
  const followCompany = ({ companyId }: PayloadOf<'companyRecord'>) => {
    accounts.forgetAll();
    sockets.refreshCompany(mintCompanyId(companyId), roomName(mintCompanyId(companyId), { to: 'subscription' }));
  };
  const sockets = createSockets({
    authenticate: accounts.authenticate,
    origins: config.origins,
    metrics,
    log,
    now,
    checkPayloads: config.checkAnswers,
    most: { ofCompany: config.companySockets, ofUser: config.userSockets },
    // An operator in a company as somebody does not make them present.
    present: (account) => (account.operator ? Promise.resolve() : markOnline(asSystem(base, account.companyId), account.member.id)),
    currentAccount: accounts.current,
    roomName,
    roomsOf: (account) =>
      hearsAll(account) ? roomNames(account.companyId, account.member) : [roomName(account.companyId, { to: 'subscription' })],
    absent: (account) => (account.operator ? Promise.resolve() : markOffline(asSystem(base, account.companyId), account.member.id)),
  });
  const overRedis = config.cluster && config.redisUrl ? await joinOverRedis(sockets.io, config.redisUrl, log) : null;
  const listenPool =
    config.cluster && !overRedis
      ? createPool(parts.database.directUrl, { max: connectionsBeside.sockets, onError, applicationName: 'balcao-sockets' })
      : null;
  if (listenPool) {
    const { createAdapter } = await import('@socket.io/postgres-adapter');
    sockets.io.adapter(createAdapter(listenPool.raw, { tableName: 'socket_attachments', errorHandler: onError }));
  }

  const calls = config.cluster ? await joinOtherProcesses(base, parts.database.directUrl, pool.raw, waker) : null;
  let runner: Worker | null = null;
  let services: { stop(): Promise<void> }[] = [];
  const http = config.roles.has('web')
    ? await createServer({
        base,
        routes: features.flatMap((feature) => feature.routes ?? []),
        rawRoutes: features.flatMap((feature) => (feature.rawRoutes ? [feature.rawRoutes] : [])),
        authenticate: accounts.authenticate,
        authenticateProgram: programsOf(base),
        countCall: (key, perMinute) => countCall(base, key, perMinute),
        origins: config.origins,
        embeds: { pages: [videoHost], pictures: [videoPictureHost] },
        metrics,
        metricsToken: config.metricsToken,
        webDist: config.webDist,
        companyRequests: config.companyRequests,
        ...(config.programCalls ? { programCalls: config.programCalls } : {}),
        checkAnswers: config.checkAnswers,
        ready: async () => {
          await pool.raw.query('select 1');
          return true;
        },
      })
    : null;
  if (http) sockets.attach(http.server);

  return {
    base,
    http,
    sockets,
    async listen(port, host) {
      const opened = pool.open();
      if (jobPool) runner = await startWorker(base, jobPool.raw, { url: parts.database.directUrl, jobs: hub.jobs, metrics, waker });
      if (config.roles.has('connections')) {
        const definitions = features.flatMap((feature) => feature.backgroundServices ?? []);
        services = await Promise.all(definitions.map((service) => service.start(base, parts.database.directUrl)));
      }
      await opened;
      if (!http) return 0;
      await http.listen({ port, host });
      const address = http.server.address();
      return typeof address === 'object' && address ? address.port : port;
    },
    async close() {
      // The workers first: they finish what they are sending, and need the background services for it.
      const workersStopped = runner?.stop().catch((error) => log.warn({ err: error }, 'worker did not stop'));
      await closeServer(http, sockets, log);
      await workersStopped;
      await Promise.all(
        services.map((service) => service.stop().catch((error: unknown) => log.warn({ err: error }, 'background service did not stop'))),
      );
      await calls?.close();
      await overRedis?.close();
      await Promise.all([pool.close(), jobPool?.close(), listenPool?.close()]);
    },
  };
}

/** How long requests may take to end once the process stops. */
const requestsEndMs = 5_000;

/** Takes no new requests and lets the running ones end; cuts off callers who are too slow for that. */
async function closeServer(http: FastifyInstance | null, sockets: Sockets, log: Log): Promise<void> {
  const closed = Promise.all([http?.close(), sockets.close()]).catch((error) => log.warn({ err: error }, 'requests did not end'));
  const late = setTimeout(requestsEndMs, 'late', { ref: false });
  if ((await Promise.race([closed, late])) !== 'late') return;
  http?.server.closeAllConnections();
  // A socket whose browser does not say goodbye would be waited for.
  await Promise.race([closed, setTimeout(500, undefined, { ref: false })]);
}

/** Only the process that runs a phone's session can use it, so the other processes send it their requests. */
function joinOtherProcesses(base: PlatformCtx, url: string, pool: pg.Pool, waker: Waker): Promise<Calls> {
  const { gateways } = base;
  const joined: { calls: Calls | null } = { calls: null };
  const answer = gateways.connectProcesses({
    ownerOf: ({ companyId, connectionId }) => ownerOfDevice(asSystem(base, mintCompanyId(companyId)), connectionId),
    ask: async (owner, request, timeoutMs) => joined.calls?.ask(owner, request, timeoutMs),
  });
  const notices = { [servicesChannel]: (service: string) => waker.hear([service]) };
  const work = { answer, failed: plainFailure, restored: restoredFailure, notices };
  return joinCalls(gateways.webSessions.owner, url, pool, base.log, work).then((calls) => {
    joined.calls = calls;
    return calls;
  });
}

function memberOf({ id, profile, queues, allTicket }: UserView) {
  return { id, profile, queueIds: queues.map((queue) => queue.id), allTicket: allTicket === 'enabled' };
}
