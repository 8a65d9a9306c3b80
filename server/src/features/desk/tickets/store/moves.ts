// The only writer of what conversations tell of their tickets.
import type { Placed } from '@balcao/contract/ticket-rules';
import type { TicketMove } from '@balcao/contract/tickets';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';

export type MoveRow = Omit<TicketMove, 'at'> & { at: Date };

/** What is told beyond who moved it where. `waited`: how long the customer has waited in the running attendance. */
export type MoveDetail = Partial<Pick<TicketMove, 'note' | 'tags' | 'rating' | 'rule'>> & { waited?: boolean };

export type NewMove = {
  kind: TicketMove['kind'];
  ticketId: number;
  byUserId: number | null;
  placed: Placed;
  reason?: TicketMove['reason'];
  detail?: MoveDetail;
  at: Date;
};

export async function insertMove({ db, companyId }: Scoped, move: NewMove): Promise<void> {
  await moveInsert(companyId, move).execute(db);
}

/** The statement by which `insertMove` does so. */
export function moveInsert(companyId: number, move: NewMove): RawBuilder<unknown> {
  const placed = move.kind === 'transferred' || move.kind === 'assigned' || move.kind === 'botEnded';
  const to = placed ? move.placed : { queueId: null, userId: null };
  const { waited, ...detail } = move.detail ?? {};
  const since = sql`(select a.queued_at from attendances a
    where a.company_id = ${companyId} and a.ticket_id = ${move.ticketId} and a.finished_at is null)`;
  const told = waited
    ? sql`jsonb_strip_nulls(${JSON.stringify(detail)}::jsonb || jsonb_build_object('waited', round(extract(epoch from ${move.at}::timestamptz - ${since}))))`
    : sql`${Object.keys(detail).length > 0 ? JSON.stringify(detail) : null}::jsonb`;
  // Somebody who acts in the company without being of it, as the operator may, is not named.
  return sql`
    insert into ticket_moves (company_id, ticket_id, kind, by_user_id, queue_id, user_id, reason, detail, at)
    values (${companyId}, ${move.ticketId}, ${move.kind}, (select id from users where company_id = ${companyId} and id = ${move.byUserId}),
      ${to.queueId}, ${to.userId}, ${move.reason ?? null}, ${told}, ${move.at})`;
}

/** The latest moves of the tickets of a chat, oldest first. `seen`: which tickets `t` the reader may see. */
export async function movesOfChat(
  { db, companyId }: Scoped,
  chat: { contactId: number; connectionId: number | null },
  seen: RawBuilder<unknown>,
  limit: number,
): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select m.id, m.kind, m.ticket_id as "ticketId", t.number as "ticketNumber", m.reason, m.at,
      m.detail ->> 'note' as note, (m.detail ->> 'waited')::int as waited, m.detail -> 'tags' as tags, (m.detail ->> 'rating')::int as rating,
      m.detail ->> 'rule' as rule,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as by,
      case when q.id is not null then json_build_object('id', q.id, 'name', q.name) end as queue,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user"
    from tickets t
    join ticket_moves m on m.company_id = t.company_id and m.ticket_id = t.id
    left join users b on b.company_id = m.company_id and b.id = m.by_user_id
    left join queues q on q.company_id = m.company_id and q.id = m.queue_id
    left join users u on u.company_id = m.company_id and u.id = m.user_id
    where t.company_id = ${anyCompany(companyId)} and t.contact_id = ${chat.contactId} and t.connection_id is not distinct from ${chat.connectionId}::bigint
      and ${seen}
    order by m.id desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** Was this told of the ticket since? */
export async function toldSince(
  { db, companyId }: Scoped,
  ticketId: number,
  { kind, reason, since }: { kind: TicketMove['kind']; reason: TicketMove['reason']; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from ticket_moves
    where company_id = ${companyId} and ticket_id = ${ticketId} and kind = ${kind} and reason = ${reason} and at > ${since}
    limit 1`.execute(db);
  return rows.length > 0;
}
