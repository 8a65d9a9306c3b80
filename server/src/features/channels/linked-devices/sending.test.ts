// Everything that the desk sends, as the customer's phone opens it, and the ticks as WhatsApp and the customer say them.
import type { MessageView } from '@balcao/contract/messages';
import { proto } from 'baileys';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, until } from '../../../../test/client.ts';
import type { Phone } from '../../../../test/fake-whatsapp/phone.ts';
import type { Sent } from '../../../../test/fake-whatsapp/world.ts';
import { givenLinkedDesk, type LinkedDesk, shown, threadWith, ticketWith } from '../../../../test/linked.ts';

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;

let desk: LinkedDesk;
let ana: Phone;
let ticketId: number;

beforeAll(async () => {
  // Repeats are waited for.
  desk = await givenLinkedDesk({ patience: { confirmMs: 8_000 } });
  ana = desk.fake.contact('5511988887777', 'Ana');
  await desk.fake.send(ana, 'Bom dia');
  await shown(desk.admin, ana.user, ({ body }) => body === 'Bom dia');
  ticketId = (await ticketWith(desk.admin, ana.user))?.id ?? 0;
  await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', userId: desk.admin.user.id } });
});
afterAll(() => desk.close());

const params = () => ({ ticketId });
const say = async (body: string, more: object = {}) => {
  const [message] = await desk.admin.call('POST /messages/:ticketId', { params: params(), body: { body, ...more } });
  return message as MessageView;
};
/** What a phone opened last, of those that match. */
const opened = (phone: Phone, wanted: (message: proto.IMessage, sent: Sent) => boolean) =>
  desk.fake.sent((sent) => sent.receivedBy === phone && !sent.ownCopy && wanted(sent.message, sent), 45_000);
const textOf = ({ extendedTextMessage, conversation }: proto.IMessage) => extendedTextMessage?.text ?? conversation;
const said = (body: string, phone = ana) => opened(phone, (message) => textOf(message) === body);
const line = (wanted: (message: MessageView) => boolean, whom = ana.user) => shown(desk.admin, whom, wanted);

async function sendFile(bytes: Uint8Array, name: string, mime: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append('medias', new Blob([new Uint8Array(bytes)], { type: mime }), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  await call(desk.world.url, 'POST /messages/:ticketId', { params: params(), body: form, token: desk.admin.token });
}

/** Half a second of a tone, as WAV. */
function tone(): Buffer {
  const samples = 8_000;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index++) wav.writeInt16LE(Math.round(Math.sin(index / 6) * 20_000), 44 + index * 2);
  return wav;
}

