// What the library hands over, as facts: the same thing told twice, in two events or after a damaged delivery, has one key.
import { type BaileysEventMap, proto } from 'baileys';
import { expect, test, vi } from 'vitest';
import { linkedWorld } from '../../../../../test/fake-whatsapp/library-world.ts';
import type { Inbound } from '../../port.ts';
import { contentFor } from '../content.ts';
import { messageFacts, receiptFacts } from './normalize.ts';
import { callFact, groupFacts, profileFacts } from './notices.ts';

const { fake, client, shop, ana, bia } = await linkedWorld();
const team = fake.group('Equipe', ana, [ana, bia, shop]);
const now = new Date('2026-03-02T10:00:00Z');
const chatOfAna = [
  { kind: 'wa_pn', value: ana.user },
  { kind: 'wa_lid', value: ana.lid.replace('@lid', '') },
];

function facts(): Inbound[] {
  const how = { me: { id: shop.jid, lid: shop.lid }, now, history: false };
  const all = <E extends keyof BaileysEventMap>(event: E) =>
    client.all(event).flat() as (BaileysEventMap[E] extends (infer T)[] ? T : BaileysEventMap[E])[];
  return [
    ...all('messages.upsert').flatMap(({ messages }) => messages.flatMap((message) => messageFacts(message, how))),
    ...[...all('messages.update'), ...all('message-receipt.update')].flatMap((update) => receiptFacts(update, how)),
    ...all('call').flatMap((call) => callFact(call, now)),
    ...profileFacts(all('contacts.update'), now),
    ...groupFacts(all('groups.update'), now),
  ];
}

/** Waits until there are as many facts of the kind, and no more keys than facts should have. */
async function keysOf(kind: Inbound['kind'], times: number): Promise<Inbound[]> {
  await vi.waitFor(() => expect(facts().filter((fact) => fact.kind === kind).length).toBeGreaterThanOrEqual(times), 10_000);
  return [...new Map(facts().map((fact) => [fact.key, fact])).values()].filter((fact) => fact.kind === kind);
}

test('a text, by number or by LID, is of the same person', async () => {
  client.reset();
  const first = await fake.send(ana, 'por número');
  await keysOf('message', 1);
  const second = await fake.send(ana, 'por LID', { lid: true });
  expect(await keysOf('message', 2)).toMatchObject([
    { externalId: first, chat: chatOfAna, name: 'Ana', fromMe: false, content: { type: 'text', body: 'por número' } },
    { externalId: second, chat: chatOfAna, name: 'Ana', fromMe: false, content: { type: 'text', body: 'por LID' } },
  ]);
  for (const fact of await keysOf('profile', 1)) expect(fact).toMatchObject({ name: 'Ana', picture: false });
});

test('an edit and a revocation are one fact each', async () => {
  client.reset();
  const id = await fake.send(ana, 'errado');
  const key = { remoteJid: shop.jid, fromMe: true, id };
  const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;
  await fake.send(ana, {
    protocolMessage: { type: MESSAGE_EDIT, key, editedMessage: { conversation: 'certo' }, timestampMs: 1_772_445_600_500 },
  });
  expect(await keysOf('edit', 1)).toMatchObject([{ targetExternalId: id, content: { body: 'certo' }, sentAt: '2026-03-02T10:00:00.000Z' }]);
  await fake.send(ana, { protocolMessage: { type: REVOKE, key } }, { attributes: { edit: '7' } });
  expect(await keysOf('revoke', 1)).toMatchObject([{ targetExternalId: id, chat: chatOfAna }]);
  expect(await keysOf('message', 1)).toHaveLength(1);
});

test('a reaction in a group says whose it is', async () => {
  client.reset();
  const id = await fake.send(ana, 'oi grupo', { group: team });
  await fake.send(
    bia,
    { reactionMessage: { key: { remoteJid: team.id, participant: ana.jid, fromMe: false, id }, text: '👍' } },
    { group: team },
  );
  expect(await keysOf('reaction', 1)).toMatchObject([
    {
      targetExternalId: id,
      emoji: '👍',
      participant: { addresses: [{ kind: 'wa_pn', value: bia.user }, { kind: 'wa_lid' }], name: 'Bia' },
    },
  ]);
  expect(await keysOf('message', 1)).toMatchObject([{ externalId: id, participant: { addresses: chatOfAna, name: 'Ana' } }]);
});

test('what comes damaged or empty is announced, then told under the same id', async () => {
  client.reset();
  const damaged = await fake.send(ana, 'mesmo assim', { corrupt: true });
  const ad = { title: 'Bolos', sourceId: 'ad1', sourceUrl: 'https://fb.me/x' };
  const empty = await fake.send(
    bia,
    { extendedTextMessage: { text: 'vi o anúncio', contextInfo: { externalAdReply: ad } } },
    { unavailable: true },
  );
  const found = (await keysOf('message', 4)) as Extract<Inbound, { kind: 'message' }>[];
  const of = (id: string) => found.filter(({ externalId }) => externalId === id).map(({ content }) => content);
  expect(of(damaged)).toEqual([
    { type: 'unsupported', what: 'awaiting_phone' },
    { type: 'text', body: 'mesmo assim' },
  ]);
  expect(of(empty)).toEqual([
    { type: 'unsupported', what: 'awaiting_phone' },
    { type: 'text', body: 'vi o anúncio\n\n📣 Bolos\nhttps://fb.me/x' },
  ]);
});

test('what we send arrives as meant, and its statuses come back', async () => {
  client.reset();
  const { jid, content, options } = contentFor({
    clientKey: 'm:1',
    to: { kind: 'wa_pn', value: ana.user },
    content: { type: 'text', body: 'resposta' },
    quoted: { externalId: 'Q1', fromMe: false, author: null, text: 'pergunta' },
  });
  await client.socket.sendMessage(jid, content, options);
  const { message } = await fake.sent(({ receivedBy, id }) => receivedBy === ana && id === options.messageId);
  expect(message.extendedTextMessage).toMatchObject({
    text: 'resposta',
    contextInfo: { stanzaId: 'Q1', quotedMessage: { conversation: 'pergunta' } },
  });
  await keysOf('status', 1);
  expect(await keysOf('status', 1)).toContainEqual(expect.objectContaining({ externalId: options.messageId, status: 'delivered' }));
});

test('a missed call is told as a call and as a message, and is one fact', async () => {
  client.reset();
  const id = fake.call(ana, { video: true });
  await keysOf('call', 1);
  fake.callEnd(ana, id);
  expect(await keysOf('call', 3)).toMatchObject([
    { callId: id, outcome: 'missed', chat: chatOfAna, video: true },
    { callId: id, outcome: 'ringing', video: true },
  ]);
});

test('a group is renamed in two events and one fact', async () => {
  client.reset();
  fake.renameGroup(team, ana, 'Equipe 2');
  expect(await keysOf('profile', 2)).toMatchObject([
    { name: 'Equipe 2', addresses: [{ kind: 'group', value: team.id.replace('@g.us', '') }] },
  ]);
});
