// The lower bounds for receiving and for campaigns: only the statements that a message needs, prepared, on bare connections. No validation, no views
// and no code between them, but the same durability, row-level security and indexes.
import type pg from 'pg';
import { company, connectionOf, numberOf } from './seed.ts';

type Statement = { name: string; text: string };
const statement = (name: string, text: string): Statement => ({ name: `floor_${name}`, text });

const enter = statement('enter', `select set_config('app.company_id', $1, true)`);
const journal = statement('journal', 'select note_inbound($1, $2, $3, current_date)');
const contact = statement(
  'contact',
  `select c.id, c.name, c.number, c.named from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
   where i.company_id = $1 and i.kind = 'phone' and i.scope = '' and i.value = $2`,
);
const lock = statement('lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');
const ticket = statement(
  'ticket',
  `select id, status, user_id, queue_id, closed_at from tickets where company_id = $1 and contact_id = $2 and connection_id = $3
   order by (status <> 'closed') desc, id desc limit 1 for update`,
);
const message = statement(
  'message',
  `insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, external_id, body, media_type, state, sent_at, created_at, updated_at)
   values ($1, $2, $3, $4, false, $5, $6, 'conversation', 'received', $7, $7, $7) on conflict do nothing returning id`,
);
const note = statement(
  'note',
  `update tickets set last_message = $3, last_message_type = 'conversation', last_message_from_me = false, last_message_ack = 0, last_message_id = $4,
     last_message_at = $5, last_inbound_at = $5, unread_messages = unread_messages + 1, updated_at = $5, revision = revision + 1
   where company_id = $1 and id = $2`,
);
const ticketAsSeen = statement(
  'ticket_as_seen',
  `select t.*, c.name as contact_name, c.number as contact_number, q.name as queue_name, q.color as queue_color, u.name as user_name, w.name as connection_name
   from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
   left join queues q on q.company_id = t.company_id and q.id = t.queue_id
   left join users u on u.company_id = t.company_id and u.id = t.user_id
   left join connections w on w.company_id = t.company_id and w.id = t.connection_id
   where t.company_id = $1 and t.id = $2`,
);
const messageAsSeen = statement(
  'message_as_seen',
  'select m.*, c.name as contact_name, c.number as contact_number from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id where m.company_id = $1 and m.id = $2',
);

/** Receives one message of a contact with an active ticket. */
export async function receiveOnTheFloor(pool: pg.Pool, contactId: number, externalId: string, body: string): Promise<void> {
  const client = await pool.connect();
  const run = async <T>(statement: Statement, values: unknown[]) => (await client.query<T & object>({ ...statement, values })).rows[0] as T;
  const connectionId = connectionOf(contactId);
  const now = new Date();
  try {
    await client.query('begin');
    await run(enter, [String(company)]);
    await run(journal, [company, connectionId, `message:${externalId}`]);
    const { id: found } = await run<{ id: number }>(contact, [company, numberOf(contactId)]);
    await run(lock, [`chat:${company}:${connectionId}:${found}`]);
    const { id: ticketId } = await run<{ id: number }>(ticket, [company, found, connectionId]);
    const { id: messageId } = await run<{ id: number }>(message, [company, ticketId, found, connectionId, externalId, body, now]);
    await run(note, [company, ticketId, body, messageId, now]);
    await run(ticketAsSeen, [company, ticketId]);
    await run(messageAsSeen, [company, messageId]);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const newChat = statement(
  'new_chat',
  `with c as (insert into contacts (company_id, name, number) values ($1, $2, $3) returning id),
    i as (insert into contact_identities (company_id, contact_id, kind, value) select $1, id, 'phone', $3 from c)
   insert into tickets (company_id, number, status, contact_id, connection_id, last_message, last_message_from_me, last_message_at, closed_at)
   select $1, 1000000 + substr($3, 5)::bigint, 'closed', id, $4, $5, true, now(), now() from c returning id, contact_id`,
);
const queued = statement(
  'queued',
  `with m as (insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, client_key, body, media_type, state, is_read, sent_at, automatic)
    values ($1, $2, $3, $4, true, $5, $6, 'conversation', 'queued', true, now(), 'campaign') returning id)
   insert into message_outbox (company_id, message_id, connection_id, contact_id, created_at, updated_at) select $1, id, $4, $3, now(), now() from m
   returning message_id`,
);
const shipping = statement(
  'shipping',
  `update campaign_shippings set state = $3, message_id = $4, sent_at = now() where company_id = $1 and id = $2`,
);
const claim = statement('claim', `update message_outbox set state = 'sending', attempts = 1 where company_id = $1 and message_id = $2`);
const settle = statement(
  'settle',
  `with o as (delete from message_outbox where company_id = $1 and message_id = $2 returning message_id)
   update messages set state = 'sent', ack = 1, external_id = $3 from o where company_id = $1 and id = o.message_id`,
);
const ack = statement(
  'ack',
  'update tickets set last_message_id = $3, last_message_ack = 1, revision = revision + 1 where company_id = $1 and id = $2',
);

export type OnTheFloor = { companyId: number; connectionId: number; shippingId: number; name: string; number: string; body: string };

/** A message of a campaign to somebody new: into the outbox, taken from it, and sent; each a transaction, as each can be interrupted after it. */
export async function campaignOnTheFloor(client: pg.ClientBase, to: OnTheFloor): Promise<void> {
  const { companyId, connectionId, shippingId, name, number, body } = to;
  const run = async <T>(statement: Statement, values: unknown[]) => (await client.query<T & object>({ ...statement, values })).rows[0] as T;
  const together = async <T>(work: () => Promise<T>) => {
    await client.query('begin');
    await run(enter, [String(companyId)]);
    const done = await work();
    await client.query('commit');
    return done;
  };
  const { ticketId, messageId } = await together(async () => {
    const chat = await run<{ id: number; contact_id: number }>(newChat, [companyId, name, number, connectionId, body]);
    const key = `floor:${shippingId}:${number}`;
    const { message_id } = await run<{ message_id: number }>(queued, [companyId, chat.id, chat.contact_id, connectionId, key, body]);
    await run(shipping, [companyId, shippingId, 'queued', message_id]);
    return { ticketId: chat.id, messageId: message_id };
  });
  await together(() => run(claim, [companyId, messageId]));
  await together(async () => {
    await run(settle, [companyId, messageId, `floor.${messageId}`]);
    await run(ack, [companyId, ticketId, messageId]);
    await run(shipping, [companyId, shippingId, 'delivered', messageId]);
  });
}