describe('to a customer', () => {
  test('files of every kind, byte for byte; a recording as voice', async () => {
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a72' } })
      .png()
      .toBuffer();
    const webp = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#a72' } })
      .webp()
      .toBuffer();
    const pdf = Buffer.from('%PDF-1.7\nproposta');
    const film = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom filme');
    const song = tone();

    await sendFile(png, 'foto.png', 'image/png', { body: 'a foto' });
    const image = (await opened(ana, ({ imageMessage }) => !!imageMessage)).message.imageMessage;
    expect(image).toMatchObject({ caption: 'a foto', mimetype: 'image/png' });
    expect((await desk.fake.media.open(image ?? {}, 'image')).equals(png)).toBe(true);

    await sendFile(pdf, 'proposta.pdf', 'application/pdf');
    const sheet = (await opened(ana, ({ documentMessage }) => !!documentMessage)).message.documentMessage;
    expect(sheet).toMatchObject({ fileName: 'proposta.pdf', mimetype: 'application/pdf' });
    expect((await desk.fake.media.open(sheet ?? {}, 'document')).equals(pdf)).toBe(true);

    await sendFile(film, 'filme.mp4', 'video/mp4');
    const video = (await opened(ana, ({ videoMessage }) => !!videoMessage)).message.videoMessage;
    expect((await desk.fake.media.open(video ?? {}, 'video')).equals(film)).toBe(true);

    await sendFile(song, 'canto.wav', 'audio/wav');
    const audio = (await opened(ana, ({ audioMessage }) => audioMessage?.ptt !== true && !!audioMessage)).message.audioMessage;
    expect((await desk.fake.media.open(audio ?? {}, 'audio')).equals(song)).toBe(true);

    await sendFile(tone(), 'gravacao.wav', 'audio/wav', { as: 'voice' });
    const voice = (await opened(ana, ({ audioMessage }) => audioMessage?.ptt === true)).message.audioMessage;
    expect(voice?.mimetype).toBe('audio/ogg; codecs=opus');
    expect((await desk.fake.media.open(voice ?? {}, 'audio')).subarray(0, 4).toString()).toBe('OggS');

    await sendFile(webp, 'adesivo.webp', 'image/webp', { as: 'sticker' });
    const sticker = (await opened(ana, ({ stickerMessage }) => !!stickerMessage)).message.stickerMessage;
    expect((await desk.fake.media.open(sticker ?? {}, 'sticker')).subarray(8, 12).toString()).toBe('WEBP');
  });

  test('a place and contact cards', async () => {
    await desk.admin.call('POST /messages/:ticketId', {
      params: params(),
      body: { location: { latitude: -27.6, longitude: -48.5, name: 'Depósito' } },
    });
    const { locationMessage } = (await opened(ana, ({ locationMessage }) => !!locationMessage)).message;
    expect(locationMessage).toMatchObject({ degreesLatitude: -27.6, name: 'Depósito' });
    desk.fake.contact('5511977776666', 'Rui');
    const { id } = await desk.admin.call('POST /contacts', { body: { name: 'Rui Lima', number: '5511977776666' } });
    await desk.admin.call('POST /messages/:ticketId', { params: params(), body: { contactIds: [id] } });
    const { message } = await opened(ana, ({ contactMessage, contactsArrayMessage }) => !!contactMessage || !!contactsArrayMessage);
    expect((message.contactMessage ?? message.contactsArrayMessage?.contacts?.[0])?.vcard).toContain('waid=5511977776666');
  });

  test('a reaction, an answer to what she wrote, a correction and taking back', async () => {
    const hers = await line(({ body }) => body === 'Bom dia');
    await desk.admin.call('POST /v1/messages/:messageId/reaction', { params: { messageId: hers.id }, body: { emoji: '🙏' } });
    const { reactionMessage } = (await opened(ana, ({ reactionMessage }) => !!reactionMessage)).message;
    expect(reactionMessage).toMatchObject({ text: '🙏', key: { fromMe: false } });
    await say('Bom dia, Ana!', { quotedMsg: { id: hers.id } });
    const { contextInfo } = (await said('Bom dia, Ana!')).message.extendedTextMessage ?? {};
    expect(contextInfo).toMatchObject({ stanzaId: reactionMessage?.key?.id, quotedMessage: { conversation: 'Bom dia' } });

    const { id: messageId } = await say('São 100 reais');
    const sent = await said('São 100 reais');
    await line(({ id, ack }) => id === messageId && ack >= 1);
    await desk.admin.call('PUT /v1/messages/:messageId', { params: { messageId }, body: { body: 'São 90 reais' } });
    const edit = await opened(ana, ({ protocolMessage, editedMessage }) => {
      const change = protocolMessage ?? editedMessage?.message?.protocolMessage;
      return change?.type === MESSAGE_EDIT && change.key?.id === sent.id;
    });
    expect(JSON.stringify(edit.message)).toContain('São 90 reais');
    await desk.admin.call('DELETE /messages/:messageId', { params: { messageId } });
    await opened(ana, ({ protocolMessage }) => protocolMessage?.type === REVOKE && protocolMessage.key?.id === sent.id);
    await line(({ id, isDeleted }) => id === messageId && isDeleted);
  });

  test('reading and typing go out', async () => {
    const id = await desk.fake.send(ana, 'leu isto?');
    const read = desk.fake.next('receipt', (node) => node.attrs.type === 'read' && JSON.stringify(node).includes(id), 45_000);
    await line(({ body }) => body === 'leu isto?');
    await desk.admin.call('GET /messages/:ticketId', { params: params() });
    await read;
    const typing = desk.fake.next('chatstate', () => true, 45_000);
    await desk.admin.call('POST /v1/tickets/:ticketId/typing', { params: params(), body: { on: true } });
    expect((await typing)[0].attrs.to).toMatch(new RegExp(`^(${ana.user}|${ana.lidUser})@`));
  });
});

