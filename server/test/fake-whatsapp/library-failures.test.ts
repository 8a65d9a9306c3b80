// What goes wrong between the library and WhatsApp, and how it recovers.
import { proto } from 'baileys';
import { expect, test } from 'vitest';
import { until } from '../client.ts';
import { textIn } from './library-client.ts';
import { linkedWorld } from './library-world.ts';
import { stanza } from './stanza.ts';

const { fake, client, account, ana, bia } = await linkedWorld();

async function sendText(to: string, text: string, messageId?: string): Promise<string> {
  const sent = await client.socket.sendMessage(to, { text }, messageId ? { messageId } : {});
  return sent?.key.id ?? '';
}

test('a message that arrives damaged is asked for and comes again', async () => {
  client.reset();
  const resent = fake.next('resent');
  const id = await fake.send(bia, 'chegou mesmo', { corrupt: true });
  await resent;
  await client.message(({ key, message }) => key.id === id && textIn(message) === 'chegou mesmo');
  await fake.received(id);
});

test('a contact that could not decrypt gets the message again; that is no second arrival', async () => {
  const id = await sendText(bia.jid, 'de novo');
  const first = await fake.sent((sent) => sent.receivedBy === bia && sent.id === id);
  const again = fake.next('message', (sent) => sent.receivedBy === bia && sent.id === id);
  await fake.askAgain(first);
  const [second] = await again;
  expect([textIn(second.message), second.retry]).toEqual(['de novo', true]);
  expect(fake.arrivals(bia)).toContainEqual({ id, times: 1 });
});

test('after a reconnection the text of such a message comes from getMessage', async () => {
  const id = await sendText(bia.jid, 'original');
  const first = await fake.sent((sent) => sent.receivedBy === bia && sent.id === id);
  client.reset();
  fake.drop();
  await client.closed();
  client.config.getMessage = async (key) => (key.id === id ? { conversation: 'do banco de dados' } : undefined);
  await client.reconnect();
  const again = fake.next('message', (sent) => sent.receivedBy === bia && sent.id === id);
  await fake.askAgain(first);
  expect(textIn((await again)[0].message)).toBe('do banco de dados');
});

test('the same id sent twice reaches the contact once and is counted twice', async () => {
  const duplicate = fake.next('duplicate');
  const id = await sendText(ana.jid, 'uma vez só', 'TWICE1');
  await sendText(ana.jid, 'uma vez só', 'TWICE1');
  expect((await duplicate)[0]).toBe(id);
  expect(fake.arrivals(ana)).toContainEqual({ id, times: 2 });
  expect(fake.messages.filter((sent) => sent.id === id && sent.receivedBy === ana)).toHaveLength(1);
});

test.each([463, 479])('a refused message (%i) becomes an error', async (code) => {
  client.reset();
  fake.nackNext(code);
  const id = await sendText(ana.jid, 'x');
  const { messageStubParameters } = await client.status(id, proto.WebMessageInfo.Status.ERROR);
  expect(messageStubParameters?.[0]).toBe(String(code));
  expect(fake.arrivals(ana).map((each) => each.id)).not.toContain(id);
});

test('an account that may not start new chats: told, refused with new people, free with known ones, told when it is over', async () => {
  client.reset();
  const until = Math.floor(Date.now() / 1000) + 3600;
  fake.timelock({ active: true, until });
  const told = await client.wait('connection.update', ({ reachoutTimeLock }) => reachoutTimeLock?.isActive === true);
  expect(told.reachoutTimeLock).toMatchObject({ enforcementType: 'WEB_COMPANION_ONLY', timeEnforcementEnds: new Date(until * 1000) });
  expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: true });

  const caio = fake.contact('5511955556666', 'Caio');
  const refused = await sendText(caio.jid, 'oferta');
  await client.status(refused, proto.WebMessageInfo.Status.ERROR);
  const known = await sendText(ana.jid, 'continuando');
  await fake.sent((sent) => sent.receivedBy === ana && sent.id === known);

  fake.timelock({ active: false });
  await client.wait('connection.update', ({ reachoutTimeLock }) => reachoutTimeLock?.isActive === false);
  const free = await sendText(caio.jid, 'agora sim');
  await fake.sent((sent) => sent.receivedBy === caio && sent.id === free);
});

test('how many new chats are left is told', async () => {
  client.reset();
  fake.capping({ total_quota: 30, used_quota: 29 });
  expect(await client.wait('message-capping.update')).toEqual({ total_quota: 30, used_quota: 29 });
});

