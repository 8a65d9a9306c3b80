// Calls, groups, corrections, placeholders, typing and pictures: from the fact a channel tells to what people see.

import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser, subscriptionEnded } from '../../../../test/people.ts';
import { jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { type Address, type Channel, type Inbound, type InboundContent, SendFailure } from '../../../gateways/whatsapp/port.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { publishTyping } from './actions/thread/typing.ts';

let world: World;
let admin: Client;
let ana: Client;
let phone: number;
let web: number;
const done: unknown[][] = [];
/** The outside cannot be reached. */
let away = false;
/** How long the provider takes for a reaction, by its emoji, in ms. */
const takes: Record<string, number> = { '🐢': 1_000 };
/** The reactions that the provider was asked for, answered or not. */
const asked: string[] = [];
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A channel that writes down what it is asked to do. */
const recording = (channel: Channel): Channel => ({
  ...channel,
  send: async (_account, { content, quoted, clientKey }) => {
    if (content.type === 'reaction') {
      asked.push(content.emoji);
      await setTimeout(takes[content.emoji] ?? 0);
    }
    done.push(['send', content.type === 'text' ? content.body : content, quoted]);
    return { externalId: `out-${clientKey}`, recipient: null };
  },
  fetchMedia: (...args) => (away ? Promise.reject(new SendFailure('retry', 'network', 'away')) : channel.fetchMedia(...args)),
  edit: async (_account, _to, externalId, text) => void done.push(['edit', externalId, text]),
  rejectCall: async (_account, callId, from) => void done.push(['reject', callId, from]),
  typing: async (_account, to, on) => void done.push(['typing', to.value, on]),
  watch: async (_account, address) => void done.push(['watch', address.value]),
  markRead: async (_account, chat, messages) => {
    done.push([away ? 'not read' : 'read', chat.value, messages]);
    if (away) throw new SendFailure('retry', 'network', 'away');
  },
  profilePicture: async (_account, address) => {
    done.push(['picture', address.value]);
    return address.value.endsWith('1') ? png : null;
  },
});

const setting = (settingKey: string, value: string) => admin.call('PUT /settings/:settingKey', { params: { settingKey }, body: { value } });

beforeAll(async () => {
  world = await createWorld({
    gateways: (made) => {
      const channels = { simulator: recording(made.channel('simulator')), whatsapp_web: recording(made.channel('simulator')) };
      return { ...made, channel: (kind) => (kind === 'whatsapp_cloud' ? made.channel(kind) : channels[kind]) };
    },
  });
  admin = await givenCompany(world.url);
  const queueId = await givenQueue(admin);
  ana = await givenUser(world.url, admin, { name: 'Ana Beatriz', queueIds: [queueId] });
  phone = await givenPhone(admin);
  web = (await admin.call('POST /whatsapp', { body: { name: 'Celular', channel: 'whatsapp_web' } })).id;
});
afterAll(() => world.close());
beforeEach(async () => {
  away = false;
  done.length = 0;
  await setting('CheckMsgIsGroup', 'disabled');
  await setting('call', 'disabled');
});

let count = 0;
const newNumber = (ending = 0) => `55119${80_000_000 + ++count * 10 + ending}`;
const system = () => asSystem(world.app.base, mintCompanyId(admin.user.companyId));
const tell = (...events: Inbound[]) => receiveEvents(system(), phone, events);
const now = () => world.clock.now().toISOString();
const theirs = { fromMe: false, participant: null };
const pn = (value: string): Address[] => [{ kind: 'wa_pn', value }];

function message(chat: Address[], content: InboundContent | string, more: Partial<Extract<Inbound, { kind: 'message' }>> = {}): Inbound {
  const externalId = more.externalId ?? `m${++count}`;
  return {
    key: `m:${externalId}:${++count}`,
    kind: 'message',
    externalId,
    chat,
    participant: null,
    name: 'Cliente',
    fromMe: false,
    sentAt: now(),
    content: typeof content === 'string' ? { type: 'text', body: content } : content,
    quotedExternalId: null,
    forwarded: false,
    history: false,
    ...more,
  };
}

function call(
  chat: Address[],
  callId: string,
  outcome: 'ringing' | 'answered' | 'missed' | 'rejected',
  more: { video?: boolean; history?: boolean; at?: string } = {},
): Inbound {
  const { video = false, history = false, at = now() } = more;
  return { key: `c:${callId}:${outcome}`, kind: 'call', callId, from: `${chat[0]?.value}@s`, chat, video, outcome, at, history };
}

async function ticketOf(search: string) {
  const { tickets } = await admin.call('GET /tickets', { query: { searchParam: search, showAll: true } });
  const [ticket] = tickets;
  if (!ticket) throw new Error(`no ticket of ${search}`);
  return ticket;
}
const threadOf = async (ticketId: number) =>
  (await admin.call('GET /messages/:ticketId', { params: { ticketId }, query: { peek: true } })).messages;
const accept = (ticketId: number, userId = admin.user.id) =>
  admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', userId } });

describe('a call', () => {
  test('is one line from ringing to its end, rejected and answered with words once where calls are not taken', async () => {
    const number = newNumber();
    await tell(call(pn(number), 'call-1', 'ringing'));
    const ticket = await ticketOf(number);
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1 });
    await tell(call(pn(number), 'call-1', 'rejected', { video: true }), call(pn(number), 'call-1', 'missed'));
    await jobsDone(world);
    expect(done).toContainEqual(['reject', 'call-1', `${number}@s`]);
    const sent = done.filter(([what]) => what === 'send');
    expect(sent).toEqual([['send', expect.stringContaining('chamadas de voz e vídeo estão desabilitadas'), null]]);
    const messages = await threadOf(ticket.id);
    expect(messages.map(({ mediaType }) => mediaType)).toEqual(['call_log', 'conversation']);
    expect(messages[0]).toMatchObject({
      call: { video: true, outcome: 'rejected' },
      body: expect.stringMatching(/^Chamada de vídeo recusada às \d\d:\d\d$/),
    });
    expect(await ticketOf(number)).toMatchObject({ unreadMessages: 1 });
  });

  test('is only shown once the subscription has ended: nothing is rejected or said', async () => {
    const paid = await subscriptionEnded(world, admin);
    const number = newNumber();
    await tell(call(pn(number), 'call-5', 'ringing'), call(pn(number), 'call-5', 'missed'));
    await jobsDone(world);
    expect(done.filter(([what]) => what === 'reject' || what === 'send')).toEqual([]);
    expect(await ticketOf(number)).toMatchObject({ unreadMessages: 1, lastMessageType: 'call_log' });
    await paid();
  });

  test('is only shown where calls are taken; answered, it leaves nothing unread', async () => {
    await setting('call', 'enabled');
    const number = newNumber();
    await tell(call(pn(number), 'call-2', 'ringing'), call(pn(number), 'call-2', 'answered'));
    await jobsDone(world);
    expect(done.filter(([what]) => what === 'reject' || what === 'send')).toEqual([]);
    const ticket = await ticketOf(number);
    expect(ticket).toMatchObject({ unreadMessages: 0, lastMessageType: 'call_log' });
    expect(await threadOf(ticket.id)).toMatchObject([{ call: { video: false, outcome: 'answered' }, read: true }]);
  });

  test('of the past wakes nobody', async () => {
    const number = newNumber();
    await tell(call(pn(number), 'call-3', 'missed', { history: true, at: '2026-01-10T12:00:00.000Z' }));
    await jobsDone(world);
    expect(done).toEqual([]);
    expect(await ticketOf(number)).toMatchObject({ status: 'closed', unreadMessages: 0, updatedAt: '2026-01-10T12:00:00.000Z' });
  });
});

