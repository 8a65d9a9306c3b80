import { generateWAMessageContent, generateWAMessageFromContent, proto, type WAMessage } from 'baileys';
import { describe, expect, test } from 'vitest';
import type { Outgoing, OutgoingContent } from '../port.ts';
import { contentFor, editFor, messageIdOf, revokeFor } from './content.ts';
import { messageFacts } from './in/normalize.ts';
import { cardOf, vcardOf } from './vcard.ts';

const to = { kind: 'wa_pn', value: '5511987654321' } as const;
const group = { kind: 'group', value: '120363000000000001' } as const;
const jid = '5511987654321@s.whatsapp.net';
const me = '5511900000001@s.whatsapp.net';
const bytes = new Uint8Array([9, 8, 7]);

function send(content: OutgoingContent, more: Partial<Outgoing> = {}) {
  return contentFor({ clientKey: 'k1', to, content, quoted: null, ...more });
}

function file(as: Extract<OutgoingContent, { type: 'media' }>['as'], mime: string, caption = '') {
  return send({ type: 'media', as, bytes, mime, filename: 'nota.pdf', caption }).content;
}

/** What arrives at the other end of what the library makes of it. */
async function received(outgoing: ReturnType<typeof send>): Promise<proto.Message> {
  const upload = () => Promise.reject(new Error('no upload'));
  const message = await generateWAMessageContent(outgoing.content, { upload });
  const whole = generateWAMessageFromContent(outgoing.jid, message, { ...outgoing.options, userJid: me });
  expect(whole.key.id).toBe(outgoing.options.messageId);
  return proto.Message.decode(proto.Message.encode(whole.message as proto.Message).finish());
}

describe('ids', () => {
  test('the same key is always the same message, and looks like one of WhatsApp Web', () => {
    expect(messageIdOf('m:42')).toMatch(/^3EB0[0-9A-F]{18}$/);
    expect(messageIdOf('m:42')).toBe(messageIdOf('m:42'));
    expect(new Set(Array.from({ length: 1000 }, (_, index) => messageIdOf(`m:${index}`))).size).toBe(1000);
    expect(send({ type: 'text', body: 'oi' }).options.messageId).toBe(messageIdOf('k1'));
  });
});

test.each<[string, OutgoingContent, unknown]>([
  ['text', { type: 'text', body: 'veja https://exemplo.com.br' }, { text: 'veja https://exemplo.com.br', linkPreview: null }],
  [
    'menu as text',
    { type: 'choices', body: 'Escolha:\n1 - Vendas', prompt: 'Escolha', style: 'list', rows: [{ id: '1', title: 'Vendas' }] },
    { text: 'Escolha:\n1 - Vendas', linkPreview: null },
  ],
  [
    'location',
    { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: null },
    { location: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja', address: undefined } },
  ],
  [
    'reaction',
    { type: 'reaction', target: { externalId: '3A01', fromMe: false, author: null }, emoji: '👍' },
    { react: { text: '👍', key: { remoteJid: jid, id: '3A01', fromMe: false } } },
  ],
])('%s', (_name, content, expected) => {
  expect(send(content)).toMatchObject({ jid, content: expected });
});

test('files by kind', () => {
  const data = Buffer.from(bytes);
  expect(file('image', 'image/png', 'foto')).toEqual({ image: data, mimetype: 'image/png', caption: 'foto' });
  expect(file('video', 'video/mp4')).toEqual({ video: data, mimetype: 'video/mp4' });
  expect(file('audio', 'audio/mpeg')).toEqual({ audio: data, mimetype: 'audio/mpeg' });
  expect(file('voice', 'audio/ogg')).toEqual({ audio: data, ptt: true, mimetype: 'audio/ogg; codecs=opus' });
  expect(file('voice', 'audio/mp4')).toEqual({ audio: data, ptt: true, mimetype: 'audio/mp4' });
  expect(file('sticker', 'image/webp')).toEqual({ sticker: data, mimetype: 'image/webp' });
  expect(file('document', 'application/pdf', 'segue')).toEqual({
    document: data,
    mimetype: 'application/pdf',
    fileName: 'nota.pdf',
    caption: 'segue',
  });
});

test('bytes that are part of a larger buffer go out alone', () => {
  const part = new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 3);
  const { content } = send({ type: 'media', as: 'image', bytes: part, mime: 'image/png', filename: 'a', caption: '' });
  expect('image' in content && [...(content.image as Buffer)]).toEqual([2, 3]);
});

