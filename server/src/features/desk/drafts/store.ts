// The only writer of drafts.
import type { DraftKind } from '@balcao/contract/draft-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';

export type DraftRow = { ticketId: number; kind: DraftKind; text: string; at: Date };

const columns = sql`ticket_id as "ticketId", kind, text, written_at as at`;

/** A user's drafts, the latest first, as many as `bytes` of text hold; empty ones weigh nothing. */
export async function draftsOf({ db, companyId }: Scoped, userId: number, limit: number, bytes: number): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select "ticketId", kind, text, at from (
      select ${columns}, sum(octet_length(text)) over (order by written_at desc, ticket_id, kind) as weight
      from drafts where company_id = ${companyId} and user_id = ${userId}
    ) d
    where text = '' or weight <= ${bytes}
    order by at desc, "ticketId" limit ${limit}`.execute(db);
  return rows;
}

/** Keeps a draft unless a later one is there. Answers whether it was kept. */
export async function keepLater({ db, companyId }: Scoped, userId: number, draft: DraftRow): Promise<boolean> {
  const { rows } = await sql`
    insert into drafts as held (company_id, user_id, ticket_id, kind, text, written_at)
    values (${companyId}, ${userId}, ${draft.ticketId}, ${draft.kind}, ${draft.text}, ${draft.at})
    on conflict (company_id, user_id, ticket_id, kind) do update set text = excluded.text, written_at = excluded.written_at
      where held.written_at < excluded.written_at
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Empties a draft unless a later one is there; remembers so of a ticket that has none too, if it is one of the `seeable` tickets `t`. Answers
 * whether it is empty since then.
 */
export async function emptyLater(
  { db, companyId }: Scoped,
  userId: number,
  draft: DraftRow,
  seeable: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into drafts as held (company_id, user_id, ticket_id, kind, text, written_at)
    select ${companyId}, ${userId}, t.id, ${draft.kind}, '', ${draft.at} from tickets t
    where t.company_id = ${companyId} and t.id = ${draft.ticketId} and (${seeable} or exists (
      select from drafts d where d.company_id = ${companyId} and d.user_id = ${userId} and d.ticket_id = t.id and d.kind = ${draft.kind}))
    on conflict (company_id, user_id, ticket_id, kind) do update set text = '', written_at = excluded.written_at
      where held.written_at < excluded.written_at
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function findDraft(
  { db, companyId }: Scoped,
  userId: number,
  { ticketId, kind }: Pick<DraftRow, 'ticketId' | 'kind'>,
): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    select ${columns} from drafts
    where company_id = ${companyId} and user_id = ${userId} and ticket_id = ${ticketId} and kind = ${kind}`.execute(db);
  return rows[0] ?? null;
}

/** Forgets which drafts of a user were sent or deleted before. */
export async function forgetEmpty({ db, companyId }: Scoped, userId: number, before: Date): Promise<void> {
  await sql`delete from drafts where company_id = ${companyId} and user_id = ${userId} and text = '' and written_at < ${before}`.execute(
    db,
  );
}