describe('a group', () => {
  const group: Address[] = [{ kind: 'group', value: '120363000000000001' }];
  const lia = { addresses: [{ kind: 'wa_lid', value: '99887766554433' }] as Address[], name: 'Lia Prado' };
  const rui = { addresses: pn('5511955550002'), name: null };
  const inGroup = (content: string, participant: typeof lia | typeof rui, externalId: string) =>
    message(group, content, { participant, externalId, name: 'Condomínio Ipê' });

  test('is a ticket named by its subject whose lines name who wrote and who is spoken to', async () => {
    await tell(inGroup('Bom dia a todos', lia, 'g1'), inGroup('@99887766554433 e @5500000000000, chegou?', rui, 'g2'));
    const ticket = await ticketOf('Condomínio Ipê');
    expect(ticket).toMatchObject({ isGroup: true, lastMessage: '@Lia Prado e @5500000000000, chegou?' });
    const messages = await threadOf(ticket.id);
    expect(messages).toMatchObject([
      { participantName: 'Lia Prado', participant: 'wa_lid:99887766554433', mentions: [] },
      { participantName: '5511955550002', mentions: [{ token: '99887766554433', name: 'Lia Prado' }] },
    ]);
    await tell(
      message(group, 'sem nome', {
        participant: { addresses: [{ kind: 'wa_lid', value: '111122223333' }], name: null },
        externalId: 'g3',
        name: null,
      }),
    );
    expect((await threadOf(ticket.id)).at(-1)).toMatchObject({ participantName: null });
  });

  test('counts the reaction of each person, and ours beside them', async () => {
    const reaction = (participant: typeof lia | typeof rui, emoji: string | null, key: string): Inbound => ({
      key,
      kind: 'reaction',
      targetExternalId: 'g1',
      chat: group,
      participant,
      fromMe: false,
      emoji,
      sentAt: now(),
    });
    await tell(reaction(lia, '👍', 'r1'), reaction(rui, '👍', 'r2'), reaction(lia, '❤️', 'r3'));
    const ticket = await ticketOf('Condomínio Ipê');
    const [first] = await threadOf(ticket.id);
    await admin.call('POST /v1/messages/:messageId/reaction', { params: { messageId: first?.id ?? '' }, body: { emoji: '🙏' } });
    const reactions = async () => (await threadOf(ticket.id))[0]?.reactions.map(({ emoji, fromMe, name }) => [emoji, fromMe, name]);
    expect(await reactions()).toHaveLength(3);
    expect(await reactions()).toEqual(
      expect.arrayContaining([
        ['❤️', false, 'Lia Prado'],
        ['👍', false, null],
        ['🙏', true, null],
      ]),
    );
    await tell(reaction(rui, null, 'r4'));
    expect(await reactions()).toHaveLength(2);
  });

  test('is read, quoted and reacted to by the name of the author', async () => {
    const ticket = await ticketOf('Condomínio Ipê');
    await accept(ticket.id);
    await tell(inGroup('mais uma', lia, 'g4'));
    const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } });
    const target = messages.find(({ body }) => body === 'mais uma');
    await admin.call('POST /messages/:ticketId', {
      params: { ticketId: ticket.id },
      body: { body: 'Chegou', quotedMsg: target?.id ?? null },
    });
    await admin.call('POST /v1/messages/:messageId/reaction', { params: { messageId: target?.id ?? '' }, body: { emoji: '👍' } });
    await jobsDone(world);
    const author = { kind: 'wa_lid', value: '99887766554433' };
    const ref = { externalId: 'g4', fromMe: false, author };
    expect(done.find(([what]) => what === 'read')?.[2]).toContainEqual(ref);
    expect(done).toContainEqual(['send', 'Chegou', { ...ref, text: 'mais uma' }]);
    expect(done).toContainEqual(['send', { type: 'reaction', target: ref, emoji: '👍' }, null]);
  });

  test('is left alone where groups are ignored', async () => {
    await setting('CheckMsgIsGroup', 'enabled');
    const other: Address[] = [{ kind: 'group', value: '120363000000000002' }];
    await tell(message(other, 'oi', { participant: lia, name: 'Outro grupo' }), call(other, 'call-4', 'ringing'));
    await jobsDone(world);
    expect(await admin.call('GET /tickets', { query: { searchParam: 'Outro grupo', showAll: true } })).toMatchObject({ tickets: [] });
  });
});

