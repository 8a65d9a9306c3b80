import { proto, type WAMessage, type WAMessageKey } from 'baileys';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Inbound, InboundContent } from '../../port.ts';
import { addressesOf, jidOf } from '../addresses.ts';
import { downloadable } from './media-ref.ts';
import { historyFacts, messageFacts, receiptFacts } from './normalize.ts';

const me = { id: '5511900000001:7@s.whatsapp.net', lid: '90000000000001:7@lid' };
const now = new Date('2026-03-02T10:00:00Z');
const live = { me, now, history: false };
const ana = '5511987654321@s.whatsapp.net';
const anaLid = '123456789012345@lid';
const group = '120363000000000001@g.us';
const sentAt = '2025-06-08T20:59:43.000Z';
const seconds = 1749416383;
const bytes = new Uint8Array([1, 2, 3, 4]);

const chat = [
  { kind: 'wa_pn', value: '5511987654321' },
  { kind: 'wa_lid', value: '123456789012345' },
];

/** As it arrives: encoded, decoded, with the numbers and defaults of the library's own objects. */
function arrived(message: proto.IMessage): proto.Message {
  return proto.Message.decode(proto.Message.encode(proto.Message.fromObject(message)).finish());
}

function wrapped(message: proto.IMessage | null, key: Partial<WAMessageKey> = {}, more: Partial<WAMessage> = {}): WAMessage {
  return {
    key: { remoteJid: ana, remoteJidAlt: anaLid, fromMe: false, id: '3A01', ...key },
    messageTimestamp: seconds,
    pushName: 'Ana Souza',
    ...(message && { message: arrived(message) }),
    ...more,
  };
}

function facts(message: proto.IMessage | null, key: Partial<WAMessageKey> = {}, more: Partial<WAMessage> = {}): Inbound[] {
  return messageFacts(wrapped(message, key, more), live);
}

type Message = Extract<Inbound, { kind: 'message' }>;

function one(message: proto.IMessage | null, key: Partial<WAMessageKey> = {}, more: Partial<WAMessage> = {}): Message {
  const found = facts(message, key, more);
  expect(found).toHaveLength(1);
  expect(found[0]?.kind).toBe('message');
  return found[0] as Message;
}

const inGroup = { remoteJid: group, remoteJidAlt: undefined, participant: anaLid, participantAlt: ana };
const file = { url: 'https://mmg.whatsapp.net/x', directPath: '/v/x', mediaKey: bytes, fileSha256: bytes, fileLength: 9000 };

describe('addresses', () => {
  test.each([
    [ana, undefined, [{ kind: 'wa_pn', value: '5511987654321' }]],
    ['5511987654321@c.us', null, [{ kind: 'wa_pn', value: '5511987654321' }]],
    ['5511987654321:12@s.whatsapp.net', undefined, [{ kind: 'wa_pn', value: '5511987654321' }]],
    ['5511987654321_1:12@s.whatsapp.net', undefined, [{ kind: 'wa_pn', value: '5511987654321' }]],
    ['5511987654321@hosted', undefined, [{ kind: 'wa_pn', value: '5511987654321' }]],
    [anaLid, undefined, [{ kind: 'wa_lid', value: '123456789012345' }]],
    [anaLid, ana, chat],
    [ana, anaLid, chat],
    [ana, ana, [chat[0]]],
    [group, ana, [{ kind: 'group', value: '120363000000000001' }]],
    ['5511987654321-1400000000@g.us', undefined, [{ kind: 'group', value: '5511987654321-1400000000' }]],
    ['status@broadcast', undefined, []],
    ['1749416383@broadcast', ana, [chat[0]]],
    ['120363000000000009@newsletter', undefined, []],
    ['867051314767696@bot', undefined, []],
    ['13135550002@c.us', undefined, []],
    ['0@s.whatsapp.net', undefined, []],
    ['', '', []],
    [undefined, null, []],
    ['@lid', '12345@constructor', []],
  ])('%s, %s', (jid, alt, expected) => {
    expect(addressesOf(jid, alt)).toEqual(expected);
  });

  test.each([
    [{ kind: 'phone', value: '+5511987654321' }, ana],
    [{ kind: 'wa_pn', value: '5511987654321' }, ana],
    [{ kind: 'wa_lid', value: '123456789012345' }, anaLid],
    [{ kind: 'group', value: '120363000000000001' }, group],
    [{ kind: 'username', value: 'ana' }, ''],
  ] as const)('%o reaches %s', (address, jid) => {
    expect(jidOf(address)).toBe(jid);
  });
});

