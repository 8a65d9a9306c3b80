// Files through the library: uploaded to the media host and opened by contacts, downloaded from it, gone and uploaded again.
import { randomBytes } from 'node:crypto';
import { downloadMediaMessage, type WAMessage } from 'baileys';
import { expect, test } from 'vitest';
import { linkedWorld } from './library-world.ts';
import { silent } from './silence.ts';

const { fake, client, ana, bia } = await linkedWorld();
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

async function sendToAna(content: Parameters<typeof client.socket.sendMessage>[1]) {
  const sent = await client.socket.sendMessage(ana.jid, content);
  return (await fake.sent(({ receivedBy, id }) => receivedBy === ana && id === sent?.key.id)).message;
}

async function received(id: string): Promise<WAMessage> {
  return client.message(({ key }) => key.id === id);
}

test('an image is uploaded and the contact can open it', async () => {
  const { imageMessage } = await sendToAna({ image: png, caption: 'foto' });
  expect(imageMessage?.caption).toBe('foto');
  expect((await fake.media.open(imageMessage ?? {}, 'image')).equals(png)).toBe(true);
});

test('a document of 8 MB', async () => {
  const big = randomBytes(8 * 1024 * 1024);
  const { documentMessage } = await sendToAna({ document: big, mimetype: 'application/pdf', fileName: 'a.pdf' });
  expect(documentMessage?.fileName).toBe('a.pdf');
  expect((await fake.media.open(documentMessage ?? {}, 'document')).equals(big)).toBe(true);
});

test('a voice message', async () => {
  const voice = Buffer.from('OggS, as far as anybody looks');
  const { audioMessage } = await sendToAna({ audio: voice, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 3 });
  expect(audioMessage?.ptt).toBe(true);
  expect((await fake.media.open(audioMessage ?? {}, 'audio')).equals(voice)).toBe(true);
});

test.each([
  ['image', 'image/png'],
  ['document', 'application/pdf'],
  ['audio', 'audio/ogg'],
  ['video', 'video/mp4'],
  ['sticker', 'image/webp'],
] as const)('a received %s can be downloaded', async (type, mime) => {
  client.reset();
  const file = randomBytes(70_000);
  const message = await received(await fake.send(bia, await fake.mediaMessage(type, file, mime)));
  expect((await downloadMediaMessage(message, 'buffer', {})).equals(file)).toBe(true);
});

test('an upload that fails rejects the message', async () => {
  const before = fake.media.uploads;
  fake.media.failUploads = 2;
  await expect(client.socket.sendMessage(ana.jid, { image: png })).rejects.toThrow('Media upload failed on all hosts');
  fake.media.failUploads = 0;
  expect(fake.media.uploads - before).toBe(1);
});

test('an expired file has to be asked for again by hand, then it downloads', async () => {
  client.reset();
  const content = await fake.mediaMessage('image', png, 'image/png');
  const message = await received(await fake.send(bia, content));
  fake.media.expire(message.message?.imageMessage ?? {});
  const context = { logger: silent, reuploadRequest: client.socket.updateMediaMessage };
  await expect(downloadMediaMessage(message, 'buffer', {}, context)).rejects.toMatchObject({ output: { statusCode: 410 } });
  const renewed = await client.socket.updateMediaMessage(message);
  expect((await downloadMediaMessage(renewed, 'buffer', {})).equals(png)).toBe(true);
});

test('a file the phone has lost too cannot be had', async () => {
  client.reset();
  const message = await received(await fake.send(bia, await fake.mediaMessage('image', png, 'image/png')));
  await expect(client.socket.updateMediaMessage(message)).rejects.toThrow('NOT_FOUND');
});

test('profile pictures: none, one over https, and the news of a change', async () => {
  client.reset();
  await expect(client.socket.profilePictureUrl(bia.jid)).rejects.toMatchObject({ data: 404 });
  fake.picture(ana, Buffer.from('jpeg'));
  await client.wait('contacts.update', (updates) => updates.some(({ id, imgUrl }) => id === ana.jid && imgUrl === 'changed'));
  const url = await client.socket.profilePictureUrl(ana.jid, 'image');
  expect(url).toMatch(/^https:/);
  expect(await (await fetch(url ?? '')).text()).toBe('jpeg');
  fake.picture(ana, null);
  await client.wait('contacts.update', (updates) => updates.some(({ id, imgUrl }) => id === ana.jid && imgUrl === 'removed'));
});
