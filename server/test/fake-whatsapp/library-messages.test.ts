// Messages between two people through the library, in both directions.
import { type BinaryNode, proto } from 'baileys';
import { expect, test } from 'vitest';
import { textIn } from './library-client.ts';
import { linkedWorld } from './library-world.ts';
import type { Phone } from './phone.ts';
import type { Sent } from './world.ts';

const { fake, client, account, shop, ana, bia } = await linkedWorld();
const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;

/** A message with that id as the phone of the contact shows it. */
function readBy(phone: Phone, id: string | null | undefined): Promise<Sent> {
  return fake.sent((sent) => sent.receivedBy === phone && sent.id === id);
}

async function send(
  to: string,
  ...rest: [Parameters<typeof client.socket.sendMessage>[1], Parameters<typeof client.socket.sendMessage>[2]?]
) {
  const sent = await client.socket.sendMessage(to, ...rest);
  if (!sent?.key.id) throw new Error('not sent');
  return { ...sent, id: sent.key.id };
}

test('who has WhatsApp: yes, no, and another spelling of the number', async () => {
  expect(await client.socket.onWhatsApp(bia.user)).toEqual([{ jid: bia.jid, exists: true }]);
  expect(await client.socket.onWhatsApp('5511900000000')).toEqual([]);
  expect((await client.socket.onWhatsApp('551188887777'))?.[0]?.jid).toBe(ana.jid);
});

test('a refused query rejects with text and code', async () => {
  fake.failIq('usync', 429, 'rate-overlimit');
  await expect(client.socket.onWhatsApp(bia.user)).rejects.toMatchObject({ message: 'rate-overlimit', data: 429 });
});

test('a text reaches contact and own phone; statuses 1, 2, 3, 4 follow receipts', async () => {
  client.reset();
  fake.options.autoReceipts = 'none';
  const sent = await send(ana.jid, { text: 'Olá Ana' });
  expect(sent.status).toBe(1);
  const got = await readBy(ana, sent.id);
  expect([textIn(got.message), got.to, got.ownCopy]).toEqual(['Olá Ana', ana.jid, false]);
  const copy = await readBy(shop, sent.id);
  expect([textIn(copy.message), copy.ownCopy]).toEqual(['Olá Ana', true]);
  fake.receipt(copy, 'sender');
  await client.status(sent.id, 2);
  fake.receipt(got);
  await client.status(sent.id, 3);
  fake.receipt(got, 'read');
  await client.status(sent.id, 4);
  fake.options.autoReceipts = 'delivered';
});

test("the server's word for it comes as a raw stanza only; a lost message resolves all the same", async () => {
  const acked: (string | undefined)[] = [];
  client.socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => acked.push(attrs.id));
  fake.switches.swallow = true;
  const lost = await send(ana.jid, { text: 'perdida' });
  await fake
    .next('stanza', (direction, node) => direction === '<' && node.tag === 'message')
    .catch(() => null)
    .then(() => undefined);
  fake.switches.swallow = false;
  const kept = await send(ana.jid, { text: 'com ack' });
  await client.status(kept.id, 3);
  expect(acked).toEqual([kept.id]);
  expect(fake.arrivals(ana).map(({ id }) => id)).not.toContain(lost.id);
});

test('a text of a contact, addressed by number, is confirmed', async () => {
  client.reset();
  const confirmed = fake.next('receipt');
  const id = await fake.send(bia, 'oi, sou a Bia');
  const { key, message, pushName, upsert } = await client.message((each) => each.key.id === id);
  expect([textIn(message), key.remoteJid, key.remoteJidAlt, key.fromMe, pushName, upsert]).toEqual([
    'oi, sou a Bia',
    bia.jid,
    bia.lid,
    false,
    'Bia',
    'notify',
  ]);
  expect((await confirmed)[0].attrs.id).toBe(id);
  await fake.received(id);
  expect(account.queue.holdsMessage(id)).toBe(false);
});

test('a text of a contact, addressed by LID, carries the number too, and can be answered', async () => {
  client.reset();
  const id = await fake.send(bia, 'via lid', { lid: true });
  const { key, message } = await client.message((each) => each.key.id === id);
  expect([textIn(message), key.remoteJid, key.remoteJidAlt, key.addressingMode]).toEqual(['via lid', bia.lid, bia.jid, 'lid']);
  const answer = await send(bia.lid, { text: 'resposta' });
  expect(textIn((await readBy(bia, answer.id)).message)).toBe('resposta');
  await client.status(answer.id, 3);
});