test('a text says who, when, where and what', () => {
  expect(facts({ conversation: 'Olá, é a Ana 👋' })).toEqual([
    {
      key: 'm:5511987654321:0:3A01',
      kind: 'message',
      externalId: '3A01',
      chat,
      participant: null,
      name: 'Ana Souza',
      fromMe: false,
      sentAt,
      content: { type: 'text', body: 'Olá, é a Ana 👋' },
      quotedExternalId: null,
      forwarded: false,
      history: false,
    },
  ]);
});

test('addressed by its LID the message is the same fact', () => {
  const byNumber = one({ conversation: 'oi' });
  const byLid = one({ conversation: 'oi' }, { remoteJid: anaLid, remoteJidAlt: ana });
  expect(byLid).toEqual(byNumber);
});

test('in a group the writer is the participant, not the chat', () => {
  expect(one({ conversation: 'oi' }, inGroup)).toMatchObject({
    chat: [{ kind: 'group', value: '120363000000000001' }],
    participant: { addresses: chat, name: 'Ana Souza' },
    name: null,
  });
});

test('what was written on the phone itself carries no name of the customer', () => {
  const sent = wrapped({ deviceSentMessage: { destinationJid: ana, message: { conversation: 'já respondo' } } }, { fromMe: true });
  expect(messageFacts({ ...sent, pushName: 'Loja' }, live)).toEqual([
    expect.objectContaining({ kind: 'message', fromMe: true, name: null, content: { type: 'text', body: 'já respondo' } }),
  ]);
  expect(one({ conversation: 'oi' }, { ...inGroup, fromMe: true }).participant).toBeNull();
});

test.each([
  ['status@broadcast', undefined],
  ['120363000000000009@newsletter', undefined],
  ['867051314767696@bot', undefined],
  ['5511900000001@s.whatsapp.net', undefined],
  [me.lid, undefined],
  [undefined, undefined],
])('%s is no conversation', (remoteJid, remoteJidAlt) => {
  expect(facts({ conversation: 'oi' }, { remoteJid, remoteJidAlt })).toEqual([]);
});

test('without a time the present stands in; 64-bit times are read', () => {
  expect(one({ conversation: 'oi' }, {}, { messageTimestamp: Number.NaN }).sentAt).toBe(now.toISOString());
  const info = proto.WebMessageInfo.decode(
    proto.WebMessageInfo.encode(proto.WebMessageInfo.fromObject(wrapped({ conversation: 'oi' }))).finish(),
  );
  expect(messageFacts(info as WAMessage, live)).toMatchObject([{ sentAt }]);
});

test('quotes and forwards', () => {
  const context = (contextInfo: proto.IContextInfo) => one({ extendedTextMessage: { text: 'sim', contextInfo } });
  expect(context({ stanzaId: 'AB12', participant: ana }).quotedExternalId).toBe('AB12');
  expect(context({ stanzaId: 'AB12', remoteJid: 'status@broadcast' }).quotedExternalId).toBeNull();
  expect(context({ isForwarded: true }).forwarded).toBe(true);
  expect(context({ forwardingScore: 5 }).forwarded).toBe(true);
  expect(context({ forwardingScore: 0 }).forwarded).toBe(false);
  expect(one({ imageMessage: { ...file, contextInfo: { stanzaId: 'AB12', isForwarded: true } } })).toMatchObject({
    quotedExternalId: 'AB12',
    forwarded: true,
  });
});

const text = (body: string) => ({ type: 'text', body });
const missing = (what: string) => ({ type: 'unsupported', what });
const media = (as: string, mime: string, caption = '', filename: string | null = null) => ({
  type: 'media',
  as,
  caption,
  media: { id: expect.any(String), mime, sha256: 'AQIDBA==', size: 9000, filename },
});

const vcard = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Lima;Bruno;;;',
  'FN:Bruno Lima\\, contador',
  'item1.TEL;type=CELL;waid=5511912345678:+55 11 91234-5678',
  'TEL;type=WORK:(11) 3265-',
  ' 4321',
  'END:VCARD',
].join('\r\n');
const bruno = { name: 'Bruno Lima, contador', phones: ['+5511912345678', '(11) 3265-4321'], vcard };

const poll = { name: 'Qual horário?', options: [{ optionName: 'Manhã' }, { optionName: 'Tarde' }] };
const pollBody = text('📊 Qual horário?\n▫️ Manhã\n▫️ Tarde');

