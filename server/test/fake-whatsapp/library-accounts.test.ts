// Several linked devices at the same server, and what their phones tell them of the past.
import { expect, test } from 'vitest';
import type { Companion } from './companion.ts';
import { LibraryClient, textIn } from './library-client.ts';
import { startFake } from './library-world.ts';

const fake = await startFake();
const ana = fake.contact('5511988887777', 'Ana');
const bia = fake.contact('5511977776666', 'Bia');

test('two accounts: what one writes to the other reaches its phone and its client', async () => {
  const shop = fake.contact('5511999990000', 'Loja');
  const branch = fake.contact('5511955554444', 'Filial');
  const [shopClient, branchClient] = [new LibraryClient(), new LibraryClient()];
  await shopClient.link(fake, shop);
  const branchAccount = await branchClient.link(fake, branch);
  expect(fake.online.map(({ phone }) => phone.name)).toEqual(['Loja', 'Filial']);

  const sent = await shopClient.socket.sendMessage(branch.jid, { text: 'oi filial' });
  const { key, message } = await branchClient.message((each) => each.key.id === sent?.key.id);
  expect([textIn(message), key.remoteJid, key.fromMe]).toEqual(['oi filial', shop.jid, false]);
  expect(textIn((await fake.sent(({ receivedBy, id }) => receivedBy === branch && id === sent?.key.id)).message)).toBe('oi filial');

  await branchClient.socket.readMessages([key]);
  await shopClient.status(sent?.key.id ?? '', 4);

  await branchClient.socket.sendMessage(shop.jid, { text: 'oi matriz' });
  await shopClient.message((each) => textIn(each.message) === 'oi matriz');
  const id = await fake.send(ana, 'para a filial', { account: branchAccount });
  await branchClient.message((each) => each.key.id === id);
  expect(shopClient.all('messages.upsert', 0).some(({ messages }) => messages.some((each) => each.key.id === id))).toBe(false);
  const team = fake.group('Equipe', shop, [ana, shop, branch]);
  const toAll = await shopClient.socket.sendMessage(team.id, { text: 'oi equipe' });
  const inGroup = await branchClient.message((each) => each.key.id === toAll?.key.id);
  expect([textIn(inGroup.message), inGroup.key.remoteJid, inGroup.key.fromMe]).toEqual(['oi equipe', team.id, false]);
  await Promise.all([shopClient.socket.end(undefined), branchClient.socket.end(undefined)]);
});

test('two devices of one account: one sees what the other sends', async () => {
  const shop = fake.contact('5511944443333', 'Loja 2');
  const [first, second] = [new LibraryClient(), new LibraryClient()];
  await first.link(fake, shop);
  await second.link(fake, shop);
  const sent = await first.socket.sendMessage(ana.jid, { text: 'do primeiro' });
  const { key, message } = await second.message((each) => each.key.id === sent?.key.id);
  expect([textIn(message), key.remoteJid, key.fromMe]).toEqual(['do primeiro', ana.jid, true]);
  await Promise.all([first.socket.end(undefined), second.socket.end(undefined)]);
});

test('a history of several conversations comes in chunks, with numbers and LIDs', async () => {
  const shop = fake.contact('5511933332222', 'Loja 3');
  const at = Math.floor(Date.now() / 1000) - 86_400;
  const many = Array.from({ length: 40 }, (_, i) => ({ content: `antiga ${i}`, at: at + i, fromMe: i % 2 === 1, id: `H${i}` }));
  const others = Array.from({ length: 5 }, (_, i) => fake.contact(`55119220000${i}0`, `Pessoa ${i}`));
  shop.history = {
    conversations: [
      fake.conversation(ana, many),
      fake.conversation(bia, [{ content: 'por lid', at }], { lid: true }),
      ...others.map((contact) => fake.conversation(contact, [{ content: 'oi', at }])),
    ],
    chunkSize: 2,
  };
  const client = new LibraryClient();
  await client.link(fake, shop);
  await client.wait('messaging-history.set', ({ progress }) => progress === 100);

  const chunks = client.all('messaging-history.set');
  const messages = chunks.flatMap((chunk) => chunk.messages);
  expect(new Set(chunks.flatMap((chunk) => chunk.chats.map(({ id }) => id)))).toEqual(
    new Set([ana.jid, bia.lid, ...others.map(({ jid }) => jid)]),
  );
  expect(messages).toHaveLength(46);
  expect(new Set(messages.filter(({ key }) => key.remoteJid === ana.jid).map(({ key }) => key.id))).toEqual(
    new Set(many.map(({ id }) => id)),
  );
  const { lidMapping } = client.socket.signalRepository;
  expect([await lidMapping.getPNForLID(bia.lid), await lidMapping.getLIDForPN(ana.jid)]).toEqual([
    expect.stringContaining(bia.user),
    expect.stringContaining(ana.lidUser),
  ]);
  await client.socket.end(undefined);
});

test('fifty accounts at once, each hears and answers', async () => {
  const all: { client: LibraryClient; account: Companion }[] = [];
  for (let i = 0; i < 50; i += 5) all.push(...(await Promise.all([0, 1, 2, 3, 4].map((j) => linkAccount(i + j)))));
  expect(fake.online).toHaveLength(50);
  await Promise.all(
    all.map(async ({ client, account }, i) => {
      const id = await fake.send(ana, `para a conta ${i}`, { account });
      await client.message(({ key }) => key.id === id);
      const sent = await client.socket.sendMessage(ana.jid, { text: `da conta ${i}` });
      const got = await fake.sent((each) => each.receivedBy === ana && each.id === sent?.key.id);
      expect([textIn(got.message), got.companion]).toEqual([`da conta ${i}`, account]);
    }),
  );
  await Promise.all(all.map(({ client }) => client.socket.end(undefined)));
}, 180_000);

async function linkAccount(i: number) {
  const client = new LibraryClient();
  const account = await client.link(fake, fake.contact(`551190000${String(i).padStart(4, '0')}`, `Conta ${i}`));
  return { client, account };
}
