// A company in which everything there is exists at least once, recognisable in any answer by its word and numbers.

import { createECDH } from 'node:crypto';
import { apiScopes } from '@balcao/contract/api-rules';
import { webhookEventNames } from '@balcao/contract/webhook-rules';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { newToken } from '../src/platform/secrets.ts';
import { type Client, call } from './client.ts';
import { givenCompany, givenUser } from './people.ts';
import type { World } from './world.ts';

export type Furnished = {
  companyId: number;
  admin: Client;
  supervisor: Client;
  agent: Client;
  /** Of the operator, for everybody; without the company's word. */
  announcementId: number;
  helpId: number;
  userId: number;
  queueId: number;
  whatsappId: number;
  contactId: number;
  /** Knows the company, but has no ticket. */
  idleContactId: number;
  /** Waiting, without an agent. */
  ticketId: number;
  ticketUuid: string;
  /** Of the customer. */
  messageId: string;
  externalId: string;
  tagId: number;
  queueOptionId: number;
  planId: number;
  invoiceId: number;
  paymentId: number;
  txid: string;
  quickMessageId: number;
  /** Of the admin, shared. */
  ticketViewId: number;
  fileListId: number;
  fileOptionId: number;
  noteId: number;
  importId: number;
  mergeId: number;
  gapId: number;
  chatId: number;
  chatUuid: string;
  scheduleId: number;
  contactListId: number;
  contactListItemId: number;
  campaignId: number;
  mailId: number;
  integrationId: number;
  integrationDeliveryId: number;
  sessionUuid: string;
  /** Of the admin. */
  noticeDeviceId: number;
  promptId: number;
  apiKeyId: number;
  /** May do everything that keys may. */
  apiKey: string;
  connectionToken: string;
  /** It is told of everything. */
  webhookId: number;
  deliveryId: number;
  automationId: number;
  /** Text that only this company's data contains. */
  secrets: string[];
};

/** `word` marks all its texts, `number` is the customer's: digits with country code. */
export async function furnish(world: World, word: string, number: string): Promise<Furnished> {
  const { url } = world;
  const admin = await givenCompany(url, `${word} Comércio`);
  const { companyId } = admin.user;
  const queue = await admin.call('POST /queue', { body: { name: `${word} Vendas`, color: '#1164a9', greetingMessage: `${word}, olá` } });
  const agent = await givenUser(url, admin, { name: `${word} Agente`, queueIds: [queue.id] });
  const supervisor = await givenUser(url, admin, { name: `${word} Chefe`, profile: 'supervisor', queueIds: [queue.id] });
  const connectionToken = newToken();
  const open = await furnishPrograms(url, admin, word);
  const connection = await admin.call('POST /whatsapp', {
    body: { name: `${word} Telefone`, channel: 'simulator', queueIds: [queue.id], transferQueueId: queue.id },
  });
  // Another one, since tests change the token of the first.
  await admin.call('POST /whatsapp', { body: { name: `${word} API`, channel: 'simulator', token: connectionToken } });
  const params = { whatsappId: connection.id };
  const says = (said: { type?: 'reaction' | 'edit'; target?: string; body: string }) =>
    admin.call('POST /simulator/:whatsappId/messages', { params, body: { from: number, name: `${word} Cliente`, ...said } });
  const { id: externalId } = await says({ body: `${word} primeira mensagem` });
  await says({ type: 'edit', target: externalId, body: `${word} primeira mensagem, corrigida` });
  await says({ type: 'reaction', target: externalId, body: '👍' });
  const [ticket] = (await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets;
  if (!ticket) throw new Error('the customer wrote, but no ticket waits');
  const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } });
  await admin.call('PUT /contacts/:contactId', {
    params: { contactId: ticket.contactId },
    body: { email: `cliente@${word.toLowerCase()}.example`, extraInfo: [{ name: `${word} campo`, value: `${word} valor` }] },
  });
  const idle = await admin.call('POST /contacts', { body: { name: `${word} Conhecida`, number: number.replace(/^5511/, '5521') } });
  await furnishDevice(world, companyId, connection.id);
  const above = await furnishAbove(world);
  await furnishTemplate(world, companyId, connection.id, word);
  return {
    companyId,
    admin,
    supervisor,
    agent,
    userId: agent.user.id,
    queueId: queue.id,
    whatsappId: connection.id,
    contactId: ticket.contactId,
    idleContactId: idle.id,
    ticketId: ticket.id,
    ticketUuid: ticket.uuid,
    messageId: messages[0]?.id ?? '',
    externalId,
    tagId: await tagTicket(world, companyId, ticket.id, `${word} etiqueta`),
    planId: admin.user.company.planId ?? 0,
    ...above,
    ...open,
    connectionToken,
    ...(await furnishInvoice(world, companyId, word)),
    gapId: await furnishGap(world, companyId, connection.id, word),
    ...(await furnishList(admin, word, number)),
    promptId: await furnishPrompt(admin, word, queue.id),
    campaignId: await furnishCampaign(world, admin, word, number, connection.id),
    sessionUuid: decodeJwt(agent.token).sessionId as string,
    mailId: await furnishMail(world, companyId, word, agent.user.id),
    ...(await furnishIntegration(world, admin, word, ticket.id)),
    queueOptionId: await furnishBot(world, admin, word, { queueId: queue.id, ticketId: ticket.id, userId: agent.user.id }),
    ...(await furnishTools(world, admin, word, number, { ticketId: ticket.id, contactId: ticket.contactId, idleContactId: idle.id })),
    ...(await furnishChat(admin, word, agent.user.id)),
    noticeDeviceId: await furnishNotices(admin, word),
    automationId: await furnishAutomation(world, admin, word, { queueId: queue.id, userId: agent.user.id, ticketId: ticket.id }),
    secrets: [word, word.toLowerCase(), number, number.slice(2), idle.number, idle.uuid, ticket.uuid],
  };
}