describe('a correction', () => {
  test('of ours reaches the customer, keeps the former text and shows in the list', async () => {
    const number = newNumber();
    await tell(message(pn(number), 'oi'));
    const { id: ticketId } = await ticketOf(number);
    await accept(ticketId);
    await admin.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'São 100 reais' } });
    const sent = await until(async () => (await threadOf(ticketId)).find(({ fromMe, state }) => fromMe && state === 'sent'));
    const edit = (messageId: string, body: string, who = admin) =>
      who.call('PUT /v1/messages/:messageId', { params: { messageId }, body: { body } });
    const edited = await edit(sent.id, 'São 90 reais');
    expect(edited).toMatchObject({ body: 'São 90 reais', isEdited: true, edits: [{ body: 'São 100 reais' }] });
    expect(done).toContainEqual(['edit', expect.stringContaining('out-'), 'São 90 reais']);
    expect(await ticketOf(number)).toMatchObject({ lastMessage: 'São 90 reais' });
    const filledIn = await edit(sent.id, 'São 90 reais, {{firstName}} {{nome}}');
    expect(filledIn.body).toBe('São 90 reais, Cliente {{nome}}');
    expect(done).toContainEqual(['edit', expect.stringContaining('out-'), filledIn.body]);
    await edit(sent.id, 'São 90 reais');
    await expect(edit(sent.id, 'x', ana)).rejects.toMatchObject({ status: 404, error: 'ERR_NO_MESSAGE_FOUND' });
    const [theirs] = await threadOf(ticketId);
    await expect(edit(theirs?.id ?? '', 'x')).rejects.toMatchObject({ status: 400, error: 'ERR_EDITING_WAPP_MSG' });
    const longAgo = new Date(world.clock.now().getTime() - 16 * 60_000).toISOString();
    await tell(message(pn(number), 'do celular', { fromMe: true, sentAt: longAgo }));
    const old = (await threadOf(ticketId)).find(({ body }) => body === 'do celular');
    await expect(edit(old?.id ?? '', 'tarde')).rejects.toMatchObject({ status: 400, error: 'ERR_EDITING_WAPP_MSG' });
  });

  test('is also made in a conversation that was resolved, where nothing new is said', async () => {
    const number = newNumber();
    await tell(message(pn(number), 'oi'));
    const { id: ticketId } = await ticketOf(number);
    await accept(ticketId);
    await admin.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'São 100 reais' } });
    const sent = await until(async () => (await threadOf(ticketId)).find(({ fromMe, state }) => fromMe && state === 'sent'));
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'closed' } });
    const closed = { status: 400, error: 'ERR_TICKET_CLOSED' };
    const corrected = await admin.call('PUT /v1/messages/:messageId', { params: { messageId: sent.id }, body: { body: 'São 90 reais' } });
    expect(corrected).toMatchObject({ body: 'São 90 reais', isEdited: true });
    await expect(admin.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'São 90' } })).rejects.toMatchObject(closed);
    const form = new FormData();
    form.append('medias', new Blob(['oi'], { type: 'text/plain' }), 'preços.txt');
    await expect(admin.call('POST /messages/:ticketId', { params: { ticketId }, body: form })).rejects.toMatchObject(closed);
    expect(done.flat()).toContain('São 90 reais');
  });

  test('of the customer keeps every version; taken back, nothing of it is shown', async () => {
    const number = newNumber();
    await tell(message(pn(number), 'um', { externalId: 'e1' }));
    const edit = (body: string): Inbound => ({
      key: `e:${body}`,
      kind: 'edit',
      targetExternalId: 'e1',
      chat: pn(number),
      ...theirs,
      content: { type: 'text', body },
      sentAt: now(),
    });
    await tell(edit('dois'), edit('três'));
    const { id } = await ticketOf(number);
    expect(await threadOf(id)).toMatchObject([{ body: 'três', edits: [{ body: 'um' }, { body: 'dois' }] }]);
    expect(await ticketOf(number)).toMatchObject({ lastMessage: 'três', unreadMessages: 1 });
    await tell({ key: 'x:e1', kind: 'revoke', targetExternalId: 'e1', chat: pn(number), ...theirs, sentAt: now() });
    expect(await threadOf(id)).toMatchObject([{ isDeleted: true, body: '' }]);
  });

  test('or a deletion of the last message changes the list at once, and the search does not find what is gone', async () => {
    const number = newNumber();
    const said = (word: string) => `${word} ${number}`;
    await tell(
      message(pn(number), said('primeira'), { externalId: `${number}-1` }),
      message(pn(number), said('segunda'), { externalId: `${number}-2` }),
    );
    const { id } = await ticketOf(number);
    const found = async (word: string) => {
      const { tickets } = await admin.call('GET /tickets', { query: { searchParam: said(word), showAll: true } });
      return tickets.map((ticket) => ticket.id);
    };
    const socket = await admin.socket();
    type Told = { message: { isDeleted: boolean }; ticket: { id: number; lastMessage: string; lastMessageDeleted: boolean } };
    const told = async (event: Inbound) => {
      const [{ ticket }] = await Promise.all([
        heard<Told>(socket, `company-${admin.user.companyId}-appMessage`, (news) => news.ticket.id === id),
        tell(event),
      ]);
      return ticket;
    };
    const change = { chat: pn(number), ...theirs, sentAt: now() };
    const corrected = { type: 'text', body: said('corrigida') } as const;
    const edit: Inbound = { key: `e:${number}`, kind: 'edit', targetExternalId: `${number}-2`, ...change, content: corrected };
    expect(await told(edit)).toMatchObject({ lastMessage: corrected.body, lastMessageDeleted: false });
    expect([await found('segunda'), await found('corrigida')]).toEqual([[], [id]]);
    expect(await told({ key: `x1:${number}`, kind: 'revoke', targetExternalId: `${number}-1`, ...change })).toMatchObject({
      lastMessage: corrected.body,
    });
    expect([await found('primeira'), await found('corrigida')]).toEqual([[], [id]]);
    expect(await told({ key: `x2:${number}`, kind: 'revoke', targetExternalId: `${number}-2`, ...change })).toMatchObject({
      lastMessage: '',
      lastMessageDeleted: true,
    });
    expect(await found('corrigida')).toEqual([]);
    expect(await told({ ...edit, key: `late:${number}`, content: { type: 'text', body: said('atrasada') } })).toMatchObject({
      lastMessage: '',
    });
    expect(await told(message(pn(number), 'terceira'))).toMatchObject({ lastMessage: 'terceira', lastMessageDeleted: false });
    expect(await ticketOf(number)).toMatchObject({ lastMessage: 'terceira', lastMessageDeleted: false });
    socket.close();
  });
});

