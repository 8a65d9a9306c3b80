// Looking for something in a conversation, passing it on, and who is not heard.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, heard, until } from '../../../../test/client.ts';
import { givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let admin: Client;
let ana: Client;
let bia: Client;
let phone: number;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  const [sales, support] = [await givenQueue(admin, 'Vendas'), await givenQueue(admin, 'Suporte', { color: '#112233' })];
  ana = await givenUser(world.url, admin, { name: 'Ana Beatriz', queueIds: [sales, support] });
  bia = await givenUser(world.url, admin, { name: 'Bia Fontes', queueIds: [support] });
  phone = await givenPhone(admin);
});
afterAll(() => world.close());

let people = 0;
/** A customer whose ticket Ana has. */
async function customer() {
  const from = `55119876${70000 + ++people}`;
  const says = (body: string) =>
    admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId: phone }, body: { from, name: `Cliente ${people}`, body } });
  await says('oi');
  const ticket = async () => {
    const { tickets } = await admin.call('GET /tickets', { query: { showAll: true, searchParam: from } });
    const [found] = tickets;
    if (!found) throw new Error('there is no ticket');
    return found;
  };
  const { id } = await ticket();
  const queueId = ana.user.queues[0]?.id ?? 0;
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { queueId, userId: ana.user.id, status: 'open' } });
  const write = (body: string) => ana.call('POST /messages/:ticketId', { params: { ticketId: id }, body: { body } });
  const thread = async () => (await ana.call('GET /messages/:ticketId', { params: { ticketId: id } })).messages;
  return { id, from, says, write, ticket, thread, contactId: (await ticket()).contactId };
}

test('a text is found in the messages and notes of a conversation whatever its accents, by its place, and by who wrote it', async () => {
  const rui = await customer();
  await rui.says('A RETIRADA é hoje?');
  await rui.write('Sua rètirada fica para terça');
  await rui.says('100% certo');
  const find = (searchParam: string, from?: 'customer' | 'us') =>
    ana.call('GET /v1/tickets/:ticketId/find', { params: { ticketId: rui.id }, query: { searchParam, ...(from && { from }) } });
  const [, , answer] = await rui.thread();
  expect((await find('retirada')).hits.map(({ position }) => position)).toEqual([2, 3]);
  expect((await find('retirada', 'us')).hits).toEqual([
    { kind: 'message', id: answer?.id, at: answer?.createdAt, position: 2, body: 'Sua rètirada fica para terça' },
  ]);
  expect((await find('0%')).hits).toHaveLength(1);
  expect(await find('  ')).toEqual({ hits: [], hasMore: false });
  const note = await ana.call('POST /ticket-notes', { body: { ticketId: rui.id, contactId: rui.contactId, note: 'Retirada na portaria' } });
  await rui.says('Combinado');
  const kinds = async (from?: 'customer' | 'us') => (await find('retirada', from)).hits.map(({ kind, position }) => `${kind} ${position}`);
  expect(await kinds()).toEqual(['note 2', 'message 3', 'message 4']);
  expect([await kinds('us'), await kinds('customer')]).toEqual([['note 2', 'message 3'], ['message 4']]);
  expect((await find('portaria')).hits.map(({ id }) => id)).toEqual([String(note.id)]);
  const refused = bia.call('GET /v1/tickets/:ticketId/find', { params: { ticketId: rui.id }, query: { searchParam: 'retirada' } });
  await expect(refused).rejects.toMatchObject({ error: 'ERR_NO_TICKET_FOUND' });
});