describe('ticks', () => {
  test('one only when WhatsApp has it, two and three when the customer says so', async () => {
    desk.fake.options.autoReceipts = 'none';
    desk.fake.options.serverAcks = false;
    const { id } = await say('com calma');
    const sent = await said('com calma');
    expect((await threadWith(desk.admin, ana.user)).find((message) => message.id === id)).toMatchObject({ ack: 0, state: 'sending' });
    desk.fake.options.serverAcks = true;
    // What WhatsApp never confirmed is sent again under the same id, and she gets it once.
    await until(() => desk.fake.arrivals(ana).find((each) => each.id === sent.id)?.times === 2, 60_000);
    await line((message) => message.id === id && message.ack === 1);
    desk.fake.receipt(sent);
    await line((message) => message.id === id && message.ack === 2);
    desk.fake.receipt(sent, 'read');
    await line((message) => message.id === id && message.ack === 3);
    expect(desk.fake.messages.filter((each) => each.id === sent.id && each.receivedBy === ana)).toHaveLength(1);
    desk.fake.options.autoReceipts = 'delivered';
  }, 120_000);

  test('a message that got lost goes out again under the same id', async () => {
    desk.fake.switches.swallow = true;
    const lost = desk.fake.next('stanza', (direction, node) => direction === '<' && node.tag === 'message', 45_000);
    const { id } = await say('perdida');
    const first = (await lost)[1].attrs.id;
    desk.fake.switches.swallow = false;
    const sent = await opened(ana, (message) => textOf(message) === 'perdida');
    expect(sent.id).toBe(first);
    await line((message) => message.id === id && message.ack >= 1);
    expect(desk.fake.arrivals(ana).filter((each) => each.id === first)).toEqual([{ id: first, times: 1 }]);
  }, 120_000);

  test('an upload that fails is tried again', async () => {
    desk.fake.media.failUploads = 1;
    await sendFile(Buffer.from('%PDF-1.7\nsegunda vez'), 'segunda.pdf', 'application/pdf');
    await opened(ana, ({ documentMessage }) => documentMessage?.fileName === 'segunda.pdf');
    await line(({ mediaName, ack }) => mediaName === 'segunda.pdf' && ack >= 1);
  }, 120_000);
});

describe('to somebody new', () => {
  const health = () => desk.admin.call('GET /v1/connections/:whatsappId/health', { params: { whatsappId: desk.connectionId } });
  async function write(number: string, name: string, body: string) {
    const { id: contactId } = await desk.admin.call('POST /contacts', { body: { name, number } });
    const ticket = await desk.admin.call('POST /tickets', {
      body: { contactId, userId: desk.admin.user.id, whatsappId: desk.connectionId },
    });
    await desk.admin.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body } });
  }

  test('is sent to the number as WhatsApp has it, without a second person for the other spelling', async () => {
    const bia = desk.fake.contact('553188885555', 'Bia');
    desk.fake.alias('5531988885555', bia);
    await write('5531988885555', 'Bia Melo', 'Olá Bia');
    await said('Olá Bia', bia);
    await desk.fake.send(bia, 'Oi, sou eu');
    await line(({ body }) => body === 'Oi, sou eu', 'Bia Melo');
    const { contacts } = await desk.admin.call('GET /contacts', { query: { searchParam: '88885555' } });
    expect(contacts.map(({ name }) => name)).toEqual(['Bia Melo']);
  });

  test('who has no WhatsApp is refused at once, or says so on the message', async () => {
    const error = await write('5511900001111', 'Sem WhatsApp', 'Alô?').then(
      () => null,
      (failure: { error?: string }) => failure.error,
    );
    if (error !== null) return expect(error).toBe('ERR_WAPP_INVALID_CONTACT');
    expect(await line(({ state }) => state === 'failed', 'Sem WhatsApp')).toMatchObject({ failReason: 'not_on_whatsapp' });
  });

  test('a refusal of WhatsApp fails the message and pauses new chats', async () => {
    const caio = desk.fake.contact('5511944443333', 'Caio');
    desk.fake.nackNext(463);
    await write(caio.user, 'Caio Reis', 'Olá Caio');
    expect(await line(({ state }) => state === 'failed', caio.user)).toMatchObject({ failReason: 'restricted', ack: 0 });
    const paused = await until(async () => {
      const { meter } = await health();
      return meter.pausedUntil === null ? null : meter;
    }, 45_000);
    expect(paused).toMatchObject({ level: 'paused', why: ['refused'] });
    expect(desk.fake.arrivals(caio)).toEqual([]);
    await say('Ana ainda recebe');
    await said('Ana ainda recebe');
  });
});
