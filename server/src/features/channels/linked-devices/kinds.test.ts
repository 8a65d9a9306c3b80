// Everything that a customer or the phone itself may send, through the library, as far as what the agent sees.
import type { MessageView } from '@balcao/contract/messages';
import { proto } from 'baileys';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heard, until } from '../../../../test/client.ts';
import type { Phone } from '../../../../test/fake-whatsapp/phone.ts';
import { newId, seconds, stanza } from '../../../../test/fake-whatsapp/stanza.ts';
import { givenLinkedDesk, type LinkedDesk, shown, threadWith, ticketWith } from '../../../../test/linked.ts';

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;

let desk: LinkedDesk;
let ana: Phone;

beforeAll(async () => {
  desk = await givenLinkedDesk();
  ana = desk.fake.contact('5511988887777', 'Ana');
  desk.fake.picture(ana, await picture(64, 64), undefined);
});
afterAll(() => desk.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();
const says = (content: Parameters<LinkedDesk['fake']['send']>[1], options: Parameters<LinkedDesk['fake']['send']>[2] = {}) =>
  desk.fake.send(ana, content, options);
const line = (wanted: (message: MessageView) => boolean) => shown(desk.admin, ana.user, wanted);
/** The links lead to the address of the installation, which is none of this process. */
const fileAt = (link: string | null) => {
  const { pathname, search } = new URL(link ?? '', desk.world.url);
  return fetch(`${desk.world.url}${pathname}${search}`);
};
const keyOf = (id: string, fromMe: boolean) => ({ remoteJid: fromMe ? ana.jid : desk.shop.jid, fromMe: !fromMe, id });
const protocol = (protocolMessage: proto.Message.IProtocolMessage) => says({ protocolMessage });

/** A text of ours that has reached Ana's phone. */
async function answer(body: string): Promise<{ id: string; message: MessageView }> {
  const ticket = await ticketWith(desk.admin, ana.user);
  await desk.admin.call('POST /messages/:ticketId', { params: { ticketId: ticket?.id ?? 0 }, body: { body } });
  const sent = await desk.fake.sent(({ receivedBy, message }) => receivedBy === ana && message.extendedTextMessage?.text === body, 45_000);
  return { id: sent.id, message: await line((each) => each.body === body && each.ack >= 1) };
}

describe('from a customer', () => {
  test('a text, by number or by hidden number, of one person with a picture', async () => {
    await says('por número');
    await line(({ body }) => body === 'por número');
    await says('por LID', { lid: true });
    await line(({ body }) => body === 'por LID');
    const contact = await until(async () => {
      const { contact } = (await ticketWith(desk.admin, ana.user)) ?? {};
      return contact?.profilePicUrl ? contact : null;
    }, 45_000);
    expect(contact).toMatchObject({ name: 'Ana', number: ana.user });
    expect((await fileAt(contact.profilePicUrl)).headers.get('content-type')).toMatch(/^image\//);
    const { count } = await desk.admin.call('GET /contacts', { query: { searchParam: ana.user } });
    expect(count).toBe(1);
    const ticket = await ticketWith(desk.admin, ana.user);
    await desk.admin.call('PUT /tickets/:ticketId', {
      params: { ticketId: ticket?.id ?? 0 },
      body: { status: 'open', userId: desk.admin.user.id },
    });
  });

  test('files of every kind, byte for byte', async () => {
    const sound = Buffer.from('OggS\0\x02 not really a song');
    const files = [
      { type: 'image', bytes: await picture(40, 30), mime: 'image/png', more: { caption: 'foto' } },
      { type: 'video', bytes: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), mime: 'video/mp4', more: { caption: 'filme' } },
      { type: 'audio', bytes: Buffer.from('ID3\x04 not really a song'), mime: 'audio/mpeg', more: {} },
      { type: 'audio', bytes: sound, mime: 'audio/ogg; codecs=opus', more: { ptt: true, seconds: 2 } },
      { type: 'document', bytes: Buffer.from('%PDF-1.7\n'), mime: 'application/pdf', more: { fileName: 'Orçamento.pdf' } },
      {
        type: 'sticker',
        bytes: await sharp(await picture(32, 32))
          .webp()
          .toBuffer(),
        mime: 'image/webp',
        more: {},
      },
    ] as const;
    const before = new Set((await threadWith(desk.admin, ana.user)).map(({ id }) => id));
    for (const { type, bytes, mime, more } of files) await says(await desk.fake.mediaMessage(type, bytes, mime, more));
    const arrived = await until(async () => {
      const messages = (await threadWith(desk.admin, ana.user)).filter(({ id }) => !before.has(id));
      return messages.length === files.length && messages.every(({ mediaState }) => mediaState === 'ready') ? messages : null;
    }, 60_000);
    expect(arrived.map(({ mediaType, body, isVoice }) => [mediaType, body, isVoice])).toEqual([
      ['image', 'foto', false],
      ['video', 'filme', false],
      ['audio', '', false],
      ['audio', '', true],
      ['application', 'Orçamento.pdf', false],
      ['sticker', '', false],
    ]);
    for (const [index, { mediaUrl }] of arrived.entries()) {
      const kept = Buffer.from(await (await fileAt(mediaUrl)).arrayBuffer());
      expect(kept.equals(files[index]?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
    expect(arrived[0]).toMatchObject({ width: 40, height: 30, thumbUrl: expect.any(String) });
  });

  test('a file that WhatsApp keeps no more is uploaded again by the phone', async () => {
    const content = await desk.fake.mediaMessage('document', Buffer.from('%PDF-1.7 antigo\n'), 'application/pdf', {
      fileName: 'antigo.pdf',
    });
    desk.fake.media.expire(content.documentMessage as proto.Message.IDocumentMessage);
    await says(content);
    const message = await line(({ body, mediaState }) => body === 'antigo.pdf' && mediaState === 'ready');
    expect(await (await fileAt(message.mediaUrl)).text()).toBe('%PDF-1.7 antigo\n');
  });

  test('a place, contact cards and a poll', async () => {
    await says({ locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja Centro' } });
    expect((await line(({ mediaType }) => mediaType === 'locationMessage')).location).toMatchObject({
      latitude: -23.5,
      name: 'Loja Centro',
    });
    const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Rui Lima\nTEL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD';
    await says({ contactMessage: { displayName: 'Rui Lima', vcard } });
    expect((await line(({ mediaType }) => mediaType === 'vcard')).cards).toEqual([
      { name: 'Rui Lima', phones: [expect.stringContaining('97777')] },
    ]);
    await says({ pollCreationMessageV3: { name: 'Qual dia?', options: [{ optionName: 'Sexta' }, { optionName: 'Sábado' }] } });
    expect((await line(({ body }) => body.includes('Qual dia?'))).body).toContain('Sábado');
  });

  test('a reaction is put, changed and taken away', async () => {
    const { id } = await answer('Posso ajudar?');
    const react = (text: string) => says({ reactionMessage: { key: keyOf(id, true), text } });
    const emojis = async () => (await line(({ body }) => body === 'Posso ajudar?')).reactions.map(({ emoji, fromMe }) => [emoji, fromMe]);
    await react('👍');
    await expect.poll(emojis, { timeout: 45_000 }).toEqual([['👍', false]]);
    await react('❤️');
    await expect.poll(emojis, { timeout: 45_000 }).toEqual([['❤️', false]]);
    await react('');
    await expect.poll(emojis, { timeout: 45_000 }).toEqual([]);
  });

  test('an answer to a message of ours shows what it answers', async () => {
    const { id, message } = await answer('Qual tamanho?');
    const contextInfo = { stanzaId: id, participant: desk.shop.jid, quotedMessage: { conversation: 'Qual tamanho?' } };
    await says({ extendedTextMessage: { text: 'O grande', contextInfo } });
    expect((await line(({ body }) => body === 'O grande')).quotedMsg).toMatchObject({ id: message.id, body: 'Qual tamanho?' });
  });

  test('edited twice it keeps both versions; taken back it shows nothing', async () => {
    const id = await says('um');
    await line(({ body }) => body === 'um');
    for (const [index, conversation] of ['dois', 'três'].entries()) {
      await protocol({
        type: MESSAGE_EDIT,
        key: keyOf(id, false),
        editedMessage: { conversation },
        timestampMs: Date.now() + index * 1000,
      });
      await line(({ body }) => body === conversation);
    }
    const edited = await line(({ body }) => body === 'três');
    expect(edited.edits.map(({ body }) => body)).toEqual(['um', 'dois']);
    await protocol({ type: REVOKE, key: keyOf(id, false) });
    expect(await line((message) => message.id === edited.id && message.isDeleted)).toMatchObject({ body: '' });
  });

  test('nothing of ours is edited or taken back by naming its id', async () => {
    const { id, message } = await answer('São 100 reais');
    const forged = { remoteJid: ana.jid, fromMe: true, id };
    for (const key of [forged, { ...forged, fromMe: false }]) {
      await protocol({ type: MESSAGE_EDIT, key, editedMessage: { conversation: 'São 10 reais' }, timestampMs: Date.now() });
      await protocol({ type: REVOKE, key });
    }
    await says('depois disso');
    await line(({ body }) => body === 'depois disso');
    expect((await threadWith(desk.admin, ana.user)).find((each) => each.id === message.id)).toMatchObject({
      body: 'São 100 reais',
      isDeleted: false,
      isEdited: false,
    });
  });

  test('what may be seen once is seen on the phone only', async () => {
    const common = { t: seconds(), type: 'media', from: ana.jid, sender_lid: ana.lid, addressing_mode: 'pn', notify: 'Ana' };
    for (const type of ['view_once', 'view_once_unavailable_fanout']) {
      desk.fake.deliver(stanza('message', { id: newId('3EB0'), ...common }, [stanza('unavailable', { type })]));
    }
    const notices = async () => (await threadWith(desk.admin, ana.user)).filter(({ placeholder }) => placeholder === 'view_once').length;
    await expect.poll(notices, { timeout: 45_000 }).toBe(2);
  });

  test('what comes damaged or empty waits for the phone and is filled in', async () => {
    const socket = await desk.admin.socket();
    try {
      const placeholder = heard<{ message: MessageView }>(
        socket,
        `company-${desk.admin.user.companyId}-appMessage`,
        ({ message }) => message.placeholder === 'awaiting_phone',
        45_000,
      );
      // The phone sends the first again at once, so that nobody sees it wait; the second after two seconds.
      await says('chegou danificada', { corrupt: true });
      await line(({ body }) => body === 'chegou danificada');
      await says('vi o anúncio', { unavailable: true });
      await placeholder;
      await line(({ body }) => body === 'vi o anúncio');
    } finally {
      socket.close();
    }
    expect((await threadWith(desk.admin, ana.user)).filter(({ placeholder }) => placeholder === 'awaiting_phone')).toEqual([]);
  });

  test('typing is heard, and recording a voice message told apart from it', async () => {
    const socket = await desk.admin.socket();
    try {
      const typing = heard<{ on: boolean }>(socket, `company-${desk.admin.user.companyId}-contactTyping`, ({ on }) => on, 45_000);
      desk.fake.typing(ana);
      await typing;
      const voice = heard<{ recording: boolean }>(
        socket,
        `company-${desk.admin.user.companyId}-contactTyping`,
        ({ recording }) => recording,
        45_000,
      );
      desk.fake.typing(ana, 'recording');
      await voice;
    } finally {
      socket.close();
    }
  });
});

describe('from the phone itself', () => {
  test('what was written there is shown as ours, in a known chat and in a new one', async () => {
    await desk.fake.fromPhone(ana, 'do celular');
    expect(await line(({ body }) => body === 'do celular')).toMatchObject({ fromMe: true, ack: expect.any(Number) });
    const nova = desk.fake.contact('5511955554444', 'Nova Cliente');
    await desk.fake.fromPhone(nova, 'primeiro contato', { lid: true });
    expect(await shown(desk.admin, nova.user, ({ body }) => body === 'primeiro contato')).toMatchObject({ fromMe: true });
    expect((await ticketWith(desk.admin, nova.user))?.contact).toMatchObject({ number: nova.user });
  });

  test('what was edited and taken back there is so here', async () => {
    const id = await desk.fake.fromPhone(ana, 'São 100');
    const before = await line(({ body }) => body === 'São 100');
    const key = { remoteJid: ana.jid, fromMe: true, id };
    await desk.fake.fromPhone(ana, {
      protocolMessage: { type: MESSAGE_EDIT, key, editedMessage: { conversation: 'São 90' }, timestampMs: Date.now() },
    });
    await line((message) => message.id === before.id && message.body === 'São 90');
    await desk.fake.fromPhone(ana, { protocolMessage: { type: REVOKE, key } });
    await line((message) => message.id === before.id && message.isDeleted);
  });

  test('its contacts can be imported, with the names they have there', async () => {
    const rui = desk.fake.contact('5511933332222', 'Rui');
    await desk.fake.change({ contact: { fullName: 'Rui da Padaria', firstName: 'Rui' } }, rui.jid);
    const found = await until(async () => {
      await desk.admin.call('POST /contacts/import');
      const { contacts } = await desk.admin.call('GET /contacts', { query: { searchParam: rui.user } });
      return contacts[0];
    }, 45_000);
    expect(found).toMatchObject({ name: 'Rui da Padaria', number: rui.user });
  });
});
