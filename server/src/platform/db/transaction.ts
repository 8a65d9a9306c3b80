// One business change is one transaction. It sets its company before its first statement and publishes facts while it runs.
// At the end, its reactions run and its jobs are inserted. Workers are woken and browsers told only after the commit.
// Inside, nothing can call the outside: the type has no gateways.
import { sql, type Transaction } from 'kysely';
import type { DB as Database } from '../../tables.ts';
import type { Base, CompanyId, Ctx, PlatformCtx, PlatformTx, Reader, Tx } from '../context.ts';
import { AppError, isRetryable } from '../errors.ts';
import { addJob, wokenBy } from '../jobs/queue.ts';
import { bothWoken, nothingWoken } from '../jobs/waker.ts';
import { announcerOf, type Consequences, noConsequences, settle } from './consequences.ts';
import { withinSearches, withinShare } from './pool.ts';

const attempts = 4;

/**
 * Runs `work` in a transaction of the caller's company, or joins the running one. Retries after deadlocks, and where a row that it refers to was
 * just removed, so `work` may run twice.
 */
export async function transaction<T>(ctx: Ctx | Tx, work: (ctx: Tx) => Promise<T>): Promise<T> {
  if ('enqueue' in ctx) return work(ctx);
  return retried(async () => {
    const consequences = noConsequences();
    const result = await withinShare(ctx.db, ctx.companyId, () =>
      ctx.db.transaction().execute(async (db) => {
        await enter(db, ctx.companyId);
        return workAndSettle(txOf(ctx, db, consequences), consequences, work);
      }),
    );
    ctx.hub.waker.wake(consequences.woken);
    ctx.hub.announce(ctx.companyId, consequences.published);
    return result;
  });
}

/** Reads the data of the caller's company in one read-only transaction, or joins a running one. Each statement has its own snapshot. `work` may run twice. */
export async function reading<T>(ctx: Ctx | Tx | Reader, work: (ctx: Reader) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx as Reader);
  return retried(() =>
    withinShare(ctx.db, ctx.companyId, () =>
      ctx.db
        .transaction()
        .setAccessMode('read only')
        .execute(async (db) => {
          await enter(db, ctx.companyId);
          return work({ ...ctx, db });
        }),
    ),
  );
}

/**
 * As `reading`, for what the database takes long for: few of a company at once, so that neither its other requests nor those of other
 * companies wait for them. Ends with whoever asked: once they are gone, it is not begun, and the database stops looking. ERR_COMPANY_BUSY.
 */
export function searching<T>(ctx: Ctx, work: (ctx: Reader) => Promise<T>): Promise<T> {
  const { gone } = ctx;
  return withinSearches(ctx.db, ctx.companyId, async () => {
    if (gone?.aborted) throw new AppError('ERR_UNAVAILABLE');
    return reading(ctx, (reader) => (gone ? untilGone(ctx, reader, gone, work) : work(reader)));
  });
}

async function untilGone<T>(ctx: Ctx, reader: Reader, gone: AbortSignal, work: (ctx: Reader) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(reader.db);
  let cancelled: Promise<unknown> | null = null;
  const cancel = () => {
    cancelled = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(ctx.db).catch(() => undefined);
  };
  if (gone.aborted) throw new AppError('ERR_UNAVAILABLE');
  gone.addEventListener('abort', cancel, { once: true });
  try {
    return await work(reader);
  } catch (error) {
    throw gone.aborted ? new AppError('ERR_UNAVAILABLE') : error;
  } finally {
    gone.removeEventListener('abort', cancel);
    // Before the connection does something else, which must not be cancelled.
    await cancelled;
  }
}

/**
 * The only path above companies: sign-in look-ups, sign-up, job pick-up, super pages. It sees all companies, so each statement
 * must say whose rows it wants. What it publishes goes to everybody.
 */
export async function platformTransaction<T>(ctx: Base | PlatformCtx, work: (ctx: PlatformTx) => Promise<T>): Promise<T> {
  return retried(async () => {
    const told: PlatformTx['told'] = [];
    const result = await withinShare(ctx.db, null, () =>
      ctx.db.transaction().execute(async (db) => {
        await sql`set local app.platform = 'on'`.execute(db);
        const { hub, now, log, secrets, publicUrl } = ctx;
        return work({
          db,
          hub,
          now,
          log,
          secrets,
          publicUrl,
          told,
          publish: (fact, payload) => void told.push({ companyId: null, published: [{ fact, payload }], woken: nothingWoken }),
          async enqueueFor(companyId, job, payload, options = {}) {
            await addJob(db, companyId, job, payload, options);
            told.push({ companyId, published: [], woken: wokenBy(options, now()) });
          },
        });
      }),
    );
    ctx.hub.waker.wake(told.reduce((all, { woken }) => bothWoken(all, woken), nothingWoken));
    for (const { companyId, published } of told) ctx.hub.announce(companyId, published);
    return result;
  });
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
    }
  }
}

/** Continues a platform transaction inside one company, e.g. right after its sign-up. */
export async function withinCompany<T>(ctx: PlatformTx, companyId: CompanyId, work: (ctx: Tx) => Promise<T>): Promise<T> {
  const consequences = noConsequences();
  await enter(ctx.db, companyId);
  const inside = txOf({ ...ctx, companyId, actor: { kind: 'system' } }, ctx.db, consequences);
  const result = await workAndSettle(inside, consequences, work);
  ctx.told.push({ companyId, published: consequences.published, woken: consequences.woken });
  return result;
}

async function workAndSettle<T>(ctx: Tx, consequences: Consequences, work: (ctx: Tx) => Promise<T>): Promise<T> {
  const result = await work(ctx);
  await settle(ctx, consequences);
  return result;
}

async function enter(db: Transaction<Database>, companyId: CompanyId): Promise<void> {
  await sql`set local app.company_id = ${sql.lit(String(companyId))}`.execute(db);
}

function txOf(ctx: Omit<Ctx, 'db'>, db: Transaction<Database>, consequences: Consequences): Tx {
  const { companyId, actor, hub, now, log, secrets, publicUrl } = ctx;
  return { companyId, actor, hub, now, log, secrets, publicUrl, db, ...announcerOf(ctx, consequences) };
}
