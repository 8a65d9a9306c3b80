// Templates over real protocols, against a strict local Meta: the list is kept in step, and each way in which one can fail ends in its state.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heard, until } from '../../../../test/client.ts';
import { fakeTemplate } from '../../../../test/fake-graph/templates.ts';
import { type Desk, givenDesk, givenPhone } from '../../../../test/given.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let desk: Desk;
let waba: string;
let people = 0;
beforeAll(async () => {
  desk = await givenDesk();
  waba = `20${desk.phoneNumberId.slice(2)}`;
});
afterAll(() => desk.close());

const params = () => ({ whatsappId: desk.connectionId });
const listed = (query: Record<string, unknown> = {}) =>
  desk.ana.call('GET /v1/connections/:whatsappId/templates', { params: params(), query });
const template = async (name: string) => (await listed({ searchParam: name })).templates[0];

const syncOf = async () => (await desk.admin.call('GET /v1/connections/:whatsappId/templates', { params: params() })).sync;

/** Asks for a comparison, and waits for its end; not for that of the one that began when the number was connected. */
async function synced() {
  const before = await until(async () => {
    const sync = await syncOf();
    return !sync.running && (sync.syncedAt !== null || sync.failure !== null) ? sync : null;
  });
  await desk.admin.call('POST /v1/connections/:whatsappId/templates/sync', { params: params() });
  return until(async () => {
    const sync = await syncOf();
    return !sync.running && (sync.failure !== null || sync.syncedAt !== before.syncedAt) ? sync : null;
  });
}

/** A conversation with somebody who never wrote: the window is shut. */
async function conversation(whatsappId = desk.connectionId) {
  const number = `5548988${String(100_000 + ++people)}`;
  const contact = await desk.admin.call('POST /contacts', { body: { name: `Marina ${people} Prado`, number } });
  const ticket = await desk.admin.call('POST /tickets', {
    body: { contactId: contact.id, whatsappId, queueId: desk.sales, userId: desk.ana.user.id, status: 'open' },
  });
  return { ticketId: ticket.id, number: contact.number };
}