const contents: [string, proto.IMessage, unknown][] = [
  ['text', { extendedTextMessage: { text: 'oi' } }, text('oi')],
  ['disappearing text', { ephemeralMessage: { message: { extendedTextMessage: { text: 'oi' } } } }, text('oi')],
  ['image', { imageMessage: { ...file, mimetype: 'image/png', caption: 'nota' } }, media('image', 'image/png', 'nota')],
  ['image without a type', { imageMessage: file }, media('image', 'image/jpeg')],
  ['image without its key', { imageMessage: { url: 'https://x' } }, missing('image')],
  ['video', { videoMessage: { ...file, mimetype: 'video/mp4', caption: 'a' } }, media('video', 'video/mp4', 'a')],
  ['gif', { videoMessage: { ...file, gifPlayback: true } }, media('video', 'video/mp4')],
  ['video note', { ptvMessage: file }, media('video', 'video/mp4')],
  ['audio', { audioMessage: { ...file, mimetype: 'audio/mp4' } }, media('audio', 'audio/mp4')],
  ['voice', { audioMessage: { ...file, ptt: true, mimetype: 'audio/ogg; codecs=opus' } }, media('voice', 'audio/ogg; codecs=opus')],
  [
    'document',
    { documentMessage: { ...file, mimetype: 'application/pdf', fileName: 'a.pdf' } },
    media('document', 'application/pdf', '', 'a.pdf'),
  ],
  [
    'document with words',
    { documentWithCaptionMessage: { message: { documentMessage: { ...file, title: 'b', caption: 'segue' } } } },
    media('document', 'application/octet-stream', 'segue', 'b'),
  ],
  ['sticker', { stickerMessage: { ...file, isAnimated: true } }, media('sticker', 'image/webp')],
  ['lottie sticker', { lottieStickerMessage: { message: { stickerMessage: { ...file, isLottie: true } } } }, missing('animated_sticker')],
  ['sticker pack', { stickerPackMessage: { name: 'Gatos', publisher: 'Bia' } }, text('🗂️ Gatos · Bia')],
  [
    'location',
    { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja', address: 'Rua A, 1' } },
    { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A, 1' },
  ],
  [
    'location with a picture of the map',
    { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, jpegThumbnail: Uint8Array.of(0xff, 0xd8, 0xff) } },
    { type: 'location', latitude: -23.5, longitude: -46.6, name: null, address: null, picture: '/9j/' },
  ],
  [
    'location with a picture that is none',
    { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, jpegThumbnail: new TextEncoder().encode('<svg>') } },
    { type: 'location', latitude: -23.5, longitude: -46.6, name: null, address: null },
  ],
  [
    'live location',
    { liveLocationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, caption: 'chegando' } },
    { type: 'location', latitude: -23.5, longitude: -46.6, name: 'chegando', address: null },
  ],
  ['contact', { contactMessage: { displayName: 'B', vcard } }, { type: 'contacts', cards: [bruno] }],
  [
    'contacts',
    { contactsArrayMessage: { displayName: '2', contacts: [{ displayName: 'B', vcard }, { displayName: 'Caio' }] } },
    { type: 'contacts', cards: [bruno, { name: 'Caio', phones: [], vcard: null }] },
  ],
  ['poll', { pollCreationMessage: poll }, pollBody],
  ['poll 2', { pollCreationMessageV2: poll }, pollBody],
  ['poll 3', { pollCreationMessageV3: poll }, pollBody],
  ['poll 4', { pollCreationMessageV4: { message: { pollCreationMessage: poll } } }, pollBody],
  ['poll 5', { pollCreationMessageV5: poll }, pollBody],
  ['poll without a question', { pollCreationMessageV3: {} }, missing('poll_creation')],
  [
    'poll result',
    { pollResultSnapshotMessage: { name: 'Qual?', pollVotes: [{ optionName: 'Manhã', optionVoteCount: 3 }] } },
    text('📊 Qual?\n▫️ Manhã · 3'),
  ],
  [
    'event',
    { eventMessage: { name: 'Feira', startTime: seconds, location: { name: 'Praça' }, description: 'Vem', joinLink: 'https://call' } },
    text('📅 Feira\n2025-06-08 20:59 UTC\n📍 Praça\nVem\nhttps://call'),
  ],
  [
    'scheduled call',
    { scheduledCallCreationMessage: { title: 'Reunião', scheduledTimestampMs: seconds * 1000 } },
    text('📅 Reunião\n2025-06-08 20:59 UTC'),
  ],
  [
    'button reply',
    { buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Vendas' } },
    { type: 'choice', id: '1', body: 'Vendas' },
  ],
  [
    'template reply',
    { templateButtonReplyMessage: { selectedId: 'a', selectedDisplayText: 'Sim' } },
    { type: 'choice', id: 'a', body: 'Sim' },
  ],
  [
    'list reply',
    { listResponseMessage: { title: 'Suporte', singleSelectReply: { selectedRowId: '2' } } },
    { type: 'choice', id: '2', body: 'Suporte' },
  ],
  [
    'native flow reply',
    {
      interactiveResponseMessage: {
        body: { text: 'Vendas' },
        nativeFlowResponseMessage: { name: 'quick_reply', paramsJson: '{"id":"9"}' },
      },
    },
    { type: 'choice', id: '9', body: 'Vendas' },
  ],
  [
    'form',
    {
      interactiveResponseMessage: {
        body: { text: 'Enviado' },
        nativeFlowResponseMessage: { name: 'flow', paramsJson: '{"nome":"Ana","flow_token":"x","dias":[1]}' },
      },
    },
    text('Enviado\nnome: Ana\ndias: [1]'),
  ],
  [
    'broken form',
    { interactiveResponseMessage: { nativeFlowResponseMessage: { name: 'flow', paramsJson: '{' } } },
    missing('interactive_response'),
  ],
  [
    'buttons',
    { buttonsMessage: { contentText: 'Escolha', footerText: 'Loja', buttons: [{ buttonId: '1', buttonText: { displayText: 'Sim' } }] } },
    text('Escolha\n▫️ Sim\nLoja'),
  ],
  [
    'list',
    { listMessage: { title: 'Menu', description: 'Escolha', sections: [{ title: 'A', rows: [{ title: 'Um', description: 'u' }] }] } },
    text('Menu\nEscolha\nA\n▫️ Um · u'),
  ],
  [
    'template',
    {
      templateMessage: {
        hydratedTemplate: {
          hydratedTitleText: 'Oi',
          hydratedContentText: 'Corpo',
          hydratedButtons: [{ urlButton: { displayText: 'Ver', url: 'https://a' } }],
        },
      },
    },
    text('Oi\nCorpo\n▫️ Ver · https://a'),
  ],
  [
    'template with a picture',
    { templateMessage: { hydratedTemplate: { imageMessage: file, hydratedContentText: 'Corpo' } } },
    media('image', 'image/jpeg', 'Corpo'),
  ],
  ['template for the phone alone', { templateMessage: { hydratedTemplate: { maskLinkedDevices: true } } }, missing('only_on_phone')],
  [
    'interactive',
    {
      interactiveMessage: {
        header: { title: 'T' },
        body: { text: 'B' },
        nativeFlowMessage: { buttons: [{ name: 'cta_url', buttonParamsJson: '{"display_text":"Abrir","url":"https://a"}' }] },
      },
    },
    text('T\nB\n▫️ Abrir · https://a'),
  ],
  [
    'order',
    { orderMessage: { orderTitle: 'Loja', itemCount: 2, totalAmount1000: 12500, totalCurrencyCode: 'BRL', message: 'Quero' } },
    text('🛒 Loja · 2 × · BRL 12.50\nQuero'),
  ],
  [
    'product',
    { productMessage: { product: { title: 'Bolo', currencyCode: 'BRL', priceAmount1000: 30000, url: 'https://b' } } },
    text('🏷️ Bolo · BRL 30.00\nhttps://b'),
  ],
  [
    'payment request',
    { requestPaymentMessage: { amount1000: 5000, currencyCodeIso4217: 'BRL', noteMessage: { conversation: 'sinal' } } },
    text('💰 BRL 5.00\nsinal'),
  ],
  ['payment', { sendPaymentMessage: {} }, missing('payment')],
  ['payment declined', { declinePaymentRequestMessage: {} }, missing('payment_declined')],
  ['invoice', { invoiceMessage: { note: 'Março' } }, text('🧾 Março')],
  [
    'group invite',
    { groupInviteMessage: { groupName: 'Turma', inviteCode: 'AbC', caption: 'entra' } },
    text('👥 Turma\nentra\nhttps://chat.whatsapp.com/AbC'),
  ],
  ['call log', { callLogMesssage: { isVideo: true, callOutcome: 0 } }, { type: 'call', video: true, outcome: 'answered' }],
  ['missed in the call log', { callLogMesssage: { isVideo: false, callOutcome: 1 } }, { type: 'call', video: false, outcome: 'missed' }],
  ['view once', { viewOnceMessage: { message: { imageMessage: file } } }, missing('view_once')],
  ['view once 2', { viewOnceMessageV2: { message: { videoMessage: file } } }, missing('view_once')],
  ['view once voice', { viewOnceMessageV2Extension: { message: { audioMessage: file } } }, missing('view_once')],
  ['view once by its mark', { imageMessage: { ...file, viewOnce: true } }, missing('view_once')],
  ['placeholder', { placeholderMessage: { type: 0 } }, missing('only_on_phone')],
  ['number asked for', { requestPhoneNumberMessage: {} }, missing('phone_number_request')],
  ['comment', { commentMessage: { message: { conversation: 'legal' } } }, text('legal')],
  ['unknown inside a wrapper', { ephemeralMessage: { message: {} } }, missing('unknown')],
  ['unknown to this version', { messageContextInfo: { messageSecret: bytes } }, missing('unknown')],
  ['with keys of the group', { senderKeyDistributionMessage: { groupId: group }, messageContextInfo: {}, conversation: 'oi' }, text('oi')],
];

