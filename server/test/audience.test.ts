// What each person's socket hears while a desk works, against what that person may see. Over real sockets and HTTP.

import { type Events, events, type PayloadOf } from '@balcao/contract';
import { eventName } from '@balcao/contract/event';
import { canSee, type Placed, type Viewer } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, connect, until } from './client.ts';
import { givenPhone, givenQueue } from './given.ts';
import { givenCompany, givenUser } from './people.ts';
import { createWorld, type World } from './world.ts';

type Heard = { name: string; payload: unknown };
type Person = { client: Client; viewer: Viewer; socket: Socket; heard: Heard[] };

let world: World;
let sales: number;
let support: number;
let whatsappId: number;
let people: Record<'admin' | 'supervisor' | 'ana' | 'bia' | 'loose' | 'none' | 'foreign', Person>;

beforeAll(async () => {
  world = await createWorld();
  const admin = await givenCompany(world.url);
  sales = await givenQueue(admin);
  support = await givenQueue(admin, 'Suporte', { color: '#ac2b30' });
  whatsappId = await givenPhone(admin);
  const user = async (who: { profile?: 'supervisor'; queueIds?: number[]; allTicket?: 'enabled' }) =>
    join(await givenUser(world.url, admin, who));
  people = {
    admin: await join(admin),
    supervisor: await user({ profile: 'supervisor', queueIds: [sales, support] }),
    ana: await user({ queueIds: [sales] }),
    bia: await user({ queueIds: [support] }),
    loose: await user({ allTicket: 'enabled' }),
    none: await user({}),
    foreign: await join(await givenCompany(world.url)),
  };
});
afterAll(async () => {
  for (const { socket } of Object.values(people ?? {})) socket.close();
  await world?.close();
});
beforeEach(async () => {
  await quiet();
  for (const { heard } of Object.values(people)) heard.length = 0;
});

async function join(client: Client): Promise<Person> {
  const { id, profile, queues, allTicket } = client.user;
  const socket = await client.socket();
  const heard: Heard[] = [];
  socket.onAny((name: string, payload: unknown) => void heard.push({ name, payload }));
  return { client, socket, heard, viewer: { id, profile, queueIds: queues.map((queue) => queue.id), allTicket: allTicket === 'enabled' } };
}

const own = () => Object.entries(people).filter(([name]) => name !== 'foreign');

