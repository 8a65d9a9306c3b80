// Calls between the processes of one installation, for what only one of them can do. A request is a row in a table; NOTIFY wakes the
// recipient. If the recipient is gone, nobody answers and the caller gives up at the timeout. Nothing is retried automatically.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { askAgain, connectionPatience, cutWhenSilent } from './db/silence.ts';
import type { Log } from './log.ts';

export type Calls = {
  /** Asks a process and resolves with its answer. Rejects with the error it returned, or after `timeoutMs` with `NoAnswer`. */
  ask(recipient: string, request: unknown, timeoutMs: number): Promise<unknown>;
  close(): Promise<void>;
};

/** The other process is gone or slow. It may or may not have done what was asked. */
export class NoAnswer extends Error {}

type Answer = { caller: string } & ({ ok: true; value: unknown } | { ok: false; error: unknown });
type Waiter = { settle(answer: Answer): void };

/**
 * Joins under the name `self`. `answer` handles the requests of others. When it rejects, `failed` turns the error into plain data for the
 * wire, and on the caller's side `restored` turns that data back into an error.
 */
export async function joinCalls(
  self: string,
  url: string,
  pool: pg.Pool,
  log: Log,
  work: {
    answer(request: unknown): Promise<unknown>;
    failed(error: unknown): unknown;
    restored(failure: unknown): Error;
    /** What is said to all processes, by channel. A notice may be lost. */
    notices: Record<string, (said: string) => void>;
  },
): Promise<Calls> {
  const waiters = new Map<string, Waiter>();
  let closed = false;
  let listener: pg.Client | null = null;

  const send = async (recipient: string, kind: 'request' | 'answer', id: string, body: unknown) => {
    await pool.query(
      // NOTIFY holds a lock of the whole server until the commit, so this one does not wait for the disk. A crash that loses the row cuts both sides off.
      `with soon as (select set_config('synchronous_commit', 'off', true)),
         said as (insert into process_calls (id, recipient, kind, body) values ($1, $2, $3, $4))
       select pg_notify($5, $6) from soon`,
      [id, recipient, kind, JSON.stringify(body, encodeBytes), channelOf(recipient), `${kind}:${id}`],
    );
  };
  const receive = async (payload: string) => {
    const [kind, id = ''] = payload.split(':');
    const { rows } = await pool.query<{ body: string }>('delete from process_calls where id = $1 and kind = $2 returning body', [id, kind]);
    if (!rows[0]) return;
    const body = JSON.parse(rows[0].body, decodeBytes) as { caller: string; request: unknown } & Answer;
    if (kind === 'answer') return waiters.get(id)?.settle(body);
    const answer = await work.answer(body.request).then(
      (value) => ({ ok: true, value }) as const,
      (error: unknown) => ({ ok: false, error: work.failed(error) }) as const,
    );
    await send(body.caller, 'answer', id, { caller: self, ...answer });
  };
  const listen = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'balcao-calls', ...connectionPatience });
    client.on('error', (error) => {
      log.warn({ err: error }, 'calls between processes are interrupted');
      listener = null;
    });
    client.on('notification', ({ channel, payload }) => {
      const notice = work.notices[channel];
      if (notice) return notice(payload ?? '');
      receive(payload ?? '').catch((error) => log.warn({ err: error }, 'a call between processes failed'));
    });
    await client.connect();
    cutWhenSilent(client);
    await client.query([channelOf(self), ...Object.keys(work.notices)].map((channel) => `listen "${channel}"`).join('; '));
    listener = client;
  };
  await listen();
  const asking = askAgain(() => listener);
  const upkeep = setInterval(() => {
    if (!listener && !closed) listen().catch((error) => log.warn({ err: error }, 'calls between processes are interrupted'));
  }, 5_000).unref();
  const pruning = setInterval(() => {
    pool.query("delete from process_calls where created_at < now() - interval '5 minutes'").catch(() => undefined);
  }, 60_000).unref();

  return {
    async ask(recipient, request, timeoutMs) {
      const id = randomUUID();
      const answered = new Promise<unknown>((resolve, reject) => {
        const timer = setTimeout(() => settle(null), timeoutMs);
        const settle = (answer: Answer | null) => {
          clearTimeout(timer);
          waiters.delete(id);
          if (!answer) reject(new NoAnswer(`no answer within ${timeoutMs} ms`));
          else if (answer.ok) resolve(answer.value);
          else reject(work.restored(answer.error));
        };
        waiters.set(id, { settle });
      });
      answered.catch(() => undefined);
      await send(recipient, 'request', id, { caller: self, request });
      return answered;
    },
    async close() {
      closed = true;
      clearInterval(upkeep);
      clearInterval(pruning);
      asking.end();
      await listener?.end().catch(() => undefined);
    },
  };
}

function channelOf(process: string): string {
  return `calls_${process}`;
}

function encodeBytes(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const raw = this[key];
  return raw instanceof Uint8Array ? { $bytes: Buffer.from(raw).toString('base64') } : value;
}

function decodeBytes(_key: string, value: unknown): unknown {
  const { $bytes } = (value ?? {}) as { $bytes?: unknown };
  return typeof $bytes === 'string' ? new Uint8Array(Buffer.from($bytes, 'base64')) : value;
}