describe('what somebody else wrote', () => {
  const edit = (target: string, chat: Address[], by: { fromMe: boolean; participant: Address[] | null }): Inbound => ({
    key: `e:${++count}`,
    kind: 'edit',
    targetExternalId: target,
    chat,
    ...by,
    content: { type: 'text', body: 'alterado' },
    sentAt: now(),
  });
  const revoke = (target: string, chat: Address[], by: { fromMe: boolean; participant: Address[] | null }): Inbound => ({
    key: `x:${++count}`,
    kind: 'revoke',
    targetExternalId: target,
    chat,
    ...by,
    sentAt: now(),
  });
  const ours = { fromMe: true, participant: null };

  test('cannot be edited or taken back by naming its id, by neither side', async () => {
    const chat = pn(newNumber());
    await tell(message(chat, 'delas', { externalId: 'w1' }), message(chat, 'nossa', { externalId: 'w2', fromMe: true }));
    await tell(edit('w2', chat, theirs), revoke('w2', chat, theirs), edit('w1', chat, ours), revoke('w1', chat, ours));
    const { id } = await ticketOf(chat[0]?.value ?? '');
    expect((await threadOf(id)).map(({ body, isDeleted, edits }) => [body, isDeleted, edits.length])).toEqual([
      ['delas', false, 0],
      ['nossa', false, 0],
    ]);
    await tell(edit('w2', chat, ours), revoke('w1', chat, theirs));
    expect((await threadOf(id)).map(({ body, isDeleted }) => [body, isDeleted])).toEqual([
      ['', true],
      ['alterado', false],
    ]);
  });

  test('cannot be reached from another chat, with no change, reaction, quotation or message of the same id', async () => {
    const chat = pn(newNumber());
    const other = pn(newNumber());
    await tell(
      message(chat, 'só aqui', { externalId: 'w3' }),
      message(chat, { type: 'unsupported', what: 'awaiting_phone' }, { externalId: 'w4' }),
    );
    await tell(message(other, 'de fora', { quotedExternalId: 'w3' }), message(other, 'intruso', { externalId: 'w4' }));
    await tell(edit('w3', other, theirs), revoke('w3', other, theirs), {
      key: `r:${++count}`,
      kind: 'reaction',
      targetExternalId: 'w3',
      chat: other,
      fromMe: false,
      emoji: '👍',
      sentAt: now(),
    });
    const { id } = await ticketOf(chat[0]?.value ?? '');
    expect(await threadOf(id)).toMatchObject([
      { body: 'só aqui', isDeleted: false, edits: [], reactions: [] },
      { body: '', placeholder: 'awaiting_phone' },
    ]);
    expect(await threadOf((await ticketOf(other[0]?.value ?? '')).id)).toMatchObject([{ body: 'de fora', quotedMsg: null }]);
  });

  test('in a group is changed by the member who wrote it; our own phone takes back what others wrote', async () => {
    const chat: Address[] = [{ kind: 'group', value: `1203630${++count}` }];
    const lia = { addresses: pn(newNumber()), name: 'Lia' };
    const rui = { addresses: pn(newNumber()), name: 'Rui' };
    const by = ({ addresses }: typeof lia) => ({ fromMe: false, participant: [...addresses, { kind: 'wa_lid' as const, value: '77' }] });
    await tell(message(chat, 'da Lia', { externalId: 'w5', participant: lia, name: 'Obra' }));
    await tell(edit('w5', chat, by(rui)), revoke('w5', chat, by(rui)), edit('w5', chat, ours));
    const { id } = await ticketOf('Obra');
    expect(await threadOf(id)).toMatchObject([{ body: 'da Lia', isDeleted: false }]);
    await tell(edit('w5', chat, by(lia)));
    expect(await threadOf(id)).toMatchObject([{ body: 'alterado', isDeleted: false }]);
    await tell(revoke('w5', chat, ours));
    expect(await threadOf(id)).toMatchObject([{ isDeleted: true }]);
  });
});