test.each(contents)('%s', (_name, message, content) => {
  expect(one(message).content).toEqual(content);
});

test.each<[string, proto.IMessage]>([
  ['keys of a group', { senderKeyDistributionMessage: { groupId: group }, messageContextInfo: {} }],
  ['an encrypted vote', { pollUpdateMessage: { vote: { encPayload: bytes, encIv: bytes } } }],
  ['a pin', { pinInChatMessage: { type: 1, key: { id: 'A' } } }],
  ['keeping', { keepInChatMessage: { keepType: 1 } }],
  ['an album, whose pictures follow', { albumMessage: { expectedImageCount: 3 } }],
  ['an encrypted reaction', { encReactionMessage: { encPayload: bytes } }],
  ['an empty text', { extendedTextMessage: { text: '' } }],
  ['the timer of a chat', { protocolMessage: { type: 3, ephemeralExpiration: 86400 } }],
  ['the history itself', { protocolMessage: { type: 5, historySyncNotification: {} } }],
  [
    'the better copy of a picture',
    {
      associatedChildMessage: { message: { imageMessage: file } },
      messageContextInfo: { messageAssociation: { associationType: proto.MessageAssociation.AssociationType.HD_IMAGE_DUAL_UPLOAD } },
    },
  ],
])('%s is nothing to show', (_name, message) => {
  expect(facts(message)).toEqual([]);
});