test('twenty messages each way turn both ratchets', async () => {
  for (let i = 0; i < 20; i++) {
    client.reset();
    const out = await send(ana.jid, { text: `c${i}` });
    expect(textIn((await readBy(ana, out.id)).message)).toBe(`c${i}`);
    const id = await fake.send(ana, `s${i}`);
    expect(textIn((await client.message(({ key }) => key.id === id)).message)).toBe(`s${i}`);
  }
});

test('reading tells the contact', async () => {
  client.reset();
  const id = await fake.send(ana, 'leia');
  const { key } = await client.message((each) => each.key.id === id);
  const read = fake.next('receipt', ({ attrs }) => attrs.type === 'read');
  await client.socket.readMessages([key]);
  expect((await read)[0].attrs.id).toBe(id);
});

test('a quoted message, in both directions', async () => {
  client.reset();
  const id = await fake.send(ana, 'pergunta');
  const quoted = await client.message(({ key }) => key.id === id);
  const out = await send(ana.jid, { text: 'resposta' }, { quoted });
  const context = (await readBy(ana, out.id)).message.extendedTextMessage?.contextInfo;
  expect([context?.stanzaId, textIn(context?.quotedMessage)]).toEqual([id, 'pergunta']);
  const contextInfo = { stanzaId: out.id, participant: shop.jid, quotedMessage: { conversation: 'resposta' } };
  const next = await fake.send(ana, { extendedTextMessage: { text: 'e depois?', contextInfo } });
  const { message } = await client.message(({ key }) => key.id === next);
  expect(message?.extendedTextMessage?.contextInfo?.stanzaId).toBe(out.id);
});

test('what is typed on the own phone is seen as sent by us', async () => {
  client.reset();
  const id = await fake.fromPhone(ana, 'digitei no celular');
  const { key, message, status, upsert } = await client.message((each) => each.key.id === id);
  expect([textIn(message), key.remoteJid, key.fromMe, status, upsert]).toEqual(['digitei no celular', ana.jid, true, 2, 'notify']);
});

test('a contact reacts, edits and takes back', async () => {
  client.reset();
  const id = await fake.send(ana, 'errado');
  const key = { remoteJid: shop.jid, fromMe: true, id };
  await fake.send(ana, { reactionMessage: { key, text: '👍', senderTimestampMs: Date.now() } });
  expect((await client.wait('messages.reaction'))[0]?.reaction.text).toBe('👍');
  await fake.send(ana, { protocolMessage: { type: MESSAGE_EDIT, key, editedMessage: { conversation: 'certo' }, timestampMs: Date.now() } });
  await client.wait(
    'messages.update',
    ([update]) => textIn(update?.update.message?.editedMessage?.message) === 'certo' && update?.key.id === id,
  );
  await fake.send(ana, { protocolMessage: { type: REVOKE, key } }, { attributes: { edit: '7' } });
  await client.wait('messages.update', ([update]) => update?.key.id === id && update.update.message === null);
});

test('we react, edit and take back', async () => {
  const { id, key } = await send(ana.jid, { text: 'v1' });
  const edit = await send(ana.jid, { text: 'v2', edit: key });
  const edited = await readBy(ana, edit.id);
  const inner = edited.message.editedMessage?.message ?? edited.message;
  expect([edited.edit, textIn(inner.protocolMessage?.editedMessage)]).toEqual(['1', 'v2']);
  const reaction = await send(ana.jid, { react: { text: '❤️', key } });
  expect((await readBy(ana, reaction.id)).message.reactionMessage?.text).toBe('❤️');
  const revoke = await send(ana.jid, { delete: key });
  const revoked = await readBy(ana, revoke.id);
  expect([revoked.edit, revoked.message.protocolMessage?.key?.id]).toEqual(['7', id]);
});