test('a search tells where it found something: messages, files and notes, of tickets that one may read', async () => {
  const [rui, lia, waiting] = [await customer(), await customer(), `55119876${70000 + ++people}`];
  await rui.says('Boa tarde! '.repeat(20).concat('A RETIRADA é hoje? ', 'Obrigado. '.repeat(20)));
  await rui.write('Sua rètirada fica para terça');
  const form = new FormData();
  form.append('medias', new File([Buffer.from('%PDF-1.4\n%%EOF')], 'termo-de-retirada.pdf', { type: 'application/pdf' }));
  form.append('body', 'O termo');
  await fetch(`${world.url}/messages/${rui.id}`, { method: 'POST', headers: { authorization: `Bearer ${ana.token}` }, body: form });
  await ana.call('POST /ticket-notes', { body: { ticketId: rui.id, contactId: rui.contactId, note: 'deixei a Retirada com a portaria' } });
  await lia.says('nada a ver');
  await admin.call('POST /simulator/:whatsappId/messages', {
    params: { whatsappId: phone },
    body: { from: waiting, name: 'Espera', body: 'e a retirada?' },
  });
  const [pending] = (await admin.call('GET /tickets', { query: { showAll: true, searchParam: waiting } })).tickets;
  const ticketIds = [rui.id, lia.id, pending?.id ?? 0];
  const hits = (who: Client, searchParam: string) => who.call('GET /v1/message-hits', { query: { ticketIds, searchParam } });
  const found = await hits(ana, 'retirada');
  expect(found.map(({ ticketId, kind, fromMe, user, body }) => [ticketId, kind, fromMe, user?.name ?? null, body])).toEqual([
    [rui.id, 'note', true, 'Ana Beatriz', 'deixei a Retirada com a portaria'],
    [rui.id, 'file', true, 'Ana Beatriz', 'termo-de-retirada.pdf'],
    [rui.id, 'message', true, 'Ana Beatriz', 'Sua rètirada fica para terça'],
    [rui.id, 'message', false, null, expect.stringMatching(/^….{20,60}RETIRADA é hoje\? Obrigado/)],
  ]);
  expect(found.at(-1)?.body.length).toBeLessThan(170);
  expect((await hits(admin, 'retirada')).map(({ ticketId }) => ticketId)).toContain(pending?.id);
  expect(await hits(bia, 'retirada')).toEqual([]);
  expect(await hits(ana, '  ')).toEqual([]);

  const listed = async (who: Client, query: { searchParam?: string; users?: number[]; hasFile?: boolean }) =>
    (await who.call('GET /tickets', { query: { showAll: true, ...query } })).tickets.map(({ id }) => id);
  for (const searchParam of ['termo-de-RETIRÁDA', 'com a portaria', 'RETIRADA é hoje? Obri'])
    expect([searchParam, await listed(ana, { searchParam }), await listed(bia, { searchParam })]).toEqual([searchParam, [rui.id], []]);
  expect(await listed(ana, { searchParam: 'com a portaria', users: [ana.user.id] })).toEqual([rui.id]);
  expect(await listed(ana, { searchParam: 'com a portaria', hasFile: true })).toEqual([rui.id]);
  expect(await listed(ana, { searchParam: 'com a portaria', users: [bia.user.id] })).toEqual([]);
  expect(await listed(bia, { searchParam: 'com a portaria', users: [ana.user.id] })).toEqual([]);
});

test('of a conversation that waits, nothing is read, answered or changed by way of its messages before it is accepted', async () => {
  const rui = await customer();
  await rui.write('uma nossa');
  await jobsDone(world);
  const [theirs, own] = await rui.thread();
  const [params, messageId] = [{ ticketId: rui.id }, theirs?.id ?? ''];
  await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'pending' } });
  const attempts = (who: Client) => [
    () => who.call('POST /v1/messages/:messageId/reaction', { params: { messageId }, body: { emoji: '👍' } }),
    () => who.call('POST /messages/:ticketId', { params, body: { body: 'respondo', quotedMsg: { id: messageId } } }),
    () => who.call('PUT /v1/messages/:messageId', { params: { messageId: own?.id ?? '' }, body: { body: 'outra' } }),
    () => who.call('DELETE /messages/:messageId', { params: { messageId: own?.id ?? '' } }),
    () => who.call('POST /v1/messages/:messageId/retry', { params: { messageId: own?.id ?? '' } }),
  ];
  for (const attempt of attempts(ana)) await expect(attempt()).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  for (const attempt of attempts(bia)) await expect(attempt()).rejects.toMatchObject({ status: 404 });
  // Nor by asking of one word after the other whether it was said.
  const isFound = async (who: Client, searchParam: string) =>
    (await who.call('GET /tickets', { query: { showAll: true, searchParam } })).tickets.some(({ id }) => id === rui.id);
  await rui.says('é sobre o abacateiro');
  expect([await isFound(ana, 'abacateiro'), await isFound(admin, 'abacateiro')]).toEqual([false, true]);
  await attempts(admin)[0]?.();
  await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'open' } });
  expect(await isFound(ana, 'abacateiro')).toBe(true);
  await attempts(ana)[1]?.();
});

