import { readdir } from 'node:fs/promises';
import type { ChatView, SentChatMessage } from '@balcao/contract/chats';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, call, heard, signIn, until } from '../../../../test/client.ts';
import { givenCompany, givenUser, newIp } from '../../../../test/people.ts';
import { jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let admin: Client;
let ana: Client;
let bia: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  ana = await givenUser(world.url, admin, { name: 'Ana Prado' });
  bia = await givenUser(world.url, admin, { name: 'Bia Reis' });
});
afterAll(() => world.close());

const open = (owner: Client, title: string, ...others: Client[]): Promise<ChatView> =>
  owner.call('POST /chats', { body: { title, users: others.map(({ user }) => ({ id: user.id, name: user.name })) } });
const write = (who: Client, chatId: number, message: string, mentions: number[] = []) =>
  who.call('POST /chats/:chatId/messages', { params: { chatId }, body: { message, mentions } });
const thread = (who: Client, chatId: number, pageNumber = 1) =>
  who.call('GET /chats/:chatId/messages', { params: { chatId }, query: { pageNumber } });
const unreadOf = (chat: ChatView) => Object.fromEntries(chat.users.map(({ user, unreads }) => [user.name.split(' ')[0], unreads]));
const notFound = { status: 404, error: 'ERR_NO_CHAT_FOUND' };
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();
/** A link as the server answered it, on the address that the test reaches it by. */
const follow = (link: string) => fetch(`${world.url}${new URL(link).pathname}${new URL(link).search}`);

