// Groups, calls, and what phone and linked device keep in step, through the library.
import { type BinaryNode, proto } from 'baileys';
import { expect, test } from 'vitest';
import { textIn } from './library-client.ts';
import { linkedWorld } from './library-world.ts';

const { fake, client, shop, ana, bia } = await linkedWorld();
const team = fake.group('Equipe', ana, [ana, bia, shop]);

test('the groups of the account and their members', async () => {
  fake.group('Sem a loja', ana, [ana, bia]);
  const { subject, participants, addressingMode } = await client.socket.groupMetadata(team.id);
  expect([subject, participants.length, addressingMode]).toEqual(['Equipe', 3, 'lid']);
  expect(Object.keys(await client.socket.groupFetchAllParticipating())).toEqual([team.id]);
});

test('a message of a member, and one for all of them with a receipt of each', async () => {
  client.reset();
  const id = await fake.send(ana, 'oi grupo', { group: team });
  const { key, message } = await client.message((each) => each.key.id === id);
  expect([textIn(message), key.remoteJid, key.participant, key.participantAlt]).toEqual(['oi grupo', team.id, ana.lid, ana.jid]);

  const sent = await client.socket.sendMessage(team.id, { text: 'olá equipe' });
  for (const member of [ana, bia, shop]) {
    const got = await fake.sent(({ receivedBy, id }) => receivedBy === member && id === sent?.key.id);
    expect([textIn(got.message), got.group?.subject]).toEqual(['olá equipe', 'Equipe']);
  }
  // While events are held back the receipts come within the message.
  await Promise.any([
    client.wait('message-receipt.update', (updates) => updates.some((update) => update.key.id === sent?.key.id)),
    client.message((each) => each.key.id === sent?.key.id && !!each.userReceipt?.length),
  ]);
});

test('an older group knows its members by number', async () => {
  client.reset();
  const old = fake.group('Antigo', bia, [ana, bia, shop], 'pn');
  const id = await fake.send(bia, 'oi', { group: old });
  const quoted = await client.message((each) => each.key.id === id);
  expect([textIn(quoted.message), quoted.key.participant, quoted.key.participantAlt]).toEqual(['oi', bia.jid, bia.lid]);
  const sent = await client.socket.sendMessage(old.id, { text: 'tchau' }, { quoted });
  expect(textIn((await fake.sent(({ receivedBy, id }) => receivedBy === ana && id === sent?.key.id)).message)).toBe('tchau');
});

test('renamed; members added and removed', async () => {
  client.reset();
  fake.renameGroup(team, ana, 'Equipe 2');
  await client.wait('groups.update', ([update]) => update?.subject === 'Equipe 2');
  const caio = fake.contact('5511955556666', 'Caio');
  fake.changeMembers(team, ana, 'add', [caio]);
  await client.wait('group-participants.update', ({ action, id }) => action === 'add' && id === team.id);
  fake.changeMembers(team, ana, 'remove', [caio]);
  await client.wait('group-participants.update', ({ action }) => action === 'remove');
  expect(team.members).toEqual([ana, bia, shop]);
});

test('a group message that arrives damaged is asked for and comes again', async () => {
  client.reset();
  const resent = fake.next('resent');
  const id = await fake.send(bia, 'no grupo mesmo assim', { group: team, corrupt: true });
  await resent;
  const { key } = await client.message(({ key, message }) => key.id === id && textIn(message) === 'no grupo mesmo assim');
  expect([key.remoteJid, key.participant]).toEqual([team.id, bia.lid]);
});

test('a call: offered, rejected; another one missed', async () => {
  client.reset();
  const id = fake.call(ana, { video: true });
  const [call] = await client.wait('call', ([each]) => each?.id === id);
  expect(call).toMatchObject({ status: 'offer', isVideo: true, callerPn: ana.jid });
  const rejected = fake.next('call');
  await client.socket.rejectCall(id, call?.from ?? '');
  expect(((await rejected)[0].content as BinaryNode[])[0]?.tag).toBe('reject');

  const missed = fake.call(ana);
  fake.callEnd(ana, missed);
  await client.wait('call', ([each]) => each?.id === missed && each.status === 'timeout');
  const stub = await client.message(({ key }) => key.id === missed);
  expect(stub.messageStubType).toBe(proto.WebMessageInfo.StubType.CALL_MISSED_VOICE);
});

test('a chat archived here, muted and renamed on the phone: every change is authenticated', async () => {
  client.reset();
  const lastMessages = [{ key: { remoteJid: ana.jid, id: 'LAST', fromMe: false }, messageTimestamp: 1 }];
  const changed = fake.next('app-state');
  await client.socket.chatModify({ archive: true, lastMessages }, ana.jid);
  const [{ name, actions }] = await changed;
  expect([name, actions[0]?.index.slice(0, 2), actions[0]?.action.archiveChatAction?.archived]).toEqual([
    'regular_low',
    ['archive', ana.jid],
    true,
  ]);
  await fake.change({ mute: 1_900_000_000_000 }, ana.jid);
  await client.wait('chats.update', ([update]) => update?.id === ana.jid && !!update.muteEndTime);
  await fake.change({ contact: { fullName: 'Ana Souza', firstName: 'Ana' } }, ana.jid);
  await client.wait('contacts.upsert', ([contact]) => contact?.id === ana.jid && contact.name === 'Ana Souza');
  await client.socket.chatModify({ archive: false, lastMessages }, ana.jid);
});