test('few one-time keys are left: the library uploads more', async () => {
  client.reset();
  account.preKeys.length = 2;
  await ana.signal.deleteSession([account.lid]);
  const uploaded = fake.next('stanza', (direction, { attrs }) => direction === '<' && attrs.xmlns === 'encrypt' && attrs.type === 'set');
  const id = await fake.send(ana, 'gasta uma chave');
  await client.message(({ key }) => key.id === id);
  await uploaded;
});

test('a contact with a new phone: new keys in both directions', async () => {
  client.reset();
  const renewed = fake.reinstall(ana);
  const id = await sendText(renewed.jid, 'novo aparelho');
  expect(textIn((await fake.sent((sent) => sent.receivedBy === renewed && sent.id === id)).message)).toBe('novo aparelho');
  // It may have gone out with the old keys first; then the new phone has asked for it again.
  expect(fake.undecrypted.splice(0).length).toBeLessThanOrEqual(1);
  const answer = await fake.send(renewed, 'sim');
  await client.message(({ key, message }) => key.id === answer && textIn(message) === 'sim');
});

test('the line drops (428): what comes meanwhile, and what was not confirmed, comes in order at the next login', async () => {
  client.reset();
  await until(() => account.queue.size === 0);
  const ids = [await fake.send(bia, 'antes da queda')];
  fake.drop();
  expect(await client.closed()).toBe(428);
  for (const text of ['você caiu?', 'alô', 'volta']) ids.push(await fake.send(bia, text));
  expect(
    account.queue
      .all()
      .filter(({ tag }) => tag === 'message')
      .map(({ attrs }) => attrs.id),
  ).toEqual(ids);
  await client.reconnect();
  const { upsert } = await client.message(({ key }) => key.id === ids.at(-1));
  expect(upsert).toBe('append');
  const came = client.all('messages.upsert').flatMap(({ messages }) => messages.map(({ key }) => key.id ?? ''));
  // The first may have been read before the line dropped; then it comes twice.
  expect([...new Set(came.filter((id) => ids.includes(id)))]).toEqual(ids);
  await Promise.all(ids.map((id) => fake.received(id)));
  expect([...fake.connections].some(({ noise }) => noise.routingInfo?.toString() === 'fake-edge')).toBe(true);
});

test('a contact that lost its keys cannot decrypt, asks by itself, and gets the message', async () => {
  client.reset();
  const first = await sendText(bia.jid, 'oi');
  await fake.sent((sent) => sent.receivedBy === bia && sent.id === first);
  const id = await fake.send(bia, 'bom dia');
  await client.message(({ key }) => key.id === id);
  await bia.signal.deleteSession([account.lid]);
  const answer = await sendText(bia.jid, 'bom dia, Bia');
  const got = await fake.sent((sent) => sent.receivedBy === bia && sent.id === answer);
  expect([textIn(got.message), got.retry]).toEqual(['bom dia, Bia', true]);
  expect(fake.undecrypted.splice(0).map((each) => [each.id, each.by])).toEqual([[answer, bia]]);
});

test.each([
  ['515, restart', 515, () => fake.streamError(515)],
  ['503, not available', 503, () => fake.streamError(503)],
  ['403, banned', 403, () => fake.streamError(403)],
  ['440, replaced', 440, () => fake.streamError(null, 'replaced')],
  ['428, end of the stream', 428, () => account.connection?.send(stanza('xmlstreamend'))],
] as const)('a stream error closes with %s', async (_name, code, happen) => {
  client.reset();
  happen();
  expect(await client.closed()).toBe(code);
  await client.reconnect();
});

test('a second login with the same keys replaces the first (440)', async () => {
  client.reset();
  const second = client.copy();
  second.connect();
  await second.opened();
  expect(await client.closed()).toBe(440);
  await second.socket.end(undefined);
  await client.reconnect();
});

test('a banned number: 403 at once and at every login', async () => {
  client.reset();
  fake.ban();
  expect(await client.closed()).toBe(403);
  client.reset();
  client.connect();
  expect(await client.closed()).toBe(403);
  fake.refuseLogin(null);
  await client.reconnect();
});

test('a server that falls silent is noticed: 408', async () => {
  await client.socket.end(undefined);
  client.config.keepAliveIntervalMs = 200;
  await client.reconnect();
  client.reset();
  fake.switches.mute = true;
  expect(await client.closed(15_000)).toBe(408);
  fake.switches.mute = false;
  delete client.config.keepAliveIntervalMs;
  await client.reconnect();
});