describe('a chat', () => {
  test('is opened by anybody, who owns it; what is written counts as unread for the others until they read it', async () => {
    const chat = await open(ana, 'Turno da manhã', bia, ana);
    expect(chat).toMatchObject({ title: 'Turno da manhã', ownerId: ana.user.id, owner: { name: 'Ana Prado' }, lastMessage: '' });
    expect(chat.users.map(({ userId }) => userId)).toEqual([ana.user.id, bia.user.id]);
    await write(ana, chat.id, ' Bom dia! ');
    const sent = await write(ana, chat.id, 'Quem abre hoje?');
    expect(sent).toMatchObject({
      message: 'Quem abre hoje?',
      sender: { name: 'Ana Prado' },
      chat: { lastMessage: 'Ana Prado: Quem abre hoje?' },
    });
    expect(unreadOf(sent.chat)).toEqual({ Ana: 0, Bia: 2 });
    expect((await bia.call('GET /v1/chats/unread')).chatIds).toEqual([chat.id]);
    expect((await thread(bia, chat.id)).records.map(({ message }) => message)).toEqual(['Bom dia!', 'Quem abre hoje?']);
    const read = await bia.call('POST /chats/:chatId/read', { params: { chatId: chat.id }, body: { userId: bia.user.id } });
    expect(unreadOf(read)).toEqual({ Ana: 0, Bia: 0 });
    expect(read.revision).toBeGreaterThan(sent.chat.revision);
    expect(read.updatedAt).toBe(sent.chat.updatedAt);
    expect((await bia.call('GET /v1/chats/unread')).chatIds).toEqual([]);
    const forAnother = bia.call('POST /chats/:chatId/read', { params: { chatId: chat.id }, body: { userId: ana.user.id } });
    await expect(forAnother).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
    expect(await ana.call('GET /chats/:chatUuid', { params: { chatUuid: chat.uuid } })).toMatchObject({ id: chat.id });
  });

  test('with the newest message comes first, and older messages come page by page', async () => {
    const quiet = await open(ana, 'Quieto', bia);
    const busy = await open(ana, 'Movimentado', bia);
    for (let i = 1; i <= 21; i++) await write(ana, busy.id, `aviso ${i}`);
    await write(bia, quiet.id, 'ainda aqui');
    const { records } = await ana.call('GET /chats', { query: { searchParam: 'o' } });
    expect(records.map(({ title }) => title).slice(0, 2)).toEqual(['Quieto', 'Movimentado']);
    const newest = await thread(bia, busy.id);
    expect(newest.hasMore).toBe(true);
    expect([newest.records[0]?.message, newest.records.at(-1)?.message]).toEqual(['aviso 2', 'aviso 21']);
    expect(await thread(bia, busy.id, 2)).toMatchObject({ records: [{ message: 'aviso 1' }], hasMore: false });
  });

  test('that was written in while the clock was ahead comes first until others are written in', async () => {
    const ahead = await open(ana, 'Relógio adiantado', bia);
    const other = await open(ana, 'Relógio certo', bia);
    await platformTransaction(world.app.base, ({ db }) =>
      db
        .updateTable('chats')
        .set({ updated_at: new Date('2099-01-01') })
        .where('id', '=', ahead.id)
        .execute(),
    );
    const order = async () => (await ana.call('GET /chats', { query: { searchParam: 'relógio' } })).records.map(({ title }) => title);
    expect(await order()).toEqual(['Relógio adiantado', 'Relógio certo']);
    await write(ana, ahead.id, 'voltou ao normal');
    await write(ana, other.id, 'agora aqui');
    expect(await order()).toEqual(['Relógio certo', 'Relógio adiantado']);
  });

  test('is changed and deleted by its owner only; who stays keeps what is unread', async () => {
    const caio = await givenUser(world.url, admin, { name: 'Caio' });
    const chat = await open(ana, 'Estoque', bia);
    await write(ana, chat.id, 'Contagem na sexta');
    const params = { chatId: chat.id };
    const change = (who: Client) =>
      who.call('PUT /chats/:chatId', { params, body: { title: 'Estoque e compras', users: [bia.user.id, caio.user.id] } });
    await expect(change(bia)).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
    await expect(change(caio)).rejects.toMatchObject(notFound);
    const changed = await change(ana);
    expect(changed.title).toBe('Estoque e compras');
    expect(unreadOf(changed)).toEqual({ Ana: 0, Bia: 1, Caio: 0 });
    expect((await thread(caio, chat.id)).records).toHaveLength(1);
    await expect(bia.call('DELETE /chats/:chatId', { params })).rejects.toMatchObject({ error: 'ERR_NO_PERMISSION' });
    await ana.call('DELETE /chats/:chatId', { params });
    await expect(thread(ana, chat.id)).rejects.toMatchObject(notFound);
  });

  test('needs a title and people of the company who are there', async () => {
    const create = (body: object) => ana.call('POST /chats', { body: body as never });
    await expect(create({ title: '  ', users: [bia.user.id] })).rejects.toMatchObject({ error: 'ERR_VALIDATION' });
    await expect(create({ title: 'Sós', users: [] })).rejects.toMatchObject({ body: { issues: [{ path: 'body.users' }] } });
    await expect(create({ title: 'Alguém', users: [999_999] })).rejects.toMatchObject({ status: 404, error: 'ERR_NO_USER_FOUND' });
  });

  test('loses a deleted user; another member owns it then, and nobody’s chat goes', async () => {
    const dora = await givenUser(world.url, admin, { name: 'Dora' });
    const shared = await open(dora, 'Da Dora', bia);
    const alone = await open(dora, 'Só da Dora', dora);
    await write(dora, shared.id, 'Até mais');
    await admin.call('DELETE /users/:userId', { params: { userId: dora.user.id } });
    const left = await until(async () => {
      const chat = await bia.call('GET /chats/:chatUuid', { params: { chatUuid: shared.uuid } });
      return chat.users.length === 1 && chat;
    });
    expect(left).toMatchObject({ ownerId: bia.user.id, users: [{ userId: bia.user.id }] });
    expect((await thread(bia, shared.id)).records).toMatchObject([{ sender: { name: 'Dora' } }]);
    const rows = await until(async () => {
      const { rows } = await world.app.base.db.transaction().execute(async (db) => {
        const { sql } = await import('kysely');
        await sql`select set_config('app.platform', 'on', true)`.execute(db);
        return sql`select 1 from chats where id = ${alone.id}`.execute(db);
      });
      return rows.length === 0 && 'gone';
    });
    expect(rows).toBe('gone');
  });
});