const send = (ticketId: number, name: string, variables: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  desk.ana.call('POST /v1/tickets/:ticketId/template', {
    params: { ticketId },
    body: { name, language: 'pt_BR', variables },
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  });
const thread = async (ticketId: number) => (await desk.ana.call('GET /messages/:ticketId', { params: { ticketId } })).messages;
const settled = (ticketId: number) =>
  until(async () => {
    const [message] = await thread(ticketId);
    return message && (message.state === 'delivered' || message.state === 'failed') ? message : null;
  });
const sentTo = (number: string) => desk.graph.sent().filter(({ to }) => to === number);
const asked = (number: string) =>
  desk.graph.requests().filter(({ path, json }) => path.endsWith('/messages') && (json as { to?: string } | null)?.to === number);

describe('the list of templates', () => {
  test('follows Meta’s, page by page; what is gone there goes here', async () => {
    const many = Array.from({ length: 205 }, (_, index) => fakeTemplate(`aviso_${String(index).padStart(3, '0')}`, 'Aviso'));
    desk.graph.setTemplates(waba, ...many, fakeTemplate('zz_recusado', 'Compre {{1}}', { status: 'REJECTED', category: 'MARKETING' }));
    await synced();
    expect(await listed()).toMatchObject({
      count: 206,
      hasMore: true,
      templates: { length: 20, 0: { name: 'aviso_000', status: 'APPROVED' } },
    });
    expect((await listed({ pageNumber: 11 })).templates.map(({ name }) => name)).toContain('zz_recusado');
    expect(await template('zz_recusado')).toMatchObject({
      status: 'REJECTED',
      reason: 'INVALID_FORMAT',
      category: 'MARKETING',
      quality: 'GREEN',
    });
    expect((await listed({ searchParam: 'zz_', sendable: true })).templates).toEqual([]);
    desk.graph.removeTemplate(waba, 'aviso_204');
    await synced();
    expect((await listed({ searchParam: 'aviso_204' })).templates).toEqual([]);
  });

  test('hears from Meta of a changed status and quality, and everybody looks at it again', async () => {
    desk.graph.setTemplates(waba, fakeTemplate('lembrete', 'Não esqueça'));
    await synced();
    const socket = await desk.bia.socket();
    const news = heard<{ whatsappId: number }>(socket, `company-${desk.admin.user.companyId}-template`);
    await desk.graph.reportTemplate(waba, 'lembrete', 'PAUSED', 'TOO MANY BLOCKS');
    expect((await news).whatsappId).toBe(desk.connectionId);
    socket.close();
    expect(await template('lembrete')).toMatchObject({ status: 'PAUSED', reason: 'TOO MANY BLOCKS', quality: 'GREEN' });
    await desk.graph.reportQuality(waba, 'lembrete', 'YELLOW');
    expect(await template('lembrete')).toMatchObject({ status: 'PAUSED', quality: 'YELLOW' });
    await desk.graph.reportTemplate(waba, 'lembrete', 'APPROVED');
    expect(await template('lembrete')).toMatchObject({ status: 'APPROVED', reason: null });
  });

  test('hears it for every number of the same account', async () => {
    desk.graph.setTemplates(waba, fakeTemplate('lembrete', 'Não esqueça'));
    await synced();
    const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
      platformTransaction(desk.world.app.base, async ({ db }) => (await statement.execute(db)).rows);
    const [twin] = await inDb(sql<{ id: number }>`
      insert into connections (company_id, name, channel, webhook_key, cloud_waba_id)
      select company_id, 'Segundo número', channel, webhook_key || '2', cloud_waba_id from connections where id = ${desk.connectionId} returning id`);
    await inDb(sql`insert into templates (company_id, connection_id, name, language, category, status, quality, content, seen_at, created_at, updated_at)
      select company_id, ${twin?.id}, name, language, category, status, quality, content, seen_at, created_at, updated_at from templates
      where connection_id = ${desk.connectionId} and name = 'lembrete'`);
    // Another than was reported before: the same word within the same second is a repeat.
    await desk.graph.reportTemplate(waba, 'lembrete', 'DISABLED');
    await until(async () => (await template('lembrete'))?.status === 'DISABLED');
    const ofTwin = await desk.ana.call('GET /v1/connections/:whatsappId/templates', { params: { whatsappId: twin?.id ?? 0 }, query: {} });
    expect(ofTwin.templates).toMatchObject([{ name: 'lembrete', status: 'DISABLED' }]);
  });

  test('learns of a template that was made since', async () => {
    desk.graph.setTemplates(waba, fakeTemplate('novidade', 'Chegou', { status: 'PENDING' }));
    await desk.graph.reportTemplate(waba, 'novidade', 'APPROVED');
    await until(() => template('novidade'));
    expect(await template('novidade')).toMatchObject({ status: 'APPROVED' });
  });

  test('says why it could not be compared, and keeps what it has', async () => {
    const before = (await listed()).count;
    desk.graph.failNext({ status: 400, code: 200, path: /message_templates/ });
    expect(await synced()).toMatchObject({ failure: 'not_permitted', running: false });
    expect((await listed()).count).toBe(before);
    expect(await synced()).toMatchObject({ failure: null });
  });

  test('is only that of numbers of the Cloud API', async () => {
    const phone = await givenPhone(desk.admin, 'Simulado');
    await expect(
      desk.admin.call('POST /v1/connections/:whatsappId/templates/sync', { params: { whatsappId: phone } }),
    ).rejects.toMatchObject({
      error: 'ERR_TEMPLATE_CHANNEL',
    });
    const { ticketId } = await conversation(phone);
    await expect(send(ticketId, 'lembrete')).rejects.toMatchObject({ error: 'ERR_TEMPLATE_CHANNEL' });
  });
});

describe('a template', () => {
  beforeAll(async () => {
    desk.graph.autoStatuses('sent', 'delivered');
    desk.graph.setTemplates(
      waba,
      fakeTemplate('pedido', 'Olá {{1}}, o pedido {{2}} saiu.', {
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Loja {{1}}' },
          { type: 'BODY', text: 'Olá {{1}}, o pedido {{2}} saiu.' },
          { type: 'FOOTER', text: 'Equipe da loja' },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'Obrigada' },
              { type: 'URL', text: 'Acompanhar', url: 'https://loja.example/p/{{1}}', example: ['x'] },
              { type: 'COPY_CODE', text: 'Copiar cupom' },
            ],
          },
        ],
      }),
      fakeTemplate('com_nome', 'Oi {{cliente}}, até {{dia}}!'),
      fakeTemplate('foto', 'Veja', {
        components: [
          { type: 'HEADER', format: 'IMAGE' },
          { type: 'BODY', text: 'Veja' },
        ],
      }),
      fakeTemplate('senha', '*{{1}}* é o seu código.', {
        category: 'AUTHENTICATION',
        components: [
          { type: 'BODY', text: '*{{1}}* é o seu código.' },
          { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copiar código' }] },
        ],
      }),
      fakeTemplate('carrossel', 'Veja', {
        components: [
          { type: 'BODY', text: 'Veja' },
          { type: 'CAROUSEL', cards: [] },
        ],
      }),
      fakeTemplate('simples', 'Até amanhã'),
      fakeTemplate('pausavel', 'Promoção', { category: 'MARKETING' }),
      fakeTemplate('mudado', 'Oi {{1}}'),
      fakeTemplate('apagado', 'Oi'),
    );
    await synced();
  });

  test('reaches a customer who never wrote, filled in, and shows as they see it', async () => {
    const { ticketId, number } = await conversation();
    await expect(desk.ana.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'oi' } })).rejects.toMatchObject({
      error: 'ERR_WINDOW_CLOSED',
    });
    const values = { 'header.1': 'da Ana', 'body.1': '{{firstName}}', 'body.2': '77\ne 78', 'button.1': 'x77', 'button.2': 'VOLTE10' };
    expect(await send(ticketId, 'pedido', values)).toMatchObject({
      body: '*Loja da Ana*\n\nOlá Marina, o pedido 77 e 78 saiu.\n\n_Equipe da loja_',
      template: { name: 'pedido', language: 'pt_BR', media: null, buttons: ['Obrigada', 'Acompanhar', 'Copiar cupom'] },
      user: { name: 'Ana Beatriz' },
    });
    expect(await settled(ticketId)).toMatchObject({ ack: 2, failReason: null });
    expect(sentTo(number)).toHaveLength(1);
    expect(sentTo(number)[0]?.body).toMatchObject({ type: 'template', template: { name: 'pedido', language: { code: 'pt_BR' } } });
  });

  test.each<[string, Record<string, string>]>([
    ['com_nome', { 'body.cliente': 'Bia', 'body.dia': 'terça' }],
    ['foto', { 'header.media': 'https://loja.example/foto.png' }],
    ['senha', { 'body.1': '482913' }],
    ['simples', {}],
  ])('of the kind %s is what Meta takes', async (name, variables) => {
    const { ticketId } = await conversation();
    await send(ticketId, name, variables);
    expect(await settled(ticketId)).toMatchObject({ state: 'delivered', failReason: null });
  });

  test('takes along the file above its text, if Meta takes it there', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const { ticketId, number } = await conversation();
    const post = (bytes: Uint8Array, filename: string, key: string, value = 'attachment') => {
      const body = new FormData();
      for (const [name, text] of Object.entries({ name: 'foto', language: 'pt_BR' })) body.append(name, text);
      body.append('variables', JSON.stringify({ 'header.media': value }));
      body.append('file', new Blob([new Uint8Array(bytes)]), filename);
      return desk.ana.call('POST /v1/tickets/:ticketId/template', { params: { ticketId }, body, headers: { 'idempotency-key': key } });
    };
    await expect(post(Buffer.from('um texto'), 'nota.txt', 'a')).rejects.toMatchObject({
      error: 'ERR_TEMPLATE_VARIABLES',
      body: { details: { missing: [], invalid: ['header.media'] } },
    });
    await expect(send(ticketId, 'foto', { 'header.media': 'attachment' })).rejects.toMatchObject({
      error: 'ERR_TEMPLATE_VARIABLES',
      body: { details: { missing: ['header.media'], invalid: [] } },
    });
    await expect(post(png, 'sofa.png', 'b', 'https://loja.example/foto.png')).rejects.toMatchObject({ error: 'ERR_VALIDATION' });
    const sent = await post(png, 'sofa.png', 'c');
    expect(sent).toMatchObject({
      body: 'Veja',
      mediaName: 'sofa.png',
      mediaUrl: expect.stringContaining('/media/'),
      template: { name: 'foto', media: { kind: 'IMAGE', link: '' } },
    });
    expect(await post(png, 'sofa.png', 'c')).toMatchObject({ id: sent.id });
    expect(await settled(ticketId)).toMatchObject({ state: 'delivered', failReason: null });
    expect(sentTo(number).map(({ body }) => body.template)).toMatchObject([
      { components: [{ type: 'header', parameters: [{ type: 'image', image: { id: expect.stringMatching(/^\d+$/) } }] }] },
    ]);
  });

  test('is refused before Meta is asked when its variables do not fit, it is not approved, unknown or of an unknown language', async () => {
    const { ticketId, number } = await conversation();
    const refused = (name: string, variables = {}) => expect(send(ticketId, name, variables)).rejects;
    await refused('com_nome', { 'body.cliente': 'Bia' }).toMatchObject({
      error: 'ERR_TEMPLATE_VARIABLES',
      body: { details: { missing: ['body.dia'] } },
    });
    await refused('simples', { 'body.1': 'demais' }).toMatchObject({
      error: 'ERR_TEMPLATE_VARIABLES',
      body: { details: { unknown: ['body.1'] } },
    });
    await refused('zz_recusado', { 'body.1': 'x' }).toMatchObject({
      error: 'ERR_TEMPLATE_STATUS',
      body: { details: { status: 'REJECTED' } },
    });
    await refused('carrossel').toMatchObject({ error: 'ERR_TEMPLATE_UNSUPPORTED' });
    await refused('nunca_houve').toMatchObject({ error: 'ERR_NO_TEMPLATE_FOUND' });
    await expect(
      desk.ana.call('POST /v1/tickets/:ticketId/template', { params: { ticketId }, body: { name: 'simples', language: 'en_US' } }),
    ).rejects.toMatchObject({ error: 'ERR_NO_TEMPLATE_FOUND' });
    expect(await thread(ticketId)).toEqual([]);
    expect(asked(number)).toEqual([]);
  });

  test('with the same key is sent once', async () => {
    const { ticketId, number } = await conversation();
    const key = { 'idempotency-key': 'um-clique' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(ticketId, 'simples', {}, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await settled(ticketId);
    expect(sentTo(number)).toHaveLength(1);
  });

  test.each([
    ['pausavel', {}, { pause: 'PAUSED' }, 'template_paused', 'PAUSED'],
    ['mudado', { 'body.1': 'Bia' }, { becomes: 'Oi {{1}} e {{2}}' }, 'template_variables', 'APPROVED'],
    ['apagado', {}, { gone: true }, 'template_missing', undefined],
  ] as const)('%s that changed at Meta unheard fails once, and is known from then on', async (name, variables, change, reason, status) => {
    if ('pause' in change) desk.graph.setTemplates(waba, fakeTemplate(name, 'Promoção', { status: change.pause, category: 'MARKETING' }));
    if ('becomes' in change) desk.graph.setTemplates(waba, fakeTemplate(name, change.becomes));
    if ('gone' in change) desk.graph.removeTemplate(waba, name);
    const { ticketId, number } = await conversation();
    await send(ticketId, name, variables);
    expect(await settled(ticketId)).toMatchObject({ state: 'failed', failReason: reason });
    expect(asked(number)).toHaveLength(1);
    expect(sentTo(number)).toEqual([]);
    const seen = await until(async () => {
      const found = await template(name);
      const changed = name !== 'mudado' || found?.content.body === 'Oi {{1}} e {{2}}';
      return changed && (status !== undefined || !found || found.status === 'OTHER') ? { found } : null;
    });
    expect(seen.found?.status === 'OTHER' ? undefined : seen.found?.status).toBe(status);
    await expect(send(ticketId, name, variables)).rejects.toMatchObject({ status: expect.any(Number) });
    expect(asked(number)).toHaveLength(1);
  });

  test('that Meta throttles (130429) waits and leaves once', async () => {
    const { ticketId, number } = await conversation();
    desk.graph.failNext({ status: 429, code: 130429, path: /\/messages$/, retryAfter: 1 });
    await send(ticketId, 'simples');
    expect(await settled(ticketId)).toMatchObject({ state: 'delivered', failReason: null });
    expect(sentTo(number)).toHaveLength(1);
    expect(asked(number)).toHaveLength(2);
  });

  test('of marketing to somebody who had enough of it (131049) fails, is not repeated, and holds nothing else back', async () => {
    desk.graph.setTemplates(waba, fakeTemplate('promo', 'Ofertas', { category: 'MARKETING' }));
    await synced();
    const { ticketId, number } = await conversation();
    desk.graph.limitMarketing(number);
    await send(ticketId, 'promo');
    expect(await settled(ticketId)).toMatchObject({ state: 'failed', failReason: 'marketing_limit' });
    expect(sentTo(number)).toHaveLength(1);
    const other = await conversation();
    await send(other.ticketId, 'promo');
    expect(await settled(other.ticketId)).toMatchObject({ state: 'delivered' });
  });

  test('whose answer is lost is settled by its status, and not sent again', async () => {
    const { ticketId, number } = await conversation();
    desk.graph.failNext('reset-after-accept');
    await send(ticketId, 'simples');
    expect(await settled(ticketId)).toMatchObject({ state: 'delivered' });
    expect(sentTo(number)).toHaveLength(1);
  });

  test('that failed can be tried again while the window is shut', async () => {
    const { ticketId, number } = await conversation();
    desk.graph.failNext({ status: 400, code: 131026, path: /\/messages$/ });
    await send(ticketId, 'simples');
    const failed = await settled(ticketId);
    expect(failed).toMatchObject({ state: 'failed', failReason: 'not_on_whatsapp' });
    await desk.ana.call('POST /v1/messages/:messageId/retry', { params: { messageId: failed.id } });
    expect(await settled(ticketId)).toMatchObject({ state: 'delivered' });
    expect(sentTo(number)).toHaveLength(1);
  });

  test('free text that Meta refuses as too late (131047) ends with that reason', async () => {
    const { ticketId, number } = await conversation();
    await until(async () => {
      await send(ticketId, 'simples');
      return (await settled(ticketId)) && sentTo(number)[0]?.wamid;
    });
    const who = desk.graph.customer({ phone: number, name: 'Marina' }, desk.phoneNumberId);
    await who.text('oi');
    desk.graph.autoStatuses();
    await desk.ana.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'Respondo tarde' } });
    const late = await until(() => sentTo(number).find(({ body }) => body.type === 'text'));
    await desk.graph.emitStatus(late.wamid, 'failed', 131047);
    const message = (await thread(ticketId)).find(({ body }) => body.endsWith('Respondo tarde'));
    expect(message).toMatchObject({ state: 'failed', failReason: 'window_closed' });
    desk.graph.autoStatuses('sent', 'delivered');
  });
});

test.each([1, 2, 3])('a list whose cursors lead in a circle of %i pages is read once, and that ends', async (pages) => {
  desk.graph.setTemplates(waba, fakeTemplate('em_roda', 'Olá'));
  desk.graph.circle(pages);
  const asked = () => desk.graph.requests().filter(({ path }) => path.includes('message_templates')).length;
  const before = asked();
  expect(await synced()).toMatchObject({ running: false, failure: null });
  desk.graph.circle(0);
  expect(asked() - before).toBeLessThanOrEqual(pages + 1);
  expect((await listed({ searchParam: 'em_roda' })).templates).toHaveLength(1);
});