test('a picture of an album is shown', () => {
  const messageAssociation = { associationType: proto.MessageAssociation.AssociationType.MEDIA_ALBUM, parentMessageKey: { id: 'A' } };
  expect(one({ imageMessage: file, messageContextInfo: { messageAssociation } }).content).toMatchObject({ type: 'media', as: 'image' });
});

test('the ad that brought the customer stands below the words, a link preview does not', () => {
  const externalAdReply = { title: 'Bolos', sourceType: 'ad', sourceUrl: 'https://fb.me/x' };
  expect(one({ extendedTextMessage: { text: 'Quero saber mais', contextInfo: { externalAdReply } } }).content).toEqual(
    text('Quero saber mais\n\n📣 Bolos\nhttps://fb.me/x'),
  );
  const preview = { title: 'Bolos', sourceUrl: 'https://fb.me/x' };
  expect(one({ extendedTextMessage: { text: 'veja', contextInfo: { externalAdReply: preview } } }).content).toEqual(text('veja'));
});

test('a file leads back to what the library needs to fetch it', () => {
  const content = one({ ptvMessage: file }, inGroup).content as Extract<InboundContent, { type: 'media' }>;
  expect(downloadable(content.media)).toEqual({
    type: 'video',
    source: { url: file.url, directPath: file.directPath, mediaKey: bytes },
    message: {
      key: { remoteJid: group, fromMe: false, id: '3A01', participant: anaLid },
      message: { videoMessage: { url: file.url, directPath: file.directPath, mediaKey: bytes } },
    },
  });
  expect(downloadable({ ...content.media, id: '77' })).toBeNull();
  expect(downloadable({ ...content.media, id: '{' })).toBeNull();
});

