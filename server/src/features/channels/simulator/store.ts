// Reads the messages that a simulated phone shows; the messages feature writes them.
import { sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';

export type PhoneRow = {
  external_id: string;
  from_me: boolean;
  media_type: string;
  participant: string | null;
  participant_name: string | null;
  body: string;
  media_key: string | null;
  media_name: string | null;
  ack: number;
  is_deleted: boolean;
  sent_at: Date;
};

/** The last messages between a customer and a connection, oldest first. Unsent messages are on no phone. */
export async function messagesOnPhone(
  { db, companyId }: Scoped,
  chat: { contactId: number; connectionId: number },
  limit: number,
): Promise<PhoneRow[]> {
  const { rows } = await sql<PhoneRow>`
    select coalesce(sent_as, external_id) as external_id, from_me, media_type, participant, participant_name, body, media_key, media_name, ack, is_deleted, sent_at from messages
    where company_id = ${companyId} and contact_id = ${chat.contactId} and connection_id = ${chat.connectionId} and coalesce(sent_as, external_id) is not null
    order by sent_at desc, id desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** Provider ids of messages to a customer with an ack below `ack`, oldest first. */
export async function sentBelow(
  { db, companyId }: Scoped,
  chat: { contactId: number; connectionId: number },
  ack: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select coalesce(sent_as, external_id) as external_id from messages
    where company_id = ${companyId} and contact_id = ${chat.contactId} and connection_id = ${chat.connectionId}
      and from_me and coalesce(sent_as, external_id) is not null and state <> 'failed' and ack < ${ack}
    order by sent_at desc, id desc limit ${limit}`.execute(db);
  return rows.map((row) => row.external_id).reverse();
}

/** Is there a message with this provider id on the connection? */
export async function isKnown({ db, companyId }: Scoped, connectionId: number, externalId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from messages where company_id = ${companyId} and connection_id = ${connectionId} and external_id = ${externalId}
    union all
    select 1 from message_external_ids where company_id = ${companyId} and connection_id = ${connectionId} and external_id = ${externalId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The contact with this group id or hidden number. */
export async function findByAddress({ db, companyId }: Scoped, { kind, value }: { kind: string; value: string }): Promise<number | null> {
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from contact_identities where company_id = ${companyId} and kind = ${kind} and scope = '' and value = ${value}`.execute(
    db,
  );
  return rows[0]?.contact_id ?? null;
}
