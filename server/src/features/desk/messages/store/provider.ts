// Looking up messages by the provider's ids.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { MessageRow } from '../view.ts';

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
      select contact_id, external_id, from_me, participant, sent_at from messages
      where company_id = ${companyId} and connection_id = ${connectionId} order by sent_at desc limit ${among}
    ) m join connections w on w.company_id = ${companyId} and w.id = ${connectionId}
    where m.external_id is not null order by m.contact_id, m.sent_at desc limit ${chats}`.execute(db);
  return rows;
}

/** Locks and returns a message by the provider's id, else by our key. Without `fromMe` both sides count, the customer's first. */
export async function lockByProvider(
  { db, companyId }: Scoped,
  connectionId: number,
  by: { externalId: string; clientKey?: string | null; fromMe?: boolean },
): Promise<MessageRow | null> {
  const side = by.fromMe === undefined ? sql`true` : sql`from_me = ${by.fromMe}`;
  const { rows } = await sql<MessageRow>`
    select * from messages where company_id = ${companyId} and connection_id = ${connectionId} and external_id = ${by.externalId} and ${side}
    order by from_me limit 1 for update`.execute(db);
  if (rows[0] || !by.clientKey) return rows[0] ?? null;
  const keyed = await sql<MessageRow>`
    select * from messages where company_id = ${companyId} and client_key = ${by.clientKey} and connection_id = ${connectionId} for update`.execute(
    db,
  );
  return keyed.rows[0] ?? null;
}

export async function findByExternalId(
  { db, companyId }: Scoped,
  { connectionId, contactId }: { connectionId: number; contactId: number },
  externalId: string,
): Promise<{ id: number } | null> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('contact_id', '=', contactId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row ?? null;
}
