// Looking up messages by the provider's ids.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { MediaType } from '@balcao/contract/message-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

export type LastOfChat = {
  contact_id: number;
  channel: ConnectionChannel;
  external_id: string | null;
  from_me: boolean;
  participant: string | null;
  sent_at: Date;
};

/** The last message of up to `chats` chats among the latest `among` of a connection. */
export async function lastOfChats({ db, companyId }: Scoped, connectionId: number, among: number, chats: number): Promise<LastOfChat[]> {
  const { rows } = await sql<LastOfChat>`
    select distinct on (m.contact_id) m.contact_id, w.channel, m.external_id, m.from_me, m.participant, m.sent_at
    from (
      select contact_id, coalesce(sent_as, external_id) as external_id, from_me, participant, sent_at from messages
      where company_id = ${companyId} and connection_id = ${connectionId} order by sent_at desc limit ${among}
    ) m join connections w on w.company_id = ${companyId} and w.id = ${connectionId}
    where m.external_id is not null order by m.contact_id, m.sent_at desc limit ${chats}`.execute(db);
  return rows;
}

/** The ids of a connection's messages that the provider knows by these ids: those that came with one, and those we sent. */
export function knownAs(companyId: number, connectionId: number, externalIds: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select m.id from messages m
    where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.external_id = any(${[...externalIds]}::text[])
    union all
    select e.message_id from message_external_ids e
    where e.company_id = ${companyId} and e.connection_id = ${connectionId} and e.external_id = any(${[...externalIds]}::text[]))`;
}

export type Found = { id: number; contact_id: number; media_type: MediaType; is_deleted: boolean };

/** A message by the provider's id, else by our key. Without `fromMe` both sides count, the customer's first. Nothing is locked. */
export async function findByProvider(
  { db, companyId }: Scoped,
  connectionId: number,
  by: { externalId: string; clientKey?: string | null; fromMe?: boolean },
): Promise<Found | null> {
  const columns = sql`m.id, m.contact_id, m.media_type, m.is_deleted`;
  const side = by.fromMe === undefined ? sql`true` : sql`m.from_me = ${by.fromMe}`;
  const { rows } = await sql<Found>`
    select ${columns} from ${knownAs(companyId, connectionId, [by.externalId])} k join messages m on m.company_id = ${companyId} and m.id = k.id
    where ${side} order by m.from_me limit 1`.execute(db);
  if (rows[0] || !by.clientKey) return rows[0] ?? null;
  const keyed = await sql<Found>`
    select ${columns} from messages m
    where m.company_id = ${companyId} and m.client_key = ${by.clientKey} and m.connection_id = ${connectionId}`.execute(db);
  return keyed.rows[0] ?? null;
}

/** What the provider needs to know of these messages, oldest first. */
export async function findReferred(
  { db, companyId }: Scoped,
  ids: readonly number[],
): Promise<{ external_id: string | null; from_me: boolean; participant: string | null }[]> {
  const { rows } = await sql<{ external_id: string | null; from_me: boolean; participant: string | null }>`
    select coalesce(sent_as, external_id) as external_id, from_me, participant from messages
    where company_id = ${companyId} and id = any(${[...ids]}::bigint[]) order by id`.execute(db);
  return rows;
}