describe('a message', () => {
  test('is not empty, and mentions members only', async () => {
    const chat = await open(ana, 'Menções', bia);
    await expect(write(ana, chat.id, ' \n ')).rejects.toMatchObject({
      body: { error: 'ERR_EMPTY_MESSAGE', issues: [{ path: 'body.message', code: 'required' }] },
    });
    await expect(write(ana, chat.id, '@Dona vem', [admin.user.id])).rejects.toMatchObject({
      body: { issues: [{ path: 'body.mentions', code: 'no_member' }] },
    });
    expect(await write(ana, chat.id, '@Bia Reis vem', [bia.user.id, bia.user.id])).toMatchObject({ mentions: [bia.user.id] });
  });

  test('said again under the same key is the same one, also at once', async () => {
    const chat = await open(ana, 'Repetida', bia);
    const say = (who = ana, message = 'uma vez') =>
      who.call('POST /chats/:chatId/messages', {
        params: { chatId: chat.id },
        body: { message },
        headers: { 'idempotency-key': 'chave-1' },
      });
    const said = [...(await Promise.all([say(), say()])), await say()];
    expect(new Set(said.map(({ id }) => id)).size).toBe(1);
    expect(said.at(-1)).toMatchObject({ clientKey: 'chave-1' });
    expect((await thread(bia, chat.id)).records).toHaveLength(1);
    expect(unreadOf((await say()).chat)).toEqual({ Ana: 0, Bia: 1 });
    // A colleague may happen to use the same key.
    expect(await say(bia, 'outra')).toMatchObject({ message: 'outra', sender: { id: bia.user.id } });
  });

  test('said again with its files under the same key has them once, and those of the second time are not kept', async () => {
    const chat = await open(ana, 'Arquivo repetido', bia);
    const bytes = new Uint8Array(await picture());
    const say = () => {
      const body = new FormData();
      body.append('medias', new Blob([bytes], { type: 'image/jpeg' }), 'vitrine.jpg');
      return ana.call('POST /chats/:chatId/messages', { params: { chatId: chat.id }, body, headers: { 'idempotency-key': 'com-foto' } });
    };
    const stored = async () => {
      await jobsDone(world);
      const found = await readdir(world.dataDir, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map(({ name }) => name);
    };
    const before = await stored();
    const first = await say();
    const kept = await stored();
    // The picture, and its thumbnail.
    expect(kept.length - before.length).toBe(2);
    const again = [...(await Promise.all([say(), say()])), await say()];
    expect(again.map(({ id, medias }) => [id, medias.length])).toEqual([1, 2, 3].map(() => [first.id, 1]));
    expect((await stored()).sort()).toEqual(kept.sort());
    expect((await follow(again[0]?.medias[0]?.mediaUrl ?? '')).status).toBe(200);
    await ana.call('DELETE /chats/:chatId', { params: { chatId: chat.id } });
  });

  test('brings files, which members open by its links, and which go with the chat', async () => {
    const chat = await open(ana, 'Arquivos', bia);
    const body = new FormData();
    body.append('medias', new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' }), 'vitrine.jpg');
    body.append('medias', new Blob(['a;b'], { type: 'text/csv' }), 'preços.csv');
    body.append('mentions', JSON.stringify([bia.user.id]));
    const sent = await ana.call('POST /chats/:chatId/messages', { params: { chatId: chat.id }, body });
    expect(sent).toMatchObject({
      message: '',
      mentions: [bia.user.id],
      mediaName: 'vitrine.jpg',
      chat: { lastMessage: 'Ana Prado: vitrine.jpg' },
      medias: [
        { mediaName: 'vitrine.jpg', mediaMime: 'image/jpeg', width: 40, height: 30 },
        { mediaName: 'preços.csv', mediaSize: 3, thumbUrl: null },
      ],
    });
    const [seen] = (await thread(bia, chat.id)).records;
    const links = (seen?.medias ?? []).flatMap(({ mediaUrl, thumbUrl }) => (thumbUrl ? [mediaUrl, thumbUrl] : [mediaUrl]));
    expect(links).toHaveLength(3);
    for (const link of links) expect((await follow(link)).status).toBe(200);
    expect(await (await follow(links.at(-1) ?? '')).text()).toBe('a;b');
    await ana.call('DELETE /chats/:chatId', { params: { chatId: chat.id } });
    for (const link of links) await until(async () => (await follow(link)).status === 404);
  });
});

test('nobody outside a chat receives a byte of it: no event, no list, no file', async () => {
  const operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  const other = await givenCompany(world.url);
  const eva = await givenUser(world.url, admin, { name: 'Eva' });
  const outsiders = [admin, eva, other, operator];
  const sockets = await Promise.all([...outsiders, ana, bia].map((who) => who.socket()));
  const said: string[][] = sockets.map(() => []);
  for (const [index, socket] of sockets.entries()) {
    socket.io.engine.on('packet', (packet: { data?: unknown }) => said[index]?.push(String(packet.data)));
  }
  const [toAna, toBia] = sockets.slice(-2);
  if (!toAna || !toBia) throw new Error('no sockets');
  const { companyId } = admin.user;

  const chat = await open(ana, 'Jabuticaba secreta', bia);
  const params = { chatId: chat.id };
  const body = new FormData();
  body.append('message', 'jabuticaba no cofre');
  body.append('medias', new Blob(['jabuticaba'], { type: 'text/plain' }), 'jabuticaba.txt');
  const inRoom = heard<{ newMessage: SentChatMessage }>(toBia, `company-${companyId}-chat-${chat.id}`);
  const sent = await ana.call('POST /chats/:chatId/messages', { params, body });
  expect((await inRoom).newMessage).toMatchObject({ id: sent.id, chat: { users: [{}, {}] } });
  await bia.call('POST /chats/:chatId/read', { params, body: {} });
  await ana.call('PUT /chats/:chatId', { params, body: { title: 'Jabuticaba madura' } });

  const link = new URL(sent.medias[0]?.mediaUrl ?? '');
  expect((await follow(link.href)).status).toBe(200);
  for (const who of outsiders) {
    const ask = (route: string, input: object = {}) => call(world.url, route, { token: who.token, ...input });
    const chatUuid = chat.uuid;
    const asked: [route: string, input: object][] = [
      ['GET /chats/:chatUuid', { params: { chatUuid } }],
      ['GET /chats/:chatId/messages', { params }],
      ['POST /chats/:chatId/messages', { params, body: { message: 'oi' } }],
      ['POST /chats/:chatId/read', { params, body: {} }],
      ['PUT /chats/:chatId', { params, body: { title: 'nosso' } }],
      ['DELETE /chats/:chatId', { params }],
    ];
    for (const [route, input] of asked) await expect(ask(route, input)).rejects.toMatchObject(notFound);
    const lists = await Promise.all([
      ask('GET /chats'),
      ask('GET /chats', { query: { searchParam: 'jabuticaba' } }),
      ask('GET /v1/chats/unread'),
    ]);
    for (const list of lists) expect(await list.text()).not.toMatch(/jabuticaba|"id":/i);
    // Without its signature, or with another one, the address of a file opens nothing, whoever asks.
    for (const search of ['', link.search.replace(/s=.*/, 's=x'), link.search.replace(/n=[^&]*/, 'n=outro.txt')]) {
      const answer = await fetch(`${world.url}${link.pathname}${search}`, { headers: { authorization: `Bearer ${who.token}` } });
      expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringMatching(/jabuticaba/i)]);
    }
  }

  // Who is taken out hears that it is gone, and nothing after that.
  const gone = heard<{ action: string; id: number }>(toBia, `company-${companyId}-chat`, ({ action }) => action === 'delete');
  await ana.call('PUT /chats/:chatId', { params, body: { users: [ana.user.id] } });
  expect(await gone).toEqual({ action: 'delete', id: chat.id });
  const heardByBia = said.at(-1)?.length ?? 0;
  const last = heard<{ action: string }>(toAna, `company-${companyId}-chat`, ({ action }) => action === 'new-message');
  await write(ana, chat.id, 'jabuticaba só minha');
  await last;
  // What is said to all afterwards shows that nothing is on its way any more.
  const after = sockets.slice(0, 2).map((socket) => heard(socket, `company-${companyId}-tag`));
  const afterBia = heard(toBia, `company-${companyId}-tag`);
  await admin.call('POST /tags', { body: { name: 'Depois', color: '#112233' } });
  await Promise.all([...after, afterBia]);
  expect(said.at(-1)?.slice(heardByBia).join()).not.toMatch(/jabuticaba|-chat/i);
  for (const packets of said.slice(0, outsiders.length)) expect(packets.join()).not.toMatch(/jabuticaba|-chat/i);
  expect(said.at(-2)?.join()).toMatch(/jabuticaba/);
  for (const socket of sockets) socket.close();
});