/** An automation that fired, and somebody who was given a ticket of the queue. */
async function furnishAutomation(
  world: World,
  admin: Client,
  word: string,
  { queueId, userId, ticketId }: Pick<Furnished, 'queueId' | 'userId' | 'ticketId'>,
): Promise<number> {
  const { id } = await admin.call('POST /v1/automations', {
    body: { name: `${word} avaliação`, event: 'ratingReceived', actions: [{ do: 'addNote', text: `${word} nota` }] },
  });
  const { companyId } = admin.user;
  await platformTransaction(world.app.base, async ({ db }) => {
    await sql`insert into automation_firings (company_id, automation_id, ticket_id, fact_key, event, depth, outcome, at)
      values (${companyId}, ${id}, ${ticketId}, 'furnished', 'ratingReceived', 0, 'fired', now())`.execute(db);
    await sql`insert into queue_turns (company_id, queue_id, user_id, at) values (${companyId}, ${queueId}, ${userId}, now())`.execute(db);
  });
  return id;
}

/** A mail that waits, and a code for another password. */
async function furnishMail(world: World, companyId: number, word: string, userId: number): Promise<number> {
  const content = world.app.base.secrets.encrypt(`${word} texto`);
  return platformTransaction(world.app.base, async ({ db }) => {
    await sql`insert into password_resets (company_id, user_id, code_hash, expires_at) values (${companyId}, ${userId}, '\\x00', now())`.execute(
      db,
    );
    const { rows } = await sql<{ id: number }>`
      insert into mails (company_id, recipient, subject, content, try_at, expires_at)
      values (${companyId}, ${`${word.toLowerCase()}@loja.example`}, ${`${word} recibo`}, ${content}, now() + interval '1 year', now() + interval '1 year') returning id`.execute(
      db,
    );
    return rows[0]?.id ?? 0;
  });
}

/** A menu, and a customer who said how it was. The bot has heard the customer already. */
async function furnishBot(
  world: World,
  admin: Client,
  word: string,
  { queueId, ticketId, userId }: Pick<Furnished, 'queueId' | 'ticketId' | 'userId'>,
): Promise<number> {
  const option = await admin.call('POST /queue-options', { body: { queueId, title: `${word} opção`, message: `${word} responde` } });
  await platformTransaction(world.app.base, ({ db }) =>
    sql`
      insert into user_ratings (company_id, attendance_id, ticket_id, user_id, rate)
      select company_id, id, ticket_id, ${userId}, 3 from attendances where company_id = ${admin.user.companyId} and ticket_id = ${ticketId}`.execute(
      db,
    ),
  );
  await platformTransaction(world.app.base, ({ db }) =>
    sql`
      insert into ticket_moves (company_id, ticket_id, kind, by_user_id, at)
      values (${admin.user.companyId}, ${ticketId}, 'closed', ${userId}, now())`.execute(db),
  );
  // A day of which figures are kept, and which has changed since.
  await platformTransaction(world.app.base, ({ db }) =>
    sql`
      with kept as (
        insert into daily_figures (company_id, kind, day, time_zone, begins, until, sums)
        values (${admin.user.companyId}, 'queued', '2026-01-01', 'UTC', '2026-01-01', '2026-01-02', '[]'))
      insert into late_changes (company_id, kind, at) values (${admin.user.companyId}, 'queued', '2026-01-01')`.execute(db),
  );
  return option.id;
}

