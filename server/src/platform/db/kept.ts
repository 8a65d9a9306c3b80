// What a process keeps in memory of a company's configuration. Each change of it replaces `configuration_revisions.revision` in the same
// transaction. A transaction asks for the revision before it uses what is kept, so nothing is used longer than it is true, whichever process
// changed it, and no notice can be lost.
import { sql, type Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB as Database } from '../../tables.ts';
import type { Ctx, Reader, Scoped, Tx } from '../context.ts';

type Kept<T> = { revision: string; value: T };

/** The revision that a statement of a hot path brought along, of this company. */
const noted = new WeakMap<Transaction<Database>, { companyId: number; revision: string }>();
const companiesMax = 2_000;

/**
 * Makes a read whose answer is kept for each company, as long as its configuration is unchanged. `load` must read nothing but tables with the
 * trigger `configuration_changed`, and of those for which it names columns only these. The answer is shared: nobody may change it.
 */
export function keptOf<T extends object>(load: (ctx: Reader | Tx) => Promise<T>): (ctx: Reader | Tx) => Promise<T> {
  const ofProcess = new WeakMap<Ctx['hub'], LRUCache<number, Kept<T>>>();
  return async (ctx) => {
    const all = ofProcess.get(ctx.hub) ?? new LRUCache<number, Kept<T>>({ max: companiesMax });
    ofProcess.set(ctx.hub, all);
    const revision = await revisionOf(ctx);
    const known = all.get(ctx.companyId);
    if (known?.revision === revision) return known.value;
    const value = await load(ctx);
    // What this transaction has changed itself may be rolled back; then its revision is gone too.
    if ((await findRevision(ctx)) === revision) all.set(ctx.companyId, { revision, value });
    return value;
  };
}

/** The column `revision` for a statement of a hot path; see `noteRevision`. */
export function revisionColumn(companyId: number) {
  return sql<string>`coalesce((select r.revision::text from configuration_revisions r where r.company_id = ${companyId}), '') as revision`;
}

/** A statement of this transaction read the revision. Reads of what is kept need not ask again; the transaction changes no configuration. */
export function noteRevision({ db, companyId }: Scoped, revision: string): void {
  noted.set(db, { companyId, revision });
}

/** Asks for the revision once, where a transaction reads several things that are kept. It changes no configuration. */
export async function askRevision(ctx: Scoped): Promise<void> {
  noteRevision(ctx, await findRevision(ctx));
}

async function revisionOf(ctx: Scoped): Promise<string> {
  const known = noted.get(ctx.db);
  return known?.companyId === ctx.companyId ? known.revision : findRevision(ctx);
}

async function findRevision({ db, companyId }: Scoped): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select ${revisionColumn(companyId)}`.execute(db);
  return rows[0]?.revision ?? '';
}