describe('a placeholder', () => {
  const hidden = (what: string): InboundContent => ({ type: 'unsupported', what });

  test('says why there is nothing to see', async () => {
    const number = newNumber();
    await tell(
      message(pn(number), hidden('view_once')),
      message(pn(number), hidden('pollCreationMessageV3')),
      message(pn(number), hidden('awaiting_phone')),
    );
    const { id } = await ticketOf(number);
    expect((await threadOf(id)).map(({ placeholder }) => placeholder)).toEqual(['view_once', 'other', 'awaiting_phone']);
  });

  test('is filled in by the message it stood for, which only then is answered', async () => {
    const greet = (greetingMessage: string) =>
      admin.call('PUT /whatsapp/:whatsappId', { params: { whatsappId: phone }, body: { greetingMessage } });
    await greet('Olá, é da Vértice');
    const number = newNumber();
    await tell(message(pn(number), hidden('awaiting_phone'), { externalId: 'p1' }));
    await jobsDone(world);
    expect(done.filter(([what]) => what === 'send')).toEqual([]);
    const waiting = await ticketOf(number);
    expect(waiting.unreadMessages).toBe(1);
    await tell(message(pn(number), 'agora sim', { externalId: 'p1' }), message(pn(number), 'outra vez', { externalId: 'p1' }));
    await jobsDone(world);
    expect(done.filter(([what]) => what === 'send')).toEqual([['send', 'Olá, é da Vértice', null]]);
    expect((await threadOf(waiting.id)).map(({ body, placeholder }) => [body, placeholder])).toEqual([
      ['agora sim', null],
      ['Olá, é da Vértice', null],
    ]);
    expect((await ticketOf(number)).unreadMessages).toBe(1);
    await greet('');
  });

  test('that was looked at is unread again when it is filled in', async () => {
    const number = newNumber();
    await tell(message(pn(number), hidden('awaiting_phone'), { externalId: 'p2' }));
    const { id } = await ticketOf(number);
    await accept(id);
    await admin.call('GET /messages/:ticketId', { params: { ticketId: id } });
    expect(await ticketOf(number)).toMatchObject({ unreadMessages: 0 });
    await tell(message(pn(number), 'chegou', { externalId: 'p2' }));
    expect(await ticketOf(number)).toMatchObject({ unreadMessages: 1, lastMessage: 'chegou' });
    await jobsDone(world);
    done.length = 0;
    await admin.call('GET /messages/:ticketId', { params: { ticketId: id } });
    await jobsDone(world);
    expect(done.filter(([what]) => what === 'read')).toMatchObject([['read', number, [{ externalId: 'p2' }]]]);
  });
});