test('messages are passed on in their order, with their file, once for each key, and marked as forwarded', async () => {
  const [rui, lia] = [await customer(), await customer()];
  const form = new FormData();
  form.append('medias', new File([Buffer.from('%PDF-1.4\n%%EOF')], 'nota.pdf', { type: 'application/pdf' }));
  form.append('body', 'A nota');
  const headers = { authorization: `Bearer ${ana.token}` };
  await fetch(`${world.url}/messages/${rui.id}`, { method: 'POST', headers, body: form });
  await rui.write('{{firstName}} fica como está');
  await jobsDone(world);
  const [first, file, text] = await rui.thread();
  const key = randomUUID();
  const forward = () =>
    ana.call('POST /v1/tickets/:ticketId/forward', {
      params: { ticketId: lia.id },
      body: { messageIds: [text?.id ?? '', file?.id ?? '', first?.id ?? ''] },
      headers: { 'idempotency-key': key },
    });
  const [sent, again] = [await forward(), await forward()];
  expect(again.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
  await jobsDone(world);
  const there = (await lia.thread()).slice(1);
  expect(there.map(({ body, mediaName, isForwarded, state, user }) => [body, mediaName, isForwarded, state, user?.id])).toEqual([
    ['oi', null, true, 'sent', ana.user.id],
    ['A nota', 'nota.pdf', true, 'sent', ana.user.id],
    [text?.body, null, true, 'sent', ana.user.id],
  ]);
  // The copy keeps the file when the first message is gone.
  await ana.call('DELETE /messages/:messageId', { params: { messageId: file?.id ?? '' } });
  const { pathname, search } = new URL(there[1]?.mediaUrl ?? '', world.url);
  expect((await fetch(`${world.url}${pathname}${search}`)).status).toBe(200);
  const gone = ana.call('POST /v1/tickets/:ticketId/forward', { params: { ticketId: lia.id }, body: { messageIds: [file?.id ?? ''] } });
  await expect(gone).rejects.toMatchObject({ status: 400, error: 'ERR_CANNOT_FORWARD' });
  const unseen = bia.call('POST /v1/tickets/:ticketId/forward', { params: { ticketId: lia.id }, body: { messageIds: [text?.id ?? ''] } });
  await expect(unseen).rejects.toMatchObject({ status: 404 });
  // Nor out of a conversation that she may not read into one of hers.
  const hers = await customer();
  const queueId = bia.user.queues[0]?.id ?? 0;
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: hers.id }, body: { queueId, userId: bia.user.id, status: 'open' } });
  const taken = bia.call('POST /v1/tickets/:ticketId/forward', { params: { ticketId: hers.id }, body: { messageIds: [text?.id ?? ''] } });
  await expect(taken).rejects.toMatchObject({ status: 404, error: 'ERR_NO_MESSAGE_FOUND' });
});

test('two who forward to each other at once both succeed', async () => {
  const [rui, lia] = [await customer(), await customer()];
  const [[one], [two]] = [await rui.thread(), await lia.thread()];
  const to = (ticketId: number, id = '') =>
    ana.call('POST /v1/tickets/:ticketId/forward', { params: { ticketId }, body: { messageIds: [id] } });
  const done = await Promise.all(Array.from({ length: 6 }, (_, at) => (at % 2 ? to(rui.id, two?.id) : to(lia.id, one?.id))));
  expect(done.flat()).toHaveLength(6);
});

test('files and links of a contact stand together, page by page, of all conversations that one may read', async () => {
  const rui = await customer();
  await rui.says('Veja https://exemplo.com.br/sofa e http://outro.example');
  await rui.says('sem nada: isto não é https');
  await platformTransaction(world.app.base, ({ db }) =>
    sql`insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, media_state, sent_at)
      select company_id, id, contact_id, connection_id, false, '', 'image', 'received', 'ready', now() - n * interval '1 minute'
      from tickets, generate_series(1, 30) n where id = ${rui.id}`.execute(db),
  );
  const list = (kind: 'media' | 'files' | 'links', pageNumber = 1, who = ana) =>
    who.call('GET /v1/contacts/:contactId/media', { params: { contactId: rui.contactId }, query: { kind, pageNumber } });
  const first = await list('media');
  expect([first.messages.length, first.hasMore, first.counts]).toEqual([24, true, { media: 30, files: 0, links: 1 }]);
  expect((await list('media', 2)).messages).toHaveLength(6);
  expect((await list('links')).messages.map(({ body }) => body)).toEqual(['Veja https://exemplo.com.br/sofa e http://outro.example']);
  expect((await list('media', 1, bia)).counts).toEqual({ media: 0, files: 0, links: 0 });
  // What stands above the text of a template, too.
  await platformTransaction(world.app.base, ({ db }) =>
    sql`insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, media_state, template, sent_at)
      select company_id, id, contact_id, connection_id, true, 'modelo ' || kind, 'conversation', 'sent', 'ready',
        jsonb_build_object('name', 'oferta', 'language', 'pt_BR', 'media', jsonb_build_object('kind', kind, 'link', ''), 'buttons', '[]'::jsonb), now()
      from tickets, unnest(array['IMAGE', 'VIDEO', 'DOCUMENT']) kind where id = ${rui.id}`.execute(db),
  );
  expect((await list('media')).counts).toEqual({ media: 32, files: 1, links: 1 });
  expect((await list('files')).messages.map(({ body }) => body)).toEqual(['modelo DOCUMENT']);
});