test('a reaction in a group names whose message it is', () => {
  const reaction = (fromMe: boolean) =>
    send(
      { type: 'reaction', target: { externalId: 'A', fromMe, author: { kind: 'wa_lid', value: '123456789012345' } }, emoji: '👍' },
      { to: group },
    ).content;
  expect(reaction(false)).toMatchObject({ react: { key: { remoteJid: '120363000000000001@g.us', participant: '123456789012345@lid' } } });
  expect(reaction(true)).toEqual({ react: { text: '👍', key: { remoteJid: '120363000000000001@g.us', id: 'A', fromMe: true } } });
});

describe('quoting', () => {
  const quote = (fromMe: boolean, author: Outgoing['to'] | null, to: Outgoing['to']) =>
    send({ type: 'text', body: 'sim' }, { to, quoted: { externalId: '3A01', fromMe, author, text: 'vai hoje?' } });

  test.each([
    ['the customer', false, null, to, jid],
    ['ourselves', true, null, to, me],
    ['a member of a group', false, { kind: 'wa_lid', value: '123456789012345' } as const, group, '123456789012345@lid'],
  ])('%s', async (_name, fromMe, author, where, participant) => {
    const { extendedTextMessage } = await received(quote(fromMe, author, where));
    expect(extendedTextMessage?.text).toBe('sim');
    expect(extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: '3A01', participant, quotedMessage: { conversation: 'vai hoje?' } });
  });

  test('without the words of what is quoted', async () => {
    const outgoing = send({ type: 'text', body: 'sim' }, { quoted: { externalId: '3A01', fromMe: false, author: null, text: '' } });
    expect((await received(outgoing)).extendedTextMessage?.contextInfo?.stanzaId).toBe('3A01');
  });
});

test('edits and revocations speak of our own message', async () => {
  const key = { remoteJid: jid, id: '3EB0', fromMe: true };
  expect(editFor(to, '3EB0', 'certo')).toEqual({ text: 'certo', linkPreview: null, edit: key });
  expect(revokeFor(to, '3EB0')).toEqual({ delete: key });
  const upload = () => Promise.reject(new Error('no upload'));
  const message = await generateWAMessageContent(editFor(to, '3EB0', 'certo'), { upload });
  expect(message.protocolMessage).toMatchObject({ key, type: 14, editedMessage: { extendedTextMessage: { text: 'certo' } } });
});

test('what goes out is read as what was meant', async () => {
  const cards = [
    { name: 'Bruno; Lima, "o contador"', phones: ['+55 11 91234-5678'] },
    { name: 'Bia\\Costa\nLtda', phones: [] },
  ];
  const contents: [OutgoingContent, unknown][] = [
    [
      { type: 'text', body: 'oi' },
      { type: 'text', body: 'oi' },
    ],
    [
      { type: 'location', latitude: 1.5, longitude: 2.5, name: 'Loja', address: 'Rua A' },
      { type: 'location', latitude: 1.5, longitude: 2.5, name: 'Loja', address: 'Rua A' },
    ],
    [
      { type: 'contacts', cards },
      {
        type: 'contacts',
        cards: [
          { name: cards[0]?.name, phones: ['+5511912345678'], vcard: expect.any(String) },
          { name: cards[1]?.name, phones: [], vcard: expect.any(String) },
        ],
      },
    ],
  ];
  for (const [content, expected] of contents) {
    const message = await received(send(content));
    const [fact] = messageFacts({ key: { remoteJid: jid, id: 'X', fromMe: false }, message } as WAMessage, {
      me: { id: me },
      now: new Date('2026-03-02T10:00:00Z'),
      history: false,
    });
    expect(fact).toMatchObject({ kind: 'message', content: expected });
  }
});

describe('cards', () => {
  test('are written so that a name cannot add lines', () => {
    const card = vcardOf({ name: 'Ana\nTEL:190', phones: ['(11) 98765-4321'] });
    expect(card.split('\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Ana\\nTEL:190;;;',
      'FN:Ana\\nTEL:190',
      'TEL;type=CELL;type=VOICE;waid=11987654321:(11) 98765-4321',
      'END:VCARD',
    ]);
  });

  test.each([
    ['BEGIN:VCARD\nN:Lima;Bruno;;;\nTEL:tel:+551132654321\nEND:VCARD', { name: 'Bruno Lima', phones: ['+551132654321'] }],
    ['BEGIN:VCARD\nTEL;waid=5511912345678:x\nTEL;waid=5511912345678:y\nEND:VCARD', { name: '+5511912345678', phones: ['+5511912345678'] }],
    ['no card', { name: '', phones: [] }],
  ])('are read, whoever wrote them', (vcard, expected) => {
    expect(cardOf(null, vcard)).toEqual({ ...expected, vcard });
  });
});
