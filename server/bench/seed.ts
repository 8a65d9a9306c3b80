// The database for the measurements, created by a few large statements. Ids are fixed, so that measurements can name rows.
import type pg from 'pg';
import type { Secrets } from '../src/platform/secrets.ts';
import { scale } from './scale.ts';

export const company = 1;
export const size = {
  tickets: 200_000 * scale,
  open: 2_000,
  pending: 1_500,
  messages: 2_000_000 * scale,
  contacts: 50_000 * scale,
  queues: 30,
  users: 60,
  admins: 5,
  connections: 6,
};
/** Besides the big company, so that the indexes contain rows of others too. */
const small = { companies: 50, contacts: 100, tickets: 200, messages: 2_000 };

/** Contacts 1 to `active` have an active ticket each: the last tickets. */
export const active = size.open + size.pending;
export const firstActiveTicket = size.tickets - active + 1;
export const admin = 1;
export const agent = size.admins + 10;

/** Connections 1 to 4 are Cloud, the others simulators. */
export const cloudConnections = 4;
export const connectionOf = (contactId: number) => (contactId % size.connections) + 1;
export const numberOf = (contactId: number) => `5511${950_000_000 + contactId * 37}`;
export const webhookKeyOf = (connectionId: number) => `bench-connection-${connectionId}`;
export const cloudOf = (connectionId: number) => ({
  phoneNumberId: String(100_000_000_000_000 + connectionId),
  wabaId: '200000000000000',
  accessToken: 'bench-access-token',
  appSecret: 'bench-app-secret',
  verifyToken: 'bench-verify-token',
});
export const sessionOf = (userId: number) => `00000000-0000-4000-8000-${String(userId).padStart(12, '0')}`;

/** Search words, by how many messages contain them. What is rare is as rare at every size: some thirty messages, 25 contacts. */
export const words = { rare: 'xilindró', common: 'pedido', name: 'Quitéria Zanzibar', commonName: 'Silva' };

/** The queues of a user as an SQL expression over `u`: five of thirty. */
const queueOfUser = (u: string, k: string) => `((${u} * 5 + ${k}) % ${size.queues}) + 1`;

const first =
  'Ana Bruno Camila Daniel Eduarda Fábio Gabriela Heitor Isabela João Karina Lucas Mariana Nelson Olívia Paulo Rafaela Sérgio Tatiana Vítor Wagner Yasmin Zélia Antônio Beatriz Carlos Débora Elias Fernanda Gustavo Helena Igor Júlia Leandro Manuela Otávio Priscila Renato Sabrina Thiago';
const last =
  'Silva Souza Costa Santos Oliveira Pereira Rodrigues Almeida Nascimento Lima Araújo Fernandes Carvalho Gomes Martins Rocha Ribeiro Alves Monteiro Mendes Barros Freitas Barbosa Pinto Moura Cavalcanti Dias Castro Campos Cardoso Teixeira Moreira Correia Melo Nunes Vieira Duarte Farias Macedo Peixoto';
const vocabulary =
  'bom dia boa tarde noite olá tudo bem pedido entrega prazo boleto pagamento cartão pix nota fiscal endereço troca devolução produto tamanho cor preço desconto frete orçamento montagem visita técnica garantia defeito peça reposição loja horário atendimento sábado segunda terça quarta quinta sexta amanhã ontem hoje semana mês obrigado obrigada favor preciso gostaria queria saber quando chega ainda não recebi chegou quebrado errado certo confirmado enviado código rastreio transportadora rua avenida número apartamento bloco portaria telefone cadastro senha acesso sistema erro tela foto vídeo comprovante anexo segue abaixo aguardo retorno urgente cliente empresa contrato assinatura renovação plano valor parcela juros vencimento vencido segunda-via reagendar consulta médico exame resultado receita marcar desmarcar encaixe vaga curso aula matrícula turma professor material apostila mesa cadeira sofá armário estante colchão cama guarda-roupa madeira tecido couro branco preto cinza azul verde vermelho largura altura profundidade medida desenho projeto planta ambiente cozinha quarto sala banheiro varanda escritório';