type ForPrograms = Pick<Furnished, 'apiKeyId' | 'apiKey' | 'webhookId' | 'deliveryId'>;

/** A key that was used, and a webhook that was tried. */
async function furnishPrograms(url: string, admin: Client, word: string): Promise<ForPrograms> {
  const { id: apiKeyId, key: apiKey } = await admin.call('POST /v1/api-keys', {
    body: { name: `${word} Loja virtual`, scopes: [...apiScopes] },
  });
  await call(url, 'GET /api/v1/queues', { token: apiKey });
  const { id: webhookId } = await admin.call('POST /v1/webhooks', {
    body: { name: `${word} Pedidos`, url: `https://${word.toLowerCase()}.example/eventos`, events: [...webhookEventNames] },
  });
  const { id: deliveryId } = await admin.call('POST /v1/webhooks/:webhookId/test', { params: { webhookId } });
  return { apiKeyId, apiKey, webhookId, deliveryId };
}

type Tools = Pick<
  Furnished,
  'quickMessageId' | 'ticketViewId' | 'fileListId' | 'fileOptionId' | 'noteId' | 'importId' | 'mergeId' | 'scheduleId'
>;

async function furnishTools(
  world: World,
  admin: Client,
  word: string,
  number: string,
  { ticketId, contactId, idleContactId }: Pick<Furnished, 'ticketId' | 'contactId' | 'idleContactId'>,
): Promise<Tools> {
  const view = await admin.call('POST /v1/ticket-views', { body: { name: `${word} visão`, shared: true, filter: { tab: 'waiting' } } });
  const quick = await admin.call('POST /quick-messages', { body: { shortcode: `${word}`, message: `${word}, bom dia`, geral: true } });
  const list = await admin.call('POST /files', {
    body: { name: `${word} arquivos`, message: `${word} segue`, options: [{ name: `${word} catálogo` }] },
  });
  const note = await admin.call('POST /ticket-notes', { body: { note: `${word} nota`, ticketId, contactId } });
  await furnishTeamwork(world, admin, word, ticketId, note.id);
  const twin = await admin.call('POST /contacts', { body: { name: `${word} Repetida`, number: `${number.slice(0, -1)}8` } });
  const { merge } = await admin.call('POST /v1/contacts/:contactId/merge', {
    params: { contactId: idleContactId },
    body: { otherId: twin.id },
  });
  const schedule = await admin.call('POST /schedules', {
    body: {
      body: `${word} lembrete`,
      contactId: idleContactId,
      sendAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      repeat: 'week',
    },
  });
  const { companyId } = admin.user;
  const importId = await platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with import as (
        insert into imports (company_id, file_key, file_name, mapping, status, total, processed, invalid)
        values (${companyId}, 'nowhere.xlsx', ${`${word}.xlsx`}, '{"name":0,"number":1,"email":null}', 'done', 1, 1, 1) returning id),
      waiting as (
        insert into import_rows (company_id, import_id, row, name, number, email, fields)
        select ${companyId}, id, 3, ${`${word} à espera`}, '12', '', '[]' from import)
      insert into import_errors (company_id, import_id, row, name, number, email, code)
      select ${companyId}, id, 2, ${`${word} linha`}, '12', '', 'ERR_INVALID_NUMBER' from import returning import_id as id`.execute(db);
    return rows[0]?.id ?? 0;
  });
  return {
    quickMessageId: quick.id,
    ticketViewId: view.id,
    fileListId: list.id,
    fileOptionId: list.options[0]?.id ?? 0,
    noteId: note.id,
    importId,
    mergeId: merge.id,
    scheduleId: schedule.id,
  };
}

/** The admin has begun to write in the conversation, follows it, and is asked to look at it. */
async function furnishTeamwork(world: World, admin: Client, word: string, ticketId: number, noteId: number): Promise<void> {
  const at = new Date().toISOString();
  await admin.call('PUT /v1/tickets/:ticketId/drafts/:draftKind', {
    params: { ticketId, draftKind: 'note' },
    body: { text: `${word} rascunho`, at },
  });
  await admin.call('PUT /v1/tickets/:ticketId/follow', { params: { ticketId }, body: { on: true } });
  await platformTransaction(world.app.base, ({ db }) =>
    sql`
      insert into pings (company_id, user_id, ticket_id, kind, note_id, at)
      values (${admin.user.companyId}, ${admin.user.id}, ${ticketId}, 'note', ${noteId}, now())`.execute(db),
  );
}

/** A chat of admin and agent, in which the admin wrote and sent a file. */
async function furnishChat(admin: Client, word: string, agentId: number): Promise<Pick<Furnished, 'chatId' | 'chatUuid'>> {
  const { id: chatId, uuid: chatUuid } = await admin.call('POST /chats', { body: { title: `${word} equipe`, users: [agentId] } });
  const body = new FormData();
  body.append('message', `${word} combinado`);
  body.append('medias', new Blob([`${word} tabela`], { type: 'text/plain' }), `${word}.txt`);
  await admin.call('POST /chats/:chatId/messages', { params: { chatId }, body });
  return { chatId, chatUuid };
}

/** What rings for the admin, and their browser, which no push service knows. */
async function furnishNotices(admin: Client, word: string): Promise<number> {
  await admin.call('PUT /v1/notices', { body: { silent: ['chat'] } });
  await admin.call('PUT /v1/panel-order', { body: { sections: ['notes'] } });
  await admin.call('PUT /v1/shortcuts', { body: { used: true, keys: { 'ticket.resolve': 'Alt+R' } } });
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const endpoint = `https://push.example/${word}`;
  const { id } = await admin.call('POST /v1/notices/devices', { body: { endpoint, p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } });
  return id;
}