describe('typing', () => {
  test('of the customer is heard by those who may see the ticket; of the agent it is shown to the customer', async () => {
    const number = newNumber();
    await tell(message(pn(number), 'oi'));
    const { id: ticketId } = await ticketOf(number);
    const [hers, theirs] = [await admin.socket(), await ana.socket()];
    const name = `company-${admin.user.companyId}-contactTyping`;
    let leaked = 0;
    theirs.on(name, () => leaked++);
    const news = heard<{ ticketId: number; on: boolean }>(hers, name, () => true);
    await publishTyping(system(), phone, pn(number), 'typing');
    expect(await news).toEqual({ ticketId, on: true, recording: false });
    const voice = heard<{ recording: boolean }>(hers, name, ({ recording }) => recording);
    await publishTyping(system(), phone, pn(number), 'recording');
    expect(await voice).toEqual({ ticketId, on: true, recording: true });
    await publishTyping(system(), phone, pn('5511900000000'), 'typing');
    await accept(ticketId);
    expect(await admin.call('POST /v1/tickets/:ticketId/typing', { params: { ticketId }, body: { on: true } })).toEqual({});
    expect(done).toContainEqual(['typing', number, true]);
    await expect(ana.call('POST /v1/tickets/:ticketId/typing', { params: { ticketId }, body: { on: true } })).rejects.toMatchObject({
      status: 404,
    });
    await admin.call('GET /messages/:ticketId', { params: { ticketId } });
    await until(() => done.some(([what, to]) => what === 'watch' && to === number));
    expect(leaked).toBe(0);
    for (const socket of [hers, theirs]) socket.close();
  });
});