describe('what stands in for a message', () => {
  const stub = (messageStubType: number, messageStubParameters: string[] = []) => ({ messageStubType, messageStubParameters });
  const types = proto.WebMessageInfo.StubType;

  test.each([
    ['awaiting_phone', stub(types.CIPHERTEXT, ['No session record']), {}],
    ['awaiting_phone', stub(types.CIPHERTEXT, ['Message absent from node', 'ABC']), {}],
    ['view_once', {}, { isViewOnce: true }],
    ['view_once', stub(types.VIEWED_ONCE), {}],
    ['unknown', stub(types.OVERSIZED), {}],
  ])('%s', (what, more, key) => {
    const found = one(null, key, more);
    expect(found.content).toEqual(missing(what));
    expect(found.key).not.toBe(one({ conversation: 'oi' }).key);
  });

  test('the history does not send again what it could not read', () => {
    const found = messageFacts(wrapped(null, {}, stub(types.CIPHERTEXT)), { ...live, history: true });
    expect(found).toMatchObject([{ content: missing('undecryptable') }]);
  });

  test('a message that could be read in part is no placeholder', () => {
    expect(one({ conversation: 'oi' }, {}, stub(types.CIPHERTEXT, ['x']))).toMatchObject({
      key: 'm:5511987654321:0:3A01',
      content: text('oi'),
    });
  });

  test('a message taken back before it came', () => {
    expect(facts(null, {}, stub(types.REVOKE))).toMatchObject([
      { kind: 'message', content: missing('revoked') },
      { kind: 'revoke', targetExternalId: '3A01', sentAt },
    ]);
  });

  test.each([
    [types.CALL_MISSED_VOICE, false],
    [types.CALL_MISSED_VIDEO, true],
    [types.CALL_MISSED_GROUP_VOICE, false],
  ])('missed call %i', (type, video) => {
    expect(facts(null, {}, stub(type))).toEqual([
      { key: 'c:3A01:missed', kind: 'call', callId: '3A01', from: ana, chat, video, outcome: 'missed', at: sentAt, history: false },
    ]);
  });

  test('the history says nothing of former subjects', () => {
    const renamed = wrapped(null, inGroup, stub(types.GROUP_CHANGE_SUBJECT, ['Antigo']));
    expect(messageFacts(renamed, { ...live, history: true })).toEqual([]);
  });

  test('a new subject names the group', () => {
    expect(facts(null, inGroup, stub(types.GROUP_CHANGE_SUBJECT, ['Condomínio']))).toMatchObject([
      { kind: 'profile', addresses: [{ kind: 'group', value: '120363000000000001' }], name: 'Condomínio', picture: false },
    ]);
  });

  test.each([types.GROUP_PARTICIPANT_ADD, types.GROUP_CREATE, types.GROUP_CHANGE_ICON, types.E2E_ENCRYPTED, types.BIZ_INTRO_TOP])(
    'nothing for stub %i',
    (type) => {
      expect(facts(null, inGroup, stub(type, ['x']))).toEqual([]);
    },
  );
});

describe('changes', () => {
  const edited = {
    type: 14,
    key: { remoteJid: ana, fromMe: true, id: '3A00' },
    timestampMs: seconds * 1000 + 700,
    editedMessage: { conversation: 'corrigido' },
  };
  const customer = { fromMe: false, participant: null };
  const edit = { kind: 'edit', targetExternalId: '3A00', chat, ...customer, content: text('corrigido'), sentAt };

  test('an edit is by who sent it, whatever it says of the message', () => {
    const asMessage = facts({ editedMessage: { message: { protocolMessage: edited } } }, { id: '3A09' });
    expect(asMessage).toEqual([{ ...edit, key: expect.any(String) }]);
    const own = facts({ protocolMessage: edited }, { id: '3A09', fromMe: true });
    expect(own).toEqual([{ ...edit, fromMe: true, key: expect.any(String) }]);
    expect(own[0]?.key).not.toBe(asMessage[0]?.key);
  });

  test('in a group a change is by a member', () => {
    const revoke = { protocolMessage: { type: 0, key: { id: '3A00', participant: '5511900000000@s.whatsapp.net' } } };
    expect(facts(revoke, { ...inGroup, id: '3A09' })).toMatchObject([
      { kind: 'revoke', fromMe: false, participant: [{ kind: 'wa_pn', value: '5511987654321' }, { kind: 'wa_lid' }] },
    ]);
  });

  test('words below a file are edited without the file', () => {
    expect(facts({ protocolMessage: { ...edited, editedMessage: { imageMessage: { caption: 'nova' } } } }, { id: '3A09' })).toMatchObject([
      { kind: 'edit', content: text('nova') },
    ]);
    expect(facts({ protocolMessage: { ...edited, editedMessage: { imageMessage: {} } } }, { id: '3A09' })).toEqual([]);
  });

  test('two edits of one message are two facts', () => {
    const first = facts({ protocolMessage: edited }, { id: '3A09' });
    const second = facts({ protocolMessage: { ...edited, editedMessage: { conversation: 'de novo' } } }, { id: '3A0A' });
    expect(first[0]?.key).not.toBe(second[0]?.key);
  });

  test('the history tells an edited message under its own id', () => {
    expect(facts({ protocolMessage: { ...edited, key: { id: '3A01' } } })).toMatchObject([
      { kind: 'message', externalId: '3A01', content: text('corrigido') },
    ]);
  });

  test('taken back', () => {
    expect(facts({ protocolMessage: { type: 0, key: { id: '3A00' } } }, { id: '3A09' })).toEqual([
      { key: 'x:5511987654321:0:3A00', kind: 'revoke', targetExternalId: '3A00', chat, ...customer, sentAt },
    ]);
  });

  test('reactions, put, removed, and found on the message itself', () => {
    const react = (emoji: string) => ({
      reactionMessage: { key: { remoteJid: ana, fromMe: true, id: '3EB0' }, text: emoji, senderTimestampMs: seconds * 1000 },
    });
    expect(facts(react('👍'))).toEqual([
      {
        key: 'r:5511987654321:0:3A01',
        kind: 'reaction',
        targetExternalId: '3EB0',
        chat,
        participant: null,
        fromMe: false,
        emoji: '👍',
        sentAt,
      },
    ]);
    expect(facts(react(''))).toMatchObject([{ kind: 'reaction', emoji: null }]);
    expect(facts(react('👍'), inGroup)).toMatchObject([
      { kind: 'reaction', chat: [{ kind: 'group' }], participant: { addresses: chat, name: 'Ana Souza' } },
    ]);
    expect(facts(react('👍'), { ...inGroup, fromMe: true })).toMatchObject([{ fromMe: true, participant: null }]);
    const reactions = [{ key: { remoteJid: ana, fromMe: false, id: '3A01' }, text: '👍', senderTimestampMs: seconds * 1000 }];
    expect(facts({ conversation: 'oi' }, { fromMe: true, id: '3EB0' }, { reactions })[1]).toEqual(facts(react('👍'))[0]);
  });

  test('a shown number joins the two ids', () => {
    expect(facts({ protocolMessage: { type: 11 } })).toMatchObject([{ kind: 'same', addresses: chat }]);
    expect(facts({ protocolMessage: { type: 11 } }, { remoteJidAlt: undefined })).toEqual([]);
  });
});