/** A campaign that was stopped, with somebody it wrote to, and the settings of all. */
async function furnishCampaign(world: World, admin: Client, word: string, number: string, connectionId: number): Promise<number> {
  const { companyId } = admin.user;
  await admin.call('POST /campaign-settings', { body: { settings: { variables: [{ key: 'loja', value: `${word} loja` }] } } });
  const { id } = await admin.call('POST /campaigns', { body: { name: `${word} campanha`, message1: `${word}, novidades` } });
  await platformTransaction(world.app.base, ({ db }) =>
    sql`
      with sent as (
          insert into campaign_shippings (company_id, campaign_id, name, number, state, message, variant, reply)
          values (${companyId}, ${id}, ${`${word} Cliente`}, ${number}, 'sent', ${`${word}, novidades`}, 1, ${`${word} quer`}) returning company_id, campaign_id),
        counted as (
          insert into campaign_tallies (company_id, campaign_id, variant, state, replied, n) select company_id, campaign_id, 1, 'sent', false, 1 from sent),
        paced as (
          insert into campaign_paces (company_id, connection_id) values (${companyId}, ${connectionId}))
      insert into campaign_progress (company_id, campaign_id, at, n) select company_id, campaign_id, now(), 1 from sent`.execute(db),
  );
  return id;
}

