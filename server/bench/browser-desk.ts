// A company for measurements in the browser: an agent with many open tickets, one of them very long, and a number to write to.

import { type Client, signIn, until } from '../test/client.ts';
import { signUpCompany } from './company.ts';
import { asSuperuser } from './database.ts';
import { sentences } from './seed.ts';

export const desk = {
  name: 'Empresa dos navegadores',
  tickets: 10_000,
  /** The newest of them are conversations worth opening, the others have one message each. */
  talks: 60,
  messagesOfTalk: 60,
  /** Of the newest ticket. */
  longest: 5_000,
  password: 'senha-segura',
  /** In the oldest message of the longest conversation, and nowhere else. */
  rare: 'quixabeira',
};

export type BrowserDesk = {
  admin: Client;
  agent: Client;
  whatsappId: number;
  /** Of the talks, the longest first; with the numbers of their customers. */
  talks: { id: number; uuid: string; number: string }[];
};

/** Signs the company up and fills it. */
export async function openDesk(url: string, superUrl: string): Promise<BrowserDesk> {
  const admin = await signUpCompany(url, desk.name);
  const { id: whatsappId } = await admin.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator' } });
  await until(async () => (await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId } })).status === 'CONNECTED');
  const { id: queueId } = await admin.call('POST /queue', { body: { name: 'Vendas', color: '#1164a9' } });
  const email = `agente-${Date.now()}@medicao.exemplo`;
  await admin.call('POST /users', { body: { name: 'Agente Medida', email, password: desk.password, queueIds: [queueId] } });
  const agent = await signIn(url, email, desk.password);
  const talks = await asSuperuser(superUrl, async (client) => {
    await client.query(sentences);
    const { rows } = await client.query<BrowserDesk['talks'][number]>(
      `with people as (
         insert into contacts (company_id, name, number, connection_id)
         select $1, 'Cliente ' || n, '55319' || (10000000 + n)::text, $2 from generate_series(1, $5::int) n
         returning id, number
       ), chats as (
         insert into contact_identities (company_id, contact_id, kind, value)
         select $1, id, kind, number from people, unnest(array['phone', 'wa_pn']) kind
       ), opened as (
         insert into tickets (company_id, number, status, contact_id, connection_id, queue_id, user_id, created_at, updated_at, last_inbound_at)
         select $1, row_number() over (order by number desc), 'open', id, $2, $3, $4, at, at, at
         from (select id, number, now() - row_number() over (order by number) * interval '10 seconds' as at from people) p
         returning id, uuid, contact_id, number, created_at
       ), numbered as (
         insert into ticket_numbers (company_id, last) values ($1, $5) on conflict (company_id) do update set last = excluded.last
       ), attended as (
         insert into attendances (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, queued_at, started_at)
         select $1, id, contact_id, $2, $3, $4, created_at, created_at from opened
       )
       select o.id::int, o.uuid, p.number from opened o join people p on p.id = o.contact_id order by o.created_at desc limit $6`,
      [admin.user.companyId, whatsappId, queueId, agent.user.id, desk.tickets, desk.talks],
    );
    await client.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, external_id, client_key, user_id, body, media_type, state, ack, is_read, sent_at, created_at, updated_at)
       select $1, t.id, t.contact_id, $2, n % 2 = 0, 'browser.' || t.id || '.' || n, case when n % 2 = 0 then 'browser:' || t.id || ':' || n end,
         case when n % 2 = 0 then $3::bigint end, case when n = 1 and t.id = $4 then '${desk.rare}' else s.body end,
         'conversation', case when n % 2 = 0 then 'read' else 'received' end, case when n % 2 = 0 then 3 else 0 end, true, at, at, at
       from tickets t
         cross join lateral generate_series(1, case when t.id = $4 then ${desk.longest} when t.id = any($5::bigint[]) then ${desk.messagesOfTalk} else 1 end) n
         cross join lateral (select t.created_at - interval '30 days' + n * interval '5 minutes' as at) a
         join sentences s on s.id = (hashint8(t.id * 7 + n) & 2147483647) % 40000
       where t.company_id = $1 order by t.id, n`,
      [admin.user.companyId, whatsappId, agent.user.id, rows[0]?.id, rows.map(({ id }) => id)],
    );
    await client.query(
      `update tickets t set last_message = left(m.body, 500), last_message_from_me = m.from_me, last_message_id = m.id, last_message_at = m.sent_at
       from (select distinct on (ticket_id) * from messages where company_id = $1 order by ticket_id, id desc) m where m.ticket_id = t.id`,
      [admin.user.companyId],
    );
    await client.query('drop table sentences; analyze contacts, tickets, messages');
    return rows;
  });
  return { admin, agent, whatsappId, talks };
}