const list = (text: string) => `string_to_array('${text.replaceAll("'", "''")}', ' ')`;
const pick = (array: string, salt: string) => `(${array})[1 + (hashint8(${salt}) & 2147483647) % cardinality(${array})]`;

/** Makes the temporary table `sentences`: 40,000 of three to fourteen words, each word in about one of twenty. */
export const sentences = `create temp table sentences as
          select s as id, string_agg(${pick(list(vocabulary), 's::bigint * 100003 + w * 7919')}, ' ' order by w) as body
          from generate_series(0, 39999) s, generate_series(1, 3 + (hashint8(s) & 2147483647) % 12) w group by s;
        create unique index on sentences (id);`;

/** Somebody's name as an SQL expression, of a number as an SQL expression. */
export const nameOf = (g: string) =>
  `${pick(list(first), g)} || ' ' || ${pick(list(last), `${g} * 31 + 7`)} || ' ' || ${pick(list(last), `${g} * 17 + 3`)}`;

/** The steps of the seed. Foreign keys are not checked meanwhile, and indexes are created at the end. */
export function seedSteps(): { what: string; sql: string }[] {
  return [
    {
      // Columns that a trigger fills are indexed, and searches and lists go by them.
      what: 'triggers that fill columns',
      sql: `
        do $$ declare own record; begin
          for own in select tgrelid::regclass as place, tgname from pg_trigger where not tgisinternal and tgtype & 3 = 3 loop
            execute format('alter table %s enable always trigger %I', own.place, own.tgname);
          end loop;
        end $$`,
    },
    {
      what: 'companies, queues, connections, users',
      sql: `
        insert into plans (id, name, users, connections, queues) overriding system value values (1, 'Sem limites', 1000, 1000, 1000);
        insert into companies (id, name, plan_id, due_date) overriding system value
          select g, case g when ${company} then 'Grande Loja' else 'Loja ' || g end, 1, '2099-12-31' from generate_series(1, ${small.companies + 1}) g;
        insert into queues (company_id, id, name, color, order_queue) overriding system value
          select ${company}, g, 'Fila ' || g, '#' || lpad(to_hex(g * 4096), 6, '0'), g from generate_series(1, ${size.queues}) g;
        insert into connections (company_id, id, name, channel, status, is_default, webhook_key) overriding system value
          select ${company}, g, 'Número ' || g, case when g <= ${cloudConnections} then 'whatsapp_cloud' else 'simulator' end, 'CONNECTED', g = 5, 'bench-connection-' || g
          from generate_series(1, ${size.connections}) g;
        insert into connections (company_id, id, name, channel, status, is_default, webhook_key) overriding system value
          select g, 100 + g, 'Número', 'simulator', 'CONNECTED', true, 'bench-connection-' || 100 + g from generate_series(2, ${small.companies + 1}) g;
        insert into connection_queues select ${company}, c, q from generate_series(1, ${size.connections}) c, generate_series(1, ${size.queues}) q;
        insert into users (company_id, id, name, email, password_hash, profile, all_ticket) overriding system value
          select ${company}, g, 'Pessoa ' || g, 'pessoa' || g || '@bench.local', '', case when g <= ${size.admins} then 'admin' else 'user' end, g % 3 = 0
          from generate_series(1, ${size.users}) g;
        insert into user_queues select ${company}, u, ${queueOfUser('u', 'k')} from generate_series(1, ${size.users}) u, generate_series(0, 4) k;
        insert into sessions (company_id, id, user_id, token_hash, rotated_at, created_at, expires_at)
          select ${company}, ('00000000-0000-4000-8000-' || lpad(g::text, 12, '0'))::uuid, g, sha256(g::text::bytea), now(), now(), now() + interval '10 years'
          from generate_series(1, ${size.users}) g;
        insert into tags (company_id, id, name, color) overriding system value
          select ${company}, g, 'Etiqueta ' || g, '#' || lpad(to_hex(g * 9999), 6, '0') from generate_series(1, 20) g;`,
    },
    {
      what: 'contacts',
      sql: `
        insert into contacts (company_id, id, name, number, connection_id, created_at) overriding system value
          select ${company}, g,
            case when g % ${size.contacts / 25} = 0 then '${words.name}' else ${nameOf('g')} end,
            '5511' || 950000000 + g * 37, (g % ${size.connections}) + 1, now() - interval '400 days' + g * interval '11 minutes'
          from generate_series(1, ${size.contacts}) g;
        insert into contacts (company_id, id, name, number, connection_id) overriding system value
          select c, 100000 + c * 1000 + g, ${pick(list(first), 'g * c')} || ' ' || ${pick(list(last), 'g + c * 31')}, '5521' || 950000000 + g * 37, 100 + c
          from generate_series(2, ${small.companies + 1}) c, generate_series(1, ${small.contacts}) g;
        insert into contact_identities (company_id, contact_id, kind, value) select company_id, id, 'phone', number from contacts;
        insert into contact_identities (company_id, contact_id, kind, value) select company_id, id, 'wa_pn', number from contacts where company_id = ${company};`,
    },
    {
      // Some people write far more often than others. Closed tickets go back half a year, active ones three days.
      what: 'tickets and attendances',
      sql: `
        insert into tickets (company_id, id, number, status, contact_id, connection_id, queue_id, user_id, unread_messages, created_at, updated_at, closed_at, protocol) overriding system value
          select ${company}, id, id, status, contact_id, (contact_id % ${size.connections}) + 1,
            case when id % 31 = 0 then null when status = 'pending' then 1 + floor(power(r2, 1.5) * ${size.queues})::int else ${queueOfUser('user_id', 'floor(r2 * 5)::int')} end,
            case when status <> 'pending' then user_id end,
            case when status = 'pending' then 1 + floor(r1 * 4)::int when status = 'open' and id % 3 = 0 then 1 else 0 end,
            created_at, created_at + interval '1 minute' + r1 * interval '40 minutes', case when status = 'closed' then created_at + interval '41 minutes' end, to_char(created_at, 'YYYYMMDD') || '-' || id
          from (
            select g as id, r1, r2,
              case when g < ${firstActiveTicket} then 'closed' when (g - ${firstActiveTicket}) % 7 < 4 then 'open' else 'pending' end as status,
              case when g < ${firstActiveTicket} then 1 + floor(power(r1, 2) * ${size.contacts})::int else g - ${firstActiveTicket} + 1 end as contact_id,
              ${size.admins} + 1 + floor(r2 * ${size.users - size.admins})::int as user_id,
              case when g < ${firstActiveTicket} then now() - interval '183 days' + g * interval '180 days' / ${size.tickets}
                else now() - interval '3 days' + (g - ${firstActiveTicket}) * interval '70 hours' / ${active} end as created_at
            from (
              -- Of active ones, who has how many does not depend on chance, nor on how much there is beside them.
              select g, case when g < ${firstActiveTicket} then random() else (g - ${firstActiveTicket}) * 0.6180339887 % 1 end as r1,
                case when g < ${firstActiveTicket} then random() else (g - ${firstActiveTicket}) * 0.7548776662 % 1 end as r2
              from generate_series(1, ${size.tickets}) g
            ) g
          ) t;
        insert into tickets (company_id, id, number, status, contact_id, connection_id, created_at, updated_at, closed_at) overriding system value
          select c, 1000000 + c * 1000 + g, g, 'closed', 100000 + c * 1000 + 1 + g % ${small.contacts}, 100 + c, now() - g * interval '1 hour', now() - g * interval '1 hour', now() - g * interval '1 hour'
          from generate_series(2, ${small.companies + 1}) c, generate_series(1, ${small.tickets}) g;
        insert into ticket_numbers (company_id, last) select company_id, max(number) from tickets group by company_id;
        insert into ticket_tags select ${company}, id, 1 + id % 20 from tickets where company_id = ${company} and id % 10 = 0;
        insert into attendances (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, queued_at, started_at, first_response_at, finished_at, rating)
          select company_id, id, contact_id, connection_id, queue_id, user_id, created_at,
            case when status <> 'pending' then created_at + interval '4 minutes' end, case when status <> 'pending' then created_at + interval '5 minutes' end, closed_at,
            case when status = 'closed' and id % 3 = 0 then 1 + id % 3 end
          from tickets;`,
    },
    {
      what: 'messages',
      sql: `
        ${sentences}
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, external_id, client_key, user_id, body, media_type, state, ack, is_read, media_state, media_key, media_name, media_mime, sent_at, created_at, updated_at) overriding system value
          select t.company_id, t.message_id, t.id, t.contact_id, t.connection_id, t.from_me, 'wamid.' || t.message_id, case when from_me then 'seed:' || t.message_id end, case when from_me then t.user_id end,
            case t.kind when 'image' then '' when 'audio' then '' when 'application' then 'documento ' || t.message_id || '.pdf'
              else s.body || case when t.message_id % 5 = 0 then ' ' || t.message_id * 7 when t.message_id % ${size.messages / 50 + 1} = 0 then ' ${words.rare}' else '' end end,
            t.kind, case when from_me then 'read' else 'received' end, case when from_me then 3 else 0 end, true,
            case t.kind when 'conversation' then 'none' else 'ready' end, case when t.kind <> 'conversation' then t.company_id || '/seed/' || t.message_id || '.bin' end,
            case when t.kind <> 'conversation' then 'arquivo' end, case when t.kind <> 'conversation' then 'application/octet-stream' end, t.at, t.at, t.at
          from (
            select t.company_id, t.id, t.contact_id, t.connection_id, t.user_id, row_number() over (order by t.company_id, t.id, m) as message_id, m % 2 = 0 as from_me,
              t.created_at + m * interval '2 minutes' as at,
              case (t.id * 31 + m) % 20 when 3 then 'image' when 7 then 'audio' when 11 then case when m % 2 = 0 then 'application' else 'conversation' end else 'conversation' end as kind
            from tickets t, generate_series(1, 4 + (t.id % 13)::int) m
          ) t join sentences s on s.id = (hashint8(t.message_id) & 2147483647) % 40000;
        drop table sentences;`,
    },
    {
      what: 'last messages, journal',
      sql: `
        update tickets t set last_message = left(m.body, 500), last_message_type = m.media_type, last_message_from_me = m.from_me, last_message_id = m.id,
          last_message_at = m.sent_at, last_inbound_at = t.updated_at
        from (select distinct on (ticket_id) * from messages order by ticket_id, id desc) m where m.ticket_id = t.id;
        insert into inbound_keys (company_id, key, received_on)
          select company_id, inbound_key(connection_id, 'message:' || external_id), (sent_at at time zone 'UTC')::date
          from messages where not from_me and company_id = ${company} and sent_at > now() - interval '7 days';`,
    },
    {
      what: 'triggers as they were',
      sql: `
        do $$ declare own record; begin
          for own in select tgrelid::regclass as place, tgname from pg_trigger where tgenabled = 'A' loop
            execute format('alter table %s enable trigger %I', own.place, own.tgname);
          end loop;
        end $$`,
    },
    {
      what: 'sequences',
      sql: ['plans', 'companies', 'queues', 'connections', 'users', 'contacts', 'tickets', 'messages', 'attendances', 'tags']
        .map((table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 0) + 1000 from ${table}));`)
        .join('\n'),
    },
  ];
}

/** Encrypts the credentials of the Cloud connections with the installation's secret. */
export async function sealCredentials(client: pg.Client, secrets: Secrets): Promise<void> {
  for (let id = 1; id <= cloudConnections; id++) {
    const { phoneNumberId, wabaId, ...sealed } = cloudOf(id);
    await client.query('update connections set cloud_phone_number_id = $2, cloud_waba_id = $3, cloud_secrets = $4 where id = $1', [
      id,
      phoneNumberId,
      wabaId,
      secrets.encrypt(JSON.stringify(sealed)),
    ]);
  }
}