/** A bot of another maker, and what was said to it. */
async function furnishIntegration(
  world: World,
  admin: Client,
  word: string,
  ticketId: number,
): Promise<Pick<Furnished, 'integrationId' | 'integrationDeliveryId'>> {
  const { companyId } = admin.user;
  const body = { type: 'webhook', name: `${word} robô`, urlN8N: `https://${word.toLowerCase()}.example/webhook` } as const;
  const { id } = await admin.call('POST /queueIntegration', { body });
  const integrationDeliveryId = await platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with session as (
        insert into integration_sessions (company_id, ticket_id, integration_id, attendance_id)
        select company_id, ticket_id, ${id}, id from attendances where company_id = ${companyId} and ticket_id = ${ticketId})
      insert into integration_deliveries (company_id, integration_id, ticket_id, attendance_id, message_id, contact_name, event_id, state, payload)
      select company_id, ${id}, ticket_id, id, 0, ${`${word} Cliente`}, gen_random_uuid(), 'done', ${JSON.stringify({ chatInput: `${word}, oi` })}
      from attendances where company_id = ${companyId} and ticket_id = ${ticketId} returning id`.execute(db);
    return rows[0]?.id ?? 0;
  });
  return { integrationId: id, integrationDeliveryId };
}

/** A list with somebody on it, and a customer who does not want to be written to. */
async function furnishList(admin: Client, word: string, number: string): Promise<Pick<Furnished, 'contactListId' | 'contactListItemId'>> {
  const list = await admin.call('POST /contact-lists', { body: { name: `${word} lista` } });
  const item = await admin.call('POST /contact-list-items', { body: { name: `${word} inscrita`, number, contactListId: list.id } });
  const left = await admin.call('POST /contacts', { body: { name: `${word} saiu`, number: number.replace(/^5511/, '5531') } });
  await admin.call('POST /v1/contacts/:contactId/consent', {
    params: { contactId: left.id },
    body: { state: 'out', words: `${word}, não quero mais` },
  });
  return { contactListId: list.id, contactListItemId: item.id };
}

/** A phone that nobody runs, with a key and a message of its session. */
function furnishDevice(world: World, companyId: number, connectionId: number): Promise<unknown> {
  return platformTransaction(world.app.base, ({ db }) =>
    sql`
      with device as (
          insert into web_sessions (company_id, connection_id, wanted) values (${companyId}, ${connectionId}, 'stop') returning company_id, connection_id),
        key as (
          insert into web_session_keys (company_id, connection_id, category, id, value)
          select company_id, connection_id, 'session', '1', '\\x00' from device)
      insert into web_stanzas (company_id, connection_id, direction, id, content) select company_id, connection_id, 'out', '1', '\\x00' from device`.execute(
      db,
    ),
  );
}

/** What operators give to everybody. */
async function furnishAbove(world: World): Promise<Pick<Furnished, 'announcementId' | 'helpId'>> {
  return platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ announcementId: number; helpId: number }>`
      with announcement as (
          insert into announcements (company_id, title, text) select company_id, 'Novidade', 'Há uma versão nova' from users where super limit 1 returning id),
        help as (insert into helps (title, description, video) values ('Primeiros passos', 'Como começar', 'dQw4w9WgXcQ') returning id)
      select announcement.id as "announcementId", help.id as "helpId" from announcement, help`.execute(db);
    return rows[0] ?? { announcementId: 0, helpId: 0 };
  });
}

/** A template, as a number of the Cloud API has them. */
function furnishTemplate(world: World, companyId: number, connectionId: number, word: string): Promise<unknown> {
  return platformTransaction(world.app.base, ({ db }) =>
    sql`
      with sync as (insert into template_syncs (company_id, connection_id, synced_at) values (${companyId}, ${connectionId}, now()))
      insert into templates (company_id, connection_id, name, language, category, status, content, seen_at)
      values (${companyId}, ${connectionId}, ${`${word.toLowerCase()}_modelo`}, 'pt_BR', 'UTILITY', 'APPROVED',
        ${JSON.stringify({ header: null, body: `${word} avisa`, footer: null, buttons: [], unsupported: null })}, now())`.execute(db),
  );
}

/** An invoice that was asked for, and paid too little. */
function furnishInvoice(world: World, companyId: number, word: string): Promise<Pick<Furnished, 'invoiceId' | 'paymentId' | 'txid'>> {
  const txid = crypto.randomUUID().replaceAll('-', '');
  return platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ invoiceId: number; paymentId: number }>`
      with invoice as (
          insert into invoices (company_id, due_date, detail, plan_id, recurrence, value_cents)
          select id, '2031-01-31', ${`${word} plano`}, plan_id, 'MENSAL', 3000 from companies where id = ${companyId} returning company_id, id),
        charge as (
          insert into pix_charges (company_id, invoice_id, provider, txid, amount_cents, months, expires_at)
          select company_id, id, 'efi', ${txid}, 3000, 1, now() from invoice returning company_id, id, invoice_id)
      insert into pix_payments (company_id, charge_id, key, amount_cents, outcome, paid_at)
      select company_id, id, ${`${word} parte`}, 1, 'short', now() from charge returning (select id from invoice) as "invoiceId", id as "paymentId"`.execute(
      db,
    );
    return { invoiceId: rows[0]?.invoiceId ?? 0, paymentId: rows[0]?.paymentId ?? 0, txid };
  });
}

/** A connection that was away for an hour once. */
function furnishGap(world: World, companyId: number, connectionId: number, word: string): Promise<number> {
  return platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      insert into connection_gaps (company_id, connection_id, from_at, to_at, reason, state)
      values (${companyId}, ${connectionId}, now() - interval '2 hours', now() - interval '1 hour', ${`${word} motivo`}, 'closed')
      returning id`.execute(db);
    return rows[0]?.id ?? 0;
  });
}

function tagTicket(world: World, companyId: number, ticketId: number, name: string): Promise<number> {
  return platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with tag as (insert into tags (company_id, name, color) values (${companyId}, ${name}, '#ac2b30') returning id)
      insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, ${ticketId}, id from tag returning tag_id as id`.execute(
      db,
    );
    return rows[0]?.id ?? 0;
  });
}

async function furnishPrompt(admin: Client, word: string, queueId: number): Promise<number> {
  const prompt = `${word}: atenda os clientes da loja com cordialidade e sem prometer descontos.`;
  await admin.call('PUT /v1/inbox-help/settings', { body: { apiKey: `sk-${word}`, model: `${word} modelo` } });
  const { id } = await admin.call('POST /prompt', { body: { name: `${word} assistente`, prompt, apiKey: `sk-${word}`, queueId } });
  return id;
}
