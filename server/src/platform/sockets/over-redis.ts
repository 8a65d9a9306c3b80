// Realtime between processes over Redis streams, where REDIS_URL is set. Redis may go away: each process then goes on telling its own
// browsers, and when Redis is there again they connect anew, which makes them ask for what they missed.
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Namespace, Server } from 'socket.io';
import { chance } from '../chance.ts';
import type { Log } from '../log.ts';

export type OverRedis = {
  /** Whether Redis answers. */
  isThere(): boolean;
  close(): Promise<void>;
};

/** What the adapter does with Redis, and we have to do without when it is away. */
type Adapter = ReturnType<ReturnType<typeof createAdapter>> & {
  doPublish(message: unknown): Promise<string>;
  doPublishResponse(requester: string, response: unknown): Promise<void>;
  serverCount(): Promise<number>;
};

/** No answer for this long: Redis is away. News wait for it once, those after them no longer. */
const answerMs = 1_000;
const askEveryMs = 1_000;
/** Longer than a reading waits for news. */
const silenceMs = 10_000;
const away = 'Redis does not answer: browsers hear only what happens in their own process';
/** After Redis is back: when the others are told that they missed something, and how long to wait for others who say so. */
const [tellOthersMs, renewAfterMs] = [2_000, 1_500];
/** Browsers that are sent to connect anew at once. */
const [renewedAtOnce, renewPauseMs] = [50, 100];
/** News kept for processes that are behind: some minutes of a busy installation. */
const kept = 10_000;

/** Joins the sockets of this process to those of the others. Resolves when Redis answers, or after a second without it. */
export async function joinOverRedis(io: Server, url: string, log: Log): Promise<OverRedis> {
  const client = createClient({
    url,
    socket: {
      connectTimeout: answerMs,
      // The reading has an answer at least every five seconds, the others are asked.
      socketTimeout: silenceMs,
      reconnectStrategy: (retries) => Math.min(100 + retries * 100, 1_000) + chance() * 200,
    },
    pingInterval: 3_000,
  });
  client.on('error', () => undefined);
  void client.connect().catch(() => undefined);

  let there = false;
  /** Whether the others did not hear something of ours. */
  let untold = false;
  let wasLost = false;
  const lost = (error: unknown) => {
    if (there) log.warn({ err: error }, away);
    wasLost ||= there;
    there = false;
  };
  let renewal: NodeJS.Timeout | null = null;
  // Several processes come back at about the same time; their browsers connect anew once.
  const renewSoon = () => {
    renewal ??= global
      .setTimeout(() => {
        renewal = null;
        void renew(io);
      }, renewAfterMs)
      .unref();
  };
  io.on('missed', renewSoon);
  /** What Redis answers, or `otherwise` when it is away. */
  const asked = async <T>(ask: () => Promise<T>, otherwise: () => T): Promise<T> => {
    if (!there) return otherwise();
    try {
      return await within(ask(), answerMs);
    } catch (error) {
      lost(error);
      return otherwise();
    }
  };

  const create = createAdapter(client, { streamName: 'balcao:news', channelPrefix: 'balcao', maxLen: kept });
  // Called with `new`, so not an arrow.
  function adapterOf(namespace: Namespace): Adapter {
    const adapter = create(namespace) as Adapter;
    const publish = adapter.doPublish.bind(adapter);
    const respond = adapter.doPublishResponse.bind(adapter);
    const count = adapter.serverCount.bind(adapter);
    return Object.assign(adapter, {
      // Otherwise the browsers of this process would hear nothing either.
      doPublish: (message: unknown) =>
        asked(
          () => publish(message),
          () => {
            untold = true;
            return '';
          },
        ),
      doPublishResponse: (requester: string, response: unknown) =>
        asked(
          () => respond(requester, response),
          () => undefined,
        ),
      serverCount: () =>
        asked(count, () => {
          throw new Error('Redis does not answer');
        }),
    });
  }
  // The types want a class; a function called with `new` does as well.
  io.adapter(adapterOf as never);

  let asking = false;
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = client.ping();
      await within(answer, answerMs).catch(async (error) => {
        lost(error);
        await answer;
      });
      if (there) return;
      there = true;
      if (wasLost) {
        log.warn('Redis answers again');
        renewSoon();
      }
      wasLost = false;
      // They may not have noticed that it was away. Their connections stand again a little later than ours, perhaps.
      if (untold) void setTimeout(tellOthersMs, undefined, { ref: false }).then(() => io.serverSideEmit('missed'));
      untold = false;
    } catch (error) {
      lost(error);
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void ask(), askEveryMs).unref();
  await Promise.race([ask(), setTimeout(answerMs)]);
  if (!there) {
    log.warn(away);
    wasLost = true;
  }

  return {
    isThere: () => there,
    async close() {
      clearInterval(timer);
      if (renewal) clearTimeout(renewal);
      client.destroy();
    },
  };
}

/** Lets the browsers of this process connect anew, a few at once. */
async function renew(io: Server): Promise<void> {
  const sockets = [...io.of('/').sockets.values()];
  for (let i = 0; i < sockets.length; i += renewedAtOnce) {
    for (const socket of sockets.slice(i, i + renewedAtOnce)) socket.conn.close();
    if (i + renewedAtOnce < sockets.length) await setTimeout(renewPauseMs, undefined, { ref: false });
  }
}

async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([
      answer,
      setTimeout(ms, undefined, { signal: late.signal, ref: false }).then(() => {
        throw new Error(`no answer within ${ms} ms`);
      }),
    ]);
  } finally {
    late.abort();
  }
}