describe('receipts', () => {
  const key = { remoteJid: ana, fromMe: true, id: '3EB0AA' };

  test.each([
    [2, 'sent'],
    [3, 'delivered'],
    [4, 'read'],
    [5, 'played'],
  ])('status %i is %s', (status, name) => {
    expect(receiptFacts({ key, update: { status, messageTimestamp: seconds } }, live)).toEqual([
      {
        key: `s:3EB0AA:${name}`,
        kind: 'status',
        externalId: '3EB0AA',
        clientKey: null,
        status: name,
        at: sentAt,
        reason: null,
        recipient: null,
      },
    ]);
  });

  test('a refusal says why; one that may pass is left to whoever sends', () => {
    const refused = (code: string) => receiptFacts({ key, update: { status: 0, messageStubParameters: [code] } }, live);
    expect(refused('463')).toMatchObject([{ status: 'failed', reason: 'restricted', at: now.toISOString() }]);
    expect(refused('999')).toMatchObject([{ status: 'failed', reason: 'unknown' }]);
    expect(refused('503')).toEqual([]);
  });

  test.each([
    ['pending', { key, update: { status: 1 } }],
    ['read on the phone', { key: { ...key, fromMe: false }, update: { status: 4 } }],
    ['another parameter', { key, update: { messageStubParameters: ['Message absent from node', 'X'] } }],
    ['no chat', { key: { id: 'X', fromMe: true }, update: { status: 4 } }],
  ])('%s is no status', (_name, update) => {
    expect(receiptFacts(update, live)).toEqual([]);
  });

  test('in a group the first member counts, our own devices never', () => {
    const of = (receipt: proto.IUserReceipt) =>
      receiptFacts({ key: { ...key, remoteJid: group, participant: anaLid }, receipt: receipt as never }, live);
    expect(of({ userJid: anaLid, receiptTimestamp: seconds })).toMatchObject([{ key: 's:3EB0AA:delivered', at: sentAt }]);
    expect(of({ userJid: anaLid, readTimestamp: seconds })).toMatchObject([{ key: 's:3EB0AA:read' }]);
    expect(of({ userJid: '90000000000001@lid', readTimestamp: seconds })).toEqual([]);
  });

  test('on the message itself', () => {
    const own = (more: Partial<WAMessage>, history = false) =>
      messageFacts(wrapped({ conversation: 'oi' }, { fromMe: true }, more), { ...live, history });
    expect(own({ status: 4 })).toMatchObject([{ kind: 'message' }, { kind: 'status', status: 'read' }]);
    expect(own({ status: 2 }).map(({ kind }) => kind)).toEqual(['message', 'status']);
    expect(own({ status: 2 }, true).map(({ kind }) => kind)).toEqual(['message']);
    expect(own({ status: 1, userReceipt: [{ userJid: ana, receiptTimestamp: seconds, readTimestamp: seconds }] })).toMatchObject([
      { kind: 'message' },
      { status: 'delivered' },
      { status: 'read' },
    ]);
    expect(messageFacts(wrapped({ conversation: 'oi' }, {}, { status: 4 }), live)).toHaveLength(1);
  });
});