describe('the picture of a contact', () => {
  test('is fetched when the conversation begins, once a week; that there is none is remembered', async () => {
    const [shown, hidden] = [newNumber(1), newNumber(2)];
    for (const number of [shown, hidden]) await receiveEvents(system(), web, [message(pn(number), 'oi')]);
    const ticket = await until(async () => {
      const found = await ticketOf(shown);
      return found.contact.profilePicUrl ? found : null;
    });
    expect(
      (
        await fetch(
          `${world.url}${new URL(ticket.contact.profilePicUrl, 'http://localhost').pathname}${new URL(ticket.contact.profilePicUrl, 'http://localhost').search}`,
        )
      ).headers.get('content-type'),
    ).toBe('image/png');
    await until(() => done.filter(([what]) => what === 'picture').length === 2);
    await admin.call('GET /messages/:ticketId', { params: { ticketId: (await ticketOf(hidden)).id } });
    await jobsDone(world);
    expect(done.filter(([what]) => what === 'picture')).toHaveLength(2);
  });
});

/** Is there a job like this? */
const jobs = (like: RawBuilder<unknown>) =>
  platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql`select 1 from graphile_worker.jobs where ${like}`.execute(db);
    return rows.length > 0;
  });

describe('what the outside is told of late', () => {
  test('is still told when there is more to tell: what was read', async () => {
    const number = newNumber();
    await tell(message(pn(number), 'Primeira', { externalId: 'lida-1' }));
    const ticket = await ticketOf(number);
    await accept(ticket.id);
    const look = () => admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } });
    away = true;
    await look();
    await until(() => done.some(([what]) => what === 'not read'));
    await tell(message(pn(number), 'Segunda', { externalId: 'lida-2' }));
    away = false;
    await look();
    const told = () =>
      done.filter(([what]) => what === 'read').flatMap(([, , refs]) => (refs as { externalId: string }[]).map((r) => r.externalId));
    await until(() => told().length === 2);
    expect(told().sort()).toEqual(['lida-1', 'lida-2']);
  });

  test('comes in the order in which it was done: reactions', async () => {
    const number = newNumber();
    await tell(message(pn(number), 'Obrigada!'));
    const [target] = await threadOf((await ticketOf(number)).id);
    const react = (emoji: string) =>
      admin.call('POST /v1/messages/:messageId/reaction', { params: { messageId: target?.id ?? '' }, body: { emoji } });
    await react('🐢');
    await until(() => asked.includes('🐢'));
    await react('🐇');
    await until(() => done.length === 2);
    expect(done.map(([, content]) => (content as { emoji: string }).emoji)).toEqual(['🐢', '🐇']);
  });

  test('a file that could not be had for long is asked for again when somebody looks', async () => {
    const number = newNumber();
    await world.app.base.gateways.files.put('simulator/late.png', png, { mime: 'image/png' });
    const media = { id: 'simulator/late.png', mime: 'image/png', sha256: null, size: png.length, filename: null };
    away = true;
    await tell(message(pn(number), { type: 'media', as: 'image', caption: '', media }));
    await until(() => jobs(sql`task_identifier = 'messages.fetchMedia' and last_error is not null`));
    // As after the last attempt.
    await platformTransaction(world.app.base, ({ db }) =>
      sql`update graphile_worker._private_jobs set attempts = max_attempts where last_error is not null`.execute(db),
    );
    away = false;
    world.clock.advance(60_000);
    const { id: ticketId } = await ticketOf(number);
    await admin.call('GET /messages/:ticketId', { params: { ticketId } });
    await until(async () => (await threadOf(ticketId))[0]?.mediaState === 'ready');
  });

  test('a file is not waited for once its connection is gone', async () => {
    const { id } = await admin.call('POST /whatsapp', { body: { name: 'De passagem', channel: 'simulator' } });
    const number = newNumber();
    const media = { id: 'simulator/late.png', mime: 'image/png', sha256: null, size: png.length, filename: null };
    away = true;
    await receiveEvents(system(), id, [message(pn(number), { type: 'media', as: 'image', caption: '', media })]);
    await until(() =>
      jobs(sql`task_identifier = 'messages.fetchMedia' and last_error = 'retry: network: away' and attempts < max_attempts`),
    );
    await admin.call('DELETE /whatsapp/:whatsappId', { params: { whatsappId: id } });
    await until(async () => (await threadOf((await ticketOf(number)).id))[0]?.mediaState === 'failed');
  });
});