test('who is blocked is not heard and not written to, until that is lifted; it is told to everybody', async () => {
  const rui = await customer();
  const block = (blocked: boolean) =>
    ana.call('PUT /v1/contacts/:contactId/block', { params: { contactId: rui.contactId }, body: { blocked } });
  const socket = await bia.socket();
  const told = heard<{ contact?: { id: number; blocked: boolean } }>(
    socket,
    `company-${admin.user.companyId}-contact`,
    ({ contact }) => contact?.id === rui.contactId && contact.blocked,
  );
  expect(await block(true)).toMatchObject({ id: rui.contactId, blocked: true });
  await told;
  socket.close();
  await rui.says('ninguém ouve isto');
  expect((await rui.thread()).map(({ body }) => body)).toEqual(['oi']);
  expect((await rui.ticket()).contact.blocked).toBe(true);
  await expect(rui.write('nem isto sai')).rejects.toMatchObject({ status: 400, error: 'ERR_CONTACT_BLOCKED' });
  expect(await block(false)).toMatchObject({ blocked: false });
  await rui.says('agora sim');
  await until(async () => (await rui.thread()).length === 2);
  const written = await platformTransaction(world.app.base, ({ db }) =>
    sql<{ verb: string }>`select verb from audit_log where subject = ${String(rui.contactId)} order by id`.execute(db),
  );
  expect(written.rows.map(({ verb }) => verb)).toEqual(['contact.blocked', 'contact.unblocked']);
});

test('one field of a contact is changed without touching those that others change', async () => {
  const rui = await customer();
  const save = (body: { id?: number; name: string; value: string }) =>
    call(world.url, 'PUT /v1/contacts/:contactId/field', { params: { contactId: rui.contactId }, body, token: ana.token });
  await save({ name: 'Pedido', value: 'V-20931' });
  const { extraInfo } = await ana.call('GET /contacts/:contactId', { params: { contactId: rui.contactId } });
  const [order] = extraInfo;
  await Promise.all([save({ name: 'Perfil', value: 'Arquiteta' }), save({ id: order?.id ?? 0, name: 'Pedido', value: 'V-1' })]);
  const show = () => ana.call('GET /contacts/:contactId', { params: { contactId: rui.contactId } });
  expect((await show()).extraInfo.map(({ name, value }) => [name, value])).toEqual([
    ['Pedido', 'V-1'],
    ['Perfil', 'Arquiteta'],
  ]);
  await save({ id: order?.id ?? 0, name: 'Pedido', value: ' ' });
  await ana.call('PUT /contacts/:contactId', { params: { contactId: rui.contactId }, body: { language: 'pt-BR', birthday: '1990-05-17' } });
  expect(await show()).toMatchObject({ extraInfo: [{ name: 'Perfil' }], language: 'pt-BR', birthday: '1990-05-17' });
});

test('a contact takes no more fields than a form of theirs, whatever id is named', async () => {
  const rui = await customer();
  await platformTransaction(world.app.base, ({ db }) =>
    sql`insert into contact_fields (company_id, contact_id, name, value)
      select company_id, id, 'Campo ' || n, 'x' from contacts, generate_series(1, 500) n where id = ${rui.contactId}`.execute(db),
  );
  const save = (id?: number) =>
    ana.call('PUT /v1/contacts/:contactId/field', {
      params: { contactId: rui.contactId },
      body: { ...(id && { id }), name: 'Mais um', value: 'y' },
    });
  await expect(save()).rejects.toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
  await expect(save(999_999_999)).rejects.toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
});

test('who sees a conversation that waits writes in it without reading it; that is an answer, and accepts it not', async () => {
  const rui = await customer();
  const params = { ticketId: rui.id };
  await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'pending' } });
  const [sent] = await rui.write('Já vamos atender você');
  expect(sent).toMatchObject({ body: 'Já vamos atender você', quotedMsg: null });
  expect(await rui.ticket()).toMatchObject({ status: 'pending', userId: null, waitingSince: null });
  await rui.says('Ainda estou aqui');
  expect(await rui.ticket()).toMatchObject({ status: 'pending', waitingSince: expect.any(String) });
  await expect(ana.call('GET /messages/:ticketId', { params })).rejects.toMatchObject({ error: 'ERR_NO_PERMISSION' });
  await expect(bia.call('POST /messages/:ticketId', { params, body: { body: 'oi' } })).rejects.toMatchObject({
    error: 'ERR_NO_TICKET_FOUND',
  });
});