test('five sessions at once end in the same state', async () => {
  const people = [ana, bia, ...(await Promise.all(['Um', 'Dois', 'Três'].map((name) => givenUser(world.url, admin, { name }))))];
  const [owner, ...others] = people;
  if (!owner) throw new Error('nobody');
  const chat = await open(owner, 'Todos juntos', ...others);
  const params = { chatId: chat.id };
  const sockets = await Promise.all(people.map((who) => who.socket()));
  // Each session keeps what an old client and ours keep: the newest copy of the chat, and messages by id.
  const held = sockets.map(() => ({ chat, messages: new Map<number, string>() }));
  for (const [index, socket] of sockets.entries()) {
    socket.on(`company-${admin.user.companyId}-chat`, (news: { chat: ChatView; newMessage?: SentChatMessage }) => {
      const mine = held[index];
      if (!mine) return;
      if (news.chat.revision > mine.chat.revision) mine.chat = news.chat;
      if (news.newMessage) mine.messages.set(news.newMessage.id, news.newMessage.message);
    });
  }
  await Promise.all(
    people.flatMap((who, index) => [
      write(who, chat.id, `primeira de ${index}`),
      who.call('POST /chats/:chatId/read', { params, body: {} }),
      write(who, chat.id, `segunda de ${index}`),
      ...(who === owner ? [who.call('PUT /chats/:chatId', { params, body: { title: 'Todos juntos agora' } })] : []),
    ]),
  );
  const now = await owner.call('GET /chats/:chatUuid', { params: { chatUuid: chat.uuid } });
  expect(now.title).toBe('Todos juntos agora');
  const { records } = await thread(owner, chat.id);
  expect(records).toHaveLength(10);
  await until(() => held.every((mine) => mine.chat.revision === now.revision && mine.messages.size === 10));
  for (const mine of held) {
    expect(mine.chat).toEqual(now);
    expect([...mine.messages].sort(([a], [b]) => a - b)).toEqual(records.map(({ id, message }) => [id, message]));
  }
  for (const socket of sockets) socket.close();
});