describe('history', () => {
  const at = (id: string, ago: number, more: Partial<WAMessageKey> = {}, message: proto.IMessage = { conversation: id }): WAMessage => ({
    key: { remoteJid: anaLid, fromMe: false, id, ...more },
    messageTimestamp: seconds - ago,
    message: arrived(message),
  });
  const set = {
    chats: [],
    contacts: [
      { id: anaLid, phoneNumber: ana, name: 'Ana da padaria' },
      { id: group, name: 'Condomínio' },
      { id: '5511955554444@s.whatsapp.net', name: 'Sem conversa' },
    ],
    lidPnMappings: [{ lid: anaLid, pn: ana }],
    messages: [
      at('B', 10),
      at('A', 20),
      at('old', 5000),
      at('G', 15, { remoteJid: group, participant: anaLid }),
      at('R', 5, {}, { reactionMessage: { key: { id: 'A' }, text: '👍' } }),
      at('S', 4, {}, { reactionMessage: { key: { id: 'old' }, text: '👍' } }),
    ],
  };
  const since = new Date((seconds - 1000) * 1000);

  test('who is who, then the messages from then on, oldest first, then the names', () => {
    const found = historyFacts(set, { since, me, now });
    expect(found.map((fact) => (fact.kind === 'message' ? fact.externalId : fact.kind))).toEqual([
      'same',
      'A',
      'G',
      'B',
      'reaction',
      'profile',
      'profile',
    ]);
    expect(found[1]).toMatchObject({ chat, name: 'Ana da padaria', history: true });
    expect(found[2]).toMatchObject({ name: 'Condomínio', participant: { addresses: chat } });
    expect(found.filter(({ kind }) => kind === 'profile')).toMatchObject([{ name: 'Ana da padaria' }, { name: 'Condomínio' }]);
  });

  test('told by the history a message is the fact that it is live', () => {
    const history = historyFacts(set, { since, me, now })[1];
    const told = messageFacts(wrapped({ conversation: 'A' }, { id: 'A' }), live)[0];
    expect(history?.key).toBe(told?.key);
  });

  test('unwanted history still says who is who', () => {
    expect(historyFacts(set, { since: null, me, now })).toEqual([
      { key: 'a:5511987654321=123456789012345', kind: 'same', addresses: chat, at: now.toISOString() },
    ]);
  });
});

describe('whatever comes', () => {
  const nested = fc.letrec((tie) => ({
    part: fc.dictionary(
      fc.constantFrom(
        'text',
        'caption',
        'name',
        'title',
        'contextInfo',
        'message',
        'key',
        'type',
        'options',
        'sections',
        'rows',
        'cards',
        'contacts',
        'vcard',
        'url',
        'mediaKey',
        'fileLength',
        'externalAdReply',
        'hydratedTemplate',
        'header',
        'body',
        'nativeFlowMessage',
        'nativeFlowResponseMessage',
        'paramsJson',
        'buttons',
        'editedMessage',
        'timestampMs',
        'stanzaId',
        'id',
        'degreesLatitude',
        'degreesLongitude',
        'amount',
        'submessages',
        'product',
        'carouselMessage',
        ...contents.flatMap(([, message]) => Object.keys(message)),
      ),
      tie('value'),
      { maxKeys: 5 },
    ),
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, undefined, true, 0, 14, -1, 1e300, Number.NaN, '', '{"id":1}', '\0', '\ud800', ana, 'BEGIN:VCARD\nTEL:\nN:;;'),
      fc.string(),
      fc.uint8Array({ maxLength: 4 }),
      fc.array(tie('part'), { maxLength: 3 }),
      tie('part'),
    ),
  }));

  test('never throws, and says only what the journal and the database can hold', () => {
    fc.assert(
      fc.property(nested.part, nested.part, fc.constantFrom(0, 1, 2, 21, 40, 74, 500), (message, rest, messageStubType) => {
        const given = {
          ...rest,
          key: { remoteJid: ana, id: 'X', fromMe: rest.key !== undefined },
          message,
          messageStubType,
        } as unknown as WAMessage;
        const found = [
          ...messageFacts(given, live),
          ...receiptFacts({ key: given.key, update: given }, live),
          ...historyFacts({ chats: [], contacts: [rest], messages: [given] } as never, { since: new Date(0), me, now }),
        ];
        expect(JSON.stringify(found)).not.toContain('\\u0000');
        for (const fact of found) expect(fact.key).not.toContain('undefined');
      }),
      { numRuns: 500 },
    );
  });

  test('nor for what a stranger encodes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (encoded) => {
        let message: proto.Message;
        try {
          message = proto.Message.decode(encoded);
        } catch {
          return;
        }
        for (const fact of messageFacts({ key: { remoteJid: ana, id: 'X', fromMe: false }, message }, live))
          expect(fact.kind).toBeTypeOf('string');
      }),
      { numRuns: 500 },
    );
  });
});