/** No job waits or runs, and whatever was said before has been heard: messages of one socket keep their order. */
async function quiet(): Promise<void> {
  const { db } = world.app.base;
  await until(async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts`.execute(db);
    return rows[0]?.n === 0;
  });
  const marker = `marker-${Math.random()}`;
  world.app.sockets.io.emit(marker);
  await until(() => Object.values(people).every(({ heard, socket }) => !socket.connected || heard.some(({ name }) => name === marker)));
}

function told<K extends keyof Events>({ heard, client }: Person, key: K): PayloadOf<K>[] {
  const name = eventName(client.user.companyId, events[key]);
  return heard.filter((each) => each.name === name).map(({ payload }) => payload as PayloadOf<K>);
}

/** What is heard of one ticket, in a word each, repeated words once: how often is a matter of the action, who is of this test. */
function wordsOf(person: Person, ticketId: number): string[] {
  const ticketWords = told(person, 'ticket').flatMap((payload) => {
    if (payload.action === 'update') return payload.ticket.id === ticketId ? ['update'] : [];
    if (payload.ticketId !== ticketId) return [];
    return [payload.action === 'delete' ? (payload.moved ? 'delete moved' : 'delete') : payload.action];
  });
  const messageWords = told(person, 'appMessage').flatMap(({ action, ticket }) => (ticket.id === ticketId ? [`message ${action}`] : []));
  return [...new Set([...ticketWords, ...messageWords])].sort();
}

/** Does `work` and compares what everybody heard of the ticket with what each could see before and after. */
async function expectHeard(
  ticketId: number,
  before: Placed | null,
  work: () => Promise<unknown>,
  // `unmoved`: the ticket itself is not announced.
  expected: { moves?: boolean; gone?: boolean; unmoved?: boolean; words?: string[] },
): Promise<Placed> {
  for (const { heard } of Object.values(people)) heard.length = 0;
  await work();
  await quiet();
  const after: Placed = expected.gone && before ? before : await placeOf(ticketId);
  for (const [name, person] of own()) {
    const saw = before !== null && canSee(person.viewer, before);
    const sees = canSee(person.viewer, after);
    const left = saw && expected.moves ? ['delete moved'] : [];
    const itself = expected.gone ? ['delete'] : expected.unmoved ? [] : ['update'];
    const words = sees ? [...left, ...itself, ...(expected.words ?? [])] : left;
    expect([name, wordsOf(person, ticketId)]).toEqual([name, words.sort()]);
  }
  expect(people.foreign.heard.filter(({ name }) => !name.startsWith('marker'))).toEqual([]);
  return after;
}

async function placeOf(ticketId: number): Promise<Placed> {
  const { status, userId, queueId } = await people.admin.client.call('GET /tickets/:ticketId', { params: { ticketId } });
  return { status, userId, queueId };
}

let customers = 0;
const newNumber = () => `55119${81_000_000 + ++customers}`;
type Played = { body?: string; type?: 'text' | 'reaction' | 'edit' | 'revoke' | 'typing'; target?: string; minutesAgo?: number };
const play = (from: string, more: Played) =>
  people.admin.client.call('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body: { from, name: 'Cliente', ...more } });

async function ticketOf(number: string): Promise<TicketView> {
  const { tickets } = await people.admin.client.call('GET /tickets', { query: { searchParam: number, showAll: true } });
  const [ticket] = tickets;
  if (!ticket) throw new Error(`no ticket of ${number}`);
  return ticket;
}

const move = (
  by: Person,
  ticketId: number,
  body: { status?: 'open' | 'pending' | 'closed'; queueId?: number | null; userId?: number | null },
) => by.client.call('PUT /tickets/:ticketId', { params: { ticketId }, body });

describe('a ticket', () => {
  test('is heard through its whole life by those who may see it, and by nobody else', async () => {
    const { admin, ana, bia, loose } = people;
    const number = newNumber();
    const { id: externalId } = await play(number, { body: 'primeira' });
    const { id: ticketId } = await ticketOf(number);
    await quiet();
    let at = await placeOf(ticketId);
    for (const [name, person] of own()) {
      const words = canSee(person.viewer, at) ? ['message create', 'update'] : [];
      expect([name, wordsOf(person, ticketId)]).toEqual([name, words]);
    }
    // Waiting without a queue.
    at = await expectHeard(ticketId, at, () => play(number, { body: 'segunda' }), { words: ['message create'] });
    at = await expectHeard(ticketId, at, () => play(number, { type: 'reaction', target: externalId, body: '👍' }), {
      words: ['message update'],
      unmoved: true,
    });
    at = await expectHeard(ticketId, at, () => move(loose, ticketId, { status: 'open' }), { moves: true });
    // Into a queue, with nobody; accepted there; answered, ticked, read.
    at = await expectHeard(ticketId, at, () => move(admin, ticketId, { queueId: sales }), { moves: true });
    expect(at).toEqual({ status: 'pending', userId: null, queueId: sales });
    at = await expectHeard(ticketId, at, () => move(ana, ticketId, { status: 'open' }), { moves: true });
    const send = () => ana.client.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'Bom dia' } });
    at = await expectHeard(ticketId, at, send, { words: ['message create', 'message update'] });
    const acknowledge = () => admin.client.call('POST /simulator/:whatsappId/read', { params: { whatsappId }, body: { from: number } });
    at = await expectHeard(ticketId, at, acknowledge, { words: ['message update'], unmoved: true });
    at = await expectHeard(ticketId, at, () => play(number, { body: 'terceira' }), { words: ['message create'] });
    const read = () => ana.client.call('GET /messages/:ticketId', { params: { ticketId } });
    at = await expectHeard(ticketId, at, read, { words: ['updateUnread'], unmoved: true });
    const { messages } = await read();
    const answer = messages.find(({ fromMe }) => fromMe)?.id ?? '';
    const react = () =>
      ana.client.call('POST /v1/messages/:messageId/reaction', { params: { messageId: messages[0]?.id ?? '' }, body: { emoji: '❤️' } });
    at = await expectHeard(ticketId, at, react, { words: ['message update'], unmoved: true });
    const takeBack = () => ana.client.call('DELETE /messages/:messageId', { params: { messageId: answer } });
    at = await expectHeard(ticketId, at, takeBack, { words: ['message update'], unmoved: true });
    // From queue to queue: those of the one lose it, those of the other get it.
    at = await expectHeard(ticketId, at, () => move(ana, ticketId, { queueId: support }), { moves: true });
    at = await expectHeard(ticketId, at, () => move(bia, ticketId, { status: 'open' }), { moves: true });
    // Out of every queue, to one person who sees no other ticket without a queue.
    at = await expectHeard(ticketId, at, () => move(admin, ticketId, { queueId: null, userId: people.none.viewer.id }), { moves: true });
    at = await expectHeard(ticketId, at, () => move(admin, ticketId, { queueId: support, userId: bia.viewer.id }), { moves: true });
    at = await expectHeard(ticketId, at, () => move(bia, ticketId, { status: 'closed' }), { moves: true });
    at = await expectHeard(ticketId, at, () => play(number, { body: 'voltei' }), { moves: true, words: ['message create'] });
    expect(at).toEqual({ status: 'pending', userId: null, queueId: support });
    const remove = () => admin.client.call('DELETE /tickets/:ticketId', { params: { ticketId } });
    await expectHeard(ticketId, at, remove, { gone: true });
  });

  test('that waits tells those who must accept it no more of its messages than their lists show', async () => {
    const { admin, ana } = people;
    const number = newNumber();
    const { id: first } = await play(number, { body: 'meu CPF é 123' });
    const { id: ticketId } = await ticketOf(number);
    await move(admin, ticketId, { queueId: sales });
    const form = new FormData();
    for (const [key, value] of Object.entries({ from: number, name: 'Cliente', type: 'document' })) form.append(key, value);
    form.append('media', new Blob(['%PDF-1.4 laudo'], { type: 'application/pdf' }), 'laudo.pdf');
    await admin.client.call('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body: form as never });
    await play(number, { target: first, body: 'e aí?' });
    await play(number, { type: 'edit', target: first, body: 'meu CPF é 456' });
    await quiet();
    const lastly = (await ticketOf(number)).lastMessage;
    const heardOf = (person: Person) =>
      told(person, 'appMessage').filter(({ ticket }) => ticket.id === ticketId && ticket.queueId === sales);
    const contents = ['CPF é 456', '/media/', 'quotedMsg":{'];
    expect(contents.filter((content) => JSON.stringify(heardOf(admin)).includes(content))).toEqual(contents);
    expect(heardOf(ana).length).toBe(heardOf(admin).length);
    expect(contents.filter((content) => JSON.stringify(heardOf(ana)).includes(content))).toEqual([]);
    expect(heardOf(ana).at(-1)?.message.body).toBe(lastly);
    await move(ana, ticketId, { status: 'open' });
    await play(number, { type: 'edit', target: first, body: 'meu CPF é 789' });
    await quiet();
    expect(JSON.stringify(heardOf(ana))).toContain('CPF é 789');
  });

  test('that is opened for a contact is heard by the queue it is opened in', async () => {
    const contact = await people.ana.client.call('POST /contacts', { body: { name: 'Conhecida', number: newNumber() } });
    const ticket = await people.ana.client.call('POST /tickets', { body: { contactId: contact.id, queueId: sales } });
    await quiet();
    for (const [name, person] of own()) {
      expect([name, wordsOf(person, ticket.id)]).toEqual([name, canSee(person.viewer, ticket) ? ['update'] : []]);
    }
  });

  test('whose customer writes is heard of by those who may see it', async () => {
    for (const queueId of [sales, null]) {
      const number = newNumber();
      await play(number, { body: 'um momento' });
      const { id } = await ticketOf(number);
      if (queueId) await move(people.admin, id, { queueId });
      const at = await placeOf(id);
      await play(number, { type: 'typing' });
      await quiet();
      for (const [name, person] of Object.entries(people)) {
        const heard = told(person, 'contactTyping').filter(({ ticketId }) => ticketId === id);
        expect([name, queueId, heard]).toEqual([
          name,
          queueId,
          name !== 'foreign' && canSee(person.viewer, at) ? [{ ticketId: id, on: true, recording: false }] : [],
        ]);
      }
    }
  });

  test('is in the lists of exactly those who hear of it', async () => {
    for (const queueId of [sales, support, null]) {
      const number = newNumber();
      await play(number, { body: 'onde apareço?' });
      const { id } = await ticketOf(number);
      if (queueId) await move(people.admin, id, { queueId });
      const at = await placeOf(id);
      for (const [name, { client, viewer }] of Object.entries(people)) {
        const { tickets } = await client.call('GET /tickets', { query: { status: 'pending', showAll: true } });
        const sees = name !== 'foreign' && canSee(viewer, at);
        expect([name, queueId, tickets.some((ticket) => ticket.id === id)]).toEqual([name, queueId, sees]);
      }
    }
  });
});

describe('news of the company', () => {
  test('reach everybody in it and nobody else', async () => {
    const { client } = people.admin;
    const queue = await client.call('POST /queue', { body: { name: 'Nova', color: '#010203' } });
    await client.call('DELETE /queue/:queueId', { params: { queueId: queue.id } });
    await client.call('PUT /settings/:settingKey', { params: { settingKey: 'call' }, body: { value: 'enabled' } });
    await client.call('PUT /whatsapp/:whatsappId', { params: { whatsappId }, body: { greetingMessage: 'Olá' } });
    const contact = await people.ana.client.call('POST /contacts', { body: { name: 'Outra', number: newNumber() } });
    await client.call('DELETE /contacts/:contactId', { params: { contactId: contact.id } });
    await people.ana.client.call('PUT /users/:userId', { params: { userId: people.ana.viewer.id }, body: { name: 'Ana Maria' } });
    await quiet();
    for (const [name, person] of own()) {
      const actions = {
        queue: told(person, 'queue').map(({ action }) => action),
        settings: told(person, 'settings').map(({ setting }) => setting.key),
        whatsapp: told(person, 'whatsapp').map(({ action }) => action),
        contact: told(person, 'contact').map(({ action }) => action),
        user: told(person, 'user').flatMap((news) => (news.action === 'delete' ? [] : [news.user.name])),
      };
      expect([name, actions]).toEqual([
        name,
        { queue: ['update', 'delete'], settings: ['call'], whatsapp: ['update'], contact: ['create', 'delete'], user: ['Ana Maria'] },
      ]);
    }
    expect(people.foreign.heard.filter(({ name }) => !name.startsWith('marker'))).toEqual([]);
  });

  test('of the help in the inbox tell everybody what may be asked for, and nobody of its key', async () => {
    const apiKey = 'sk-chave-da-ajuda';
    await people.admin.client.call('PUT /v1/inbox-help/settings', { body: { enabled: true, tasks: ['summary'], apiKey } });
    await quiet();
    for (const [name, person] of own()) {
      expect([name, told(person, 'inboxHelp').map(({ offer }) => offer.tasks)]).toEqual([name, [['summary']]]);
      expect(JSON.stringify(person.heard)).not.toContain(apiKey);
    }
    expect(people.foreign.heard.filter(({ name }) => !name.startsWith('marker'))).toEqual([]);
  });

  test('say that the past came in, and nothing of it', async () => {
    await play(newNumber(), { body: 'há muito tempo', minutesAgo: 9_000 });
    await quiet();
    for (const [name, person] of own()) {
      expect([name, told(person, 'history')]).toEqual([name, [{ action: 'reload', whatsappId }]]);
      expect(JSON.stringify(person.heard)).not.toContain('há muito tempo');
    }
    expect(people.foreign.heard.filter(({ name }) => !name.startsWith('marker'))).toEqual([]);
  });

  test('that only admins may know reach admins', async () => {
    const { client } = people.admin;
    await client.call('PUT /settings/:settingKey', { params: { settingKey: 'asaas' }, body: { value: 'chave-de-teste' } });
    await quiet();
    for (const [name, person] of Object.entries(people)) {
      expect([name, told(person, 'settings').length]).toEqual([name, name === 'admin' ? 1 : 0]);
      expect(JSON.stringify(person.heard)).not.toContain('chave-de-teste');
    }
  });
});

describe('a person who changes', () => {
  test('hears the new queue at once and the old one no more', async () => {
    const { admin } = people;
    const leo = await join(await givenUser(world.url, admin.client, { name: 'Léo', queueIds: [sales] }));
    const [inSales, inSupport] = [newNumber(), newNumber()];
    for (const [number, queueId] of [
      [inSales, sales],
      [inSupport, support],
    ] as const) {
      await play(number, { body: 'olá' });
      await move(admin, (await ticketOf(number)).id, { queueId });
    }
    const heardAfter = async () => {
      leo.heard.length = 0;
      await play(inSales, { body: 'de novo' });
      await play(inSupport, { body: 'de novo' });
      await quiet();
      return told(leo, 'appMessage').map(({ ticket }) => ticket.queueId);
    };
    const change = (body: { queueIds?: number[]; profile?: 'admin' | 'user'; allTicket?: 'enabled' | 'disabled' }) =>
      admin.client.call('PUT /users/:userId', { params: { userId: leo.viewer.id }, body });
    expect(await heardAfter()).toEqual([sales]);
    await change({ queueIds: [support] });
    expect(await heardAfter()).toEqual([support]);
    await change({ queueIds: [] });
    expect(await heardAfter()).toEqual([]);
    await change({ profile: 'admin' });
    expect(await heardAfter()).toEqual([sales, support]);
    await change({ profile: 'user' });
    expect(await heardAfter()).toEqual([]);
    leo.socket.close();
  });

  test('is cut off when removed or signed out, and not let in again', async () => {
    const { admin } = people;
    for (const end of ['remove', 'sign out', 'new password'] as const) {
      const client = await givenUser(world.url, admin.client, { name: 'Quem sai' });
      const person = await join(client);
      const params = { userId: client.user.id };
      if (end === 'remove') await admin.client.call('DELETE /users/:userId', { params });
      else if (end === 'sign out') await client.call('DELETE /auth/logout');
      else await admin.client.call('PUT /users/:userId', { params, body: { password: 'outra-senha' } });
      await until(() => !person.socket.connected);
      await expect(client.socket(), end).rejects.toThrow(/disconnected/);
    }
  });

  test('without a token, or with a forged one, hears nothing', async () => {
    for (const token of ['', 'lixo', `${people.ana.client.token}x`]) {
      await expect(connect(world.url, token)).rejects.toThrow(/disconnected/);
    }
  });

  test('cannot ask for rooms', async () => {
    const { none } = people;
    const number = newNumber();
    await play(number, { body: 'só para os outros' });
    const { id } = await ticketOf(number);
    for (const name of ['joinTickets', 'joinNotification', 'joinChatBox']) none.socket.emit(name, String(id));
    none.socket.emit('join', `company:${people.foreign.client.user.companyId}`);
    await play(number, { body: 'ainda' });
    await quiet();
    expect(wordsOf(none, id)).toEqual([]);
  });
});