test('presence has to be asked for; typing goes both ways', async () => {
  client.reset();
  fake.presence(ana, true);
  const subscribed = fake.next('presence', ({ attrs }) => attrs.type === 'subscribe');
  await client.socket.presenceSubscribe(ana.jid);
  await subscribed;
  fake.presence(ana, false, { last: 1_770_000_000 });
  const first = await client.wait('presence.update');
  expect(first.presences[ana.jid]).toEqual({ lastKnownPresence: 'unavailable', lastSeen: 1_770_000_000 });
  for (const state of ['composing', 'recording'] as const) {
    fake.typing(ana, state);
    await client.wait('presence.update', ({ presences }) => presences[ana.jid]?.lastKnownPresence === state);
  }
  const typed = fake.next('chatstate');
  await client.socket.sendPresenceUpdate('composing', ana.jid);
  expect((await typed)[0].attrs.to).toBe(ana.jid);
});

test('place, contact card, button reply and poll', async () => {
  client.reset();
  const received = async (message: proto.IMessage) => {
    const id = await fake.send(bia, message);
    return (await client.message(({ key }) => key.id === id)).message;
  };
  expect(
    (await received({ locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'SP' } }))?.locationMessage?.name,
  ).toBe('SP');
  const card = await received({ contactMessage: { displayName: 'Zé', vcard: 'BEGIN:VCARD\nEND:VCARD' } });
  expect(card?.contactMessage?.displayName).toBe('Zé');
  const pressed = await received({ buttonsResponseMessage: { selectedButtonId: 'b1', type: 1, selectedDisplayText: 'Sim' } });
  expect(pressed?.buttonsResponseMessage?.selectedButtonId).toBe('b1');

  const place = await send(bia.jid, { location: { degreesLatitude: 1, degreesLongitude: 2 } });
  expect((await readBy(bia, place.id)).message.locationMessage?.degreesLongitude).toBe(2);
  const poll = await send(bia.jid, { poll: { name: 'nota?', values: ['1', '2'], selectableCount: 1 } });
  const { message } = await readBy(bia, poll.id);
  expect((message.pollCreationMessageV3 ?? message.pollCreationMessage)?.name).toBe('nota?');
});

test('an answer to an advertisement comes empty first, then whole from the own phone', async () => {
  client.reset();
  const contextInfo = { externalAdReply: { title: 'Promo', sourceId: 'ad1' } };
  const id = await fake.send(bia, { extendedTextMessage: { text: 'vi o anúncio', contextInfo } }, { unavailable: true });
  const stub = await client.message(
    ({ key, messageStubType }) => key.id === id && messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT,
  );
  expect(stub.message ?? null).toBeNull();
  const { key, message, pushName } = await client.message((each) => each.key.id === id && textIn(each.message) === 'vi o anúncio');
  expect([key.remoteJid, pushName, message?.extendedTextMessage?.contextInfo?.externalAdReply?.sourceId]).toEqual([bia.jid, 'Bia', 'ad1']);
});

test('older messages can be asked for', async () => {
  client.reset();
  fake.options.onDemand = [fake.conversation(ana, [{ content: 'bem antiga', at: 1_600_000_000, fromMe: true, id: 'OLD1' }])];
  await client.socket.fetchMessageHistory(50, { remoteJid: ana.jid, id: 'HIST1', fromMe: false }, 1_700_000_000_000);
  const history = await client.wait('messaging-history.set');
  expect([textIn(history.messages[0]?.message), history.syncType]).toEqual(['bem antiga', proto.HistorySync.HistorySyncType.ON_DEMAND]);
});

test('three hundred messages come in order, a hundred go out once each', async () => {
  client.reset();
  const ids: string[] = [];
  for (let i = 0; i < 300; i++) ids.push(await fake.send(bia, `m${i}`));
  await client.message(({ key }) => key.id === ids.at(-1));
  const wanted = new Set(ids);
  const seen = client.all('messages.upsert').flatMap(({ messages }) => messages.map(({ key }) => key.id ?? ''));
  expect(seen.filter((id) => wanted.has(id))).toEqual(ids);

  const before = fake.arrivals(bia).length;
  const out = await Promise.all(Array.from({ length: 100 }, (_, i) => send(bia.jid, { text: `o${i}` })));
  await Promise.all(out.map(({ id }) => readBy(bia, id)));
  const arrived = fake.arrivals(bia).slice(before);
  expect(new Set(arrived.map(({ id }) => id))).toEqual(new Set(out.map(({ id }) => id)));
  expect(arrived.every(({ times }) => times === 1)).toBe(true);
});
