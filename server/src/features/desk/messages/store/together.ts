// Many facts by one statement each: texts of customers, statuses of what we sent, and what the provider has taken of us.
import type { Ack, MessageState } from '@balcao/contract/message-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { withTimes } from '../../../../platform/db/json-times.ts';
import { noteRevision, revisionColumn } from '../../../../platform/db/kept.ts';
import type { MessageRow, MessageWithParts } from '../view.ts';
import { type Inserted, partJoins, withParts, withQuotes } from './messages.ts';
import { releasingAll } from './waiting.ts';

const times = ['sent_at', 'created_at', 'updated_at'] as const;

/** A text of a customer for an active ticket. */
export type NewText = {
  ticketId: number;
  contactId: number;
  connectionId: number;
  externalId: string;
  body: string;
  isForwarded: boolean;
  sentAt: Date;
};

/** The parts by which the statement that inserts texts notes them on their tickets. */
type NotingAll<T> = { tickets: RawBuilder<unknown>; row(ticket: RawBuilder<unknown>): RawBuilder<T> };

/** Inserts texts, each in a ticket of its own, as `insertReceived` does one. By their tickets; those whose external id exists are missing. */
export async function insertTexts<T extends { id: number }>(
  { db, companyId }: Scoped,
  texts: readonly NewText[],
  noting: NotingAll<T>,
  now: Date,
): Promise<Map<number, Inserted<T>>> {
  const { rows } = await sql<T & { inserted: MessageRow; released: number[] }>`
    with m as (
      insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, external_id, body, media_type, state, ack, is_read,
        is_forwarded, sent_at, created_at, updated_at)
      select ${companyId}, n."ticketId", n."contactId", n."connectionId", false, n."externalId", n.body, 'conversation', 'received', 0, false,
        n."isForwarded", n."sentAt", ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as n (
        "ticketId" bigint, "contactId" bigint, "connectionId" bigint, "externalId" text, body text, "isForwarded" boolean, "sentAt" timestamptz)
      on conflict do nothing returning *
    ), t as (${noting.tickets}), ${releasingAll(companyId, now)}
    select noted.*, (select row_to_json(m) from m where m.ticket_id = noted.id) as inserted,
      coalesce((select json_agg(r.id) from released r where r.connection_id = noted.connection_id and r.contact_id = noted.contact_id), '[]') as released
    from (${noting.row(sql`t`)}) noted`.execute(db);
  // What is left of a row without the columns added here is T, which the compiler cannot tell of a T it does not know.
  return new Map(
    rows.map(({ inserted, released, ...ticket }) => [
      ticket.id as number,
      { row: withTimes(inserted, times), ticket: ticket as unknown as T, released },
    ]),
  );
}

/** A status that moves a message up to `to`. */
export type Tick = { connectionId: number; key: string; externalId: string; to: { state: MessageState; ack: Ack } };

/** `changed`: null where nothing new was said. */
export type Taken<T> = { place: number; changed: { message: MessageWithParts; ticket: T } | null };

/** The part of a statement that reads whole tickets from their columns. */
type AsShown<T> = (ticket: RawBuilder<unknown>) => RawBuilder<T>;

/**
 * Takes statuses of messages that we sent: notes their keys, and moves the messages up, with what lists show of them. `place` is that in `ticks`.
 * What has to wait for another transaction, or is not as simple as that, is missing. Brings the configuration's revision along.
 */
export function takeTicks<T>(ctx: Scoped, ticks: readonly Tick[], row: AsShown<T>, now: Date): Promise<Taken<T>[]> {
  const column = <V>(of: (tick: Tick) => V) => ticks.map(of);
  const acks: Ack[] = column(({ to }) => to.ack);
  const taken = sql`take_ticks(${ctx.companyId}, ${now.toISOString().slice(0, 10)}, ${now}, ${column(({ connectionId }) => connectionId)}::bigint[],
      ${column(({ key }) => key)}::text[], ${column(({ externalId }) => externalId)}::text[], ${column(({ to }) => to.state)}::text[],
      ${acks}::int[])`;
  return changedBy(ctx, taken, row);
}

/** A message that the provider has taken, and what it calls it. */
export type TakenOver = { id: number; sentAs: string };

/**
 * Takes messages out of the outbox as sent, with what lists show of them. `place` is that in `sent`. What has to wait for another transaction, or
 * is settled already, is missing. Brings the configuration's revision along.
 */
export function settleSent<T>(ctx: Scoped, sent: readonly TakenOver[], row: AsShown<T>, now: Date): Promise<Taken<T>[]> {
  const settled = sql`settle_sent(${ctx.companyId}, ${now}, ${sent.map(({ id }) => id)}::bigint[], ${sent.map(({ sentAs }) => sentAs)}::text[])`;
  return changedBy(ctx, settled, row);
}

/** What a function of many messages has changed, as conversations and lists show it. */
async function changedBy<T>(ctx: Scoped, changes: RawBuilder<unknown>, row: AsShown<T>): Promise<Taken<T>[]> {
  const { rows } = await sql<T & { place: number; configuration: string; message: MessageWithParts | null }>`
    select ticked.*, k.place, (select r.revision from (select ${revisionColumn(ctx.companyId)}) r) as configuration, case when (k.message).id is not null then (
      select row_to_json(p) from (${withParts} from (select (k.message).*) m ${partJoins} where m.company_id = ${ctx.companyId}) p) end as message
    from ${changes} k
    left join lateral (${row(sql`(select (k.ticket).*)`)} where t.company_id = ${ctx.companyId}) ticked on true
    order by k.place`.execute(ctx.db);
  if (rows[0]) noteRevision(ctx, rows[0].configuration);
  const messages = rows.flatMap(({ message }) => (message ? [withTimes(message, times)] : []));
  const quoting = new Map((await withQuotes(ctx, messages)).map((message) => [message.id, message]));
  // As above: what is left is T.
  return rows.map(({ place, configuration: _, message, ...ticket }) => {
    const changed = message && quoting.get(message.id);
    return { place: place - 1, changed: changed ? { message: changed, ticket: ticket as unknown as T } : null };
  });
}
