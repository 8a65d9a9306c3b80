import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeCloudWebhook } from './cloud-normalize.ts';
import type { Inbound } from './port.ts';

const receivedAt = new Date('2026-03-02T10:00:00Z');
const metadata = { display_phone_number: '551133334444', phone_number_id: '1066' };
const contacts = [{ profile: { name: 'Ana Souza' }, wa_id: '5511987654321' }];
const at = '1749416383';
const when = '2025-06-08T20:59:43.000Z';

function change(field: string, value: object) {
  return { object: 'whatsapp_business_account', entry: [{ id: '900', time: 1749416390, changes: [{ field, value }] }] };
}

function events(field: string, value: object): Inbound[] {
  return normalizeCloudWebhook(change(field, value), receivedAt).deliveries.flatMap((delivery) => delivery.events);
}

function message(type: string, content: unknown, more: object = {}): object {
  return { from: '5511987654321', id: 'wamid.A', timestamp: at, type, [type]: content, ...more };
}

function one(type: string, content: unknown, more: object = {}): Inbound {
  const found = events('messages', { metadata, contacts, messages: [message(type, content, more)] });
  expect(found).toHaveLength(1);
  return found[0] as Inbound;
}

test('a text says who, when, where and what', () => {
  expect(
    normalizeCloudWebhook(change('messages', { metadata, contacts, messages: [message('text', { body: 'Olá, é a Ana 👋' })] }), receivedAt),
  ).toEqual({
    deliveries: [
      {
        phoneNumberId: '1066',
        wabaId: '900',
        events: [
          {
            key: 'm:wamid.A',
            kind: 'message',
            externalId: 'wamid.A',
            chat: [{ kind: 'wa_pn', value: '5511987654321' }],
            participant: null,
            name: 'Ana Souza',
            fromMe: false,
            sentAt: when,
            content: { type: 'text', body: 'Olá, é a Ana 👋' },
            quotedExternalId: null,
            forwarded: false,
            history: false,
          },
        ],
      },
    ],
    ignored: [],
  });
});

const file = { id: '77', mime_type: 'image/jpeg', sha256: 'abc=' };
const media = { id: '77', mime: 'image/jpeg', sha256: 'abc=', size: null, filename: null };

test.each<[string, string, unknown, object]>([
  ['image', 'image', { ...file, caption: 'nota' }, { type: 'media', as: 'image', media, caption: 'nota' }],
  ['video', 'video', file, { type: 'media', as: 'video', media, caption: '' }],
  [
    'voice',
    'audio',
    { ...file, mime_type: 'audio/ogg; codecs=opus', voice: true },
    { type: 'media', as: 'voice', media: { ...media, mime: 'audio/ogg; codecs=opus' }, caption: '' },
  ],
  ['audio file', 'audio', { ...file, voice: false }, { type: 'media', as: 'audio', media, caption: '' }],
  [
    'document',
    'document',
    { ...file, filename: 'nota.pdf' },
    { type: 'media', as: 'document', media: { ...media, filename: 'nota.pdf' }, caption: '' },
  ],
  ['sticker', 'sticker', { ...file, animated: true }, { type: 'media', as: 'sticker', media, caption: '' }],
  [
    'location',
    'location',
    { latitude: -23.5, longitude: -46.6, name: 'Sé' },
    { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Sé', address: null },
  ],
  [
    'contacts',
    'contacts',
    [{ name: { formatted_name: 'João' }, phones: [{ phone: '+55 11 91111-2222', wa_id: '5511911112222' }], vcard: 'BEGIN:VCARD' }],
    { type: 'contacts', cards: [{ name: 'João', phones: ['+55 11 91111-2222'], vcard: 'BEGIN:VCARD' }] },
  ],
  [
    'button tap',
    'interactive',
    { type: 'button_reply', button_reply: { id: 'yes', title: 'Sim' } },
    { type: 'choice', id: 'yes', body: 'Sim' },
  ],
  [
    'list tap',
    'interactive',
    { type: 'list_reply', list_reply: { id: '2', title: 'Vendas', description: 'x' } },
    { type: 'choice', id: '2', body: 'Vendas' },
  ],
  [
    'form',
    'interactive',
    {
      type: 'nfm_reply',
      nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"t","cep":"01001-000","itens":["a","b"]}' },
    },
    { type: 'text', body: 'Sent\ncep: 01001-000\nitens: ["a","b"]' },
  ],
  ['interactive without content', 'interactive', undefined, { type: 'unsupported', what: 'interactive' }],
  [
    'call permission',
    'interactive',
    { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    { type: 'unsupported', what: 'call_permission_reply' },
  ],
  ['template button', 'button', { payload: 'STOP', text: 'Parar' }, { type: 'choice', id: 'STOP', body: 'Parar' }],
  [
    'order',
    'order',
    {
      catalog_id: '1',
      text: 'Para hoje',
      product_items: [{ product_retailer_id: 'SKU-1', quantity: 2, item_price: 10.5, currency: 'BRL' }],
    },
    { type: 'text', body: 'Para hoje\n2 × SKU-1 · BRL 10.50' },
  ],
  ['unsupported', 'unsupported', { type: 'poll' }, { type: 'unsupported', what: 'poll' }],
  ['welcome', 'request_welcome', undefined, { type: 'unsupported', what: 'request_welcome' }],
])('%s', (_name, type, content, expected) => {
  expect(one(type, content)).toMatchObject({ kind: 'message', key: 'm:wamid.A', content: expected });
});

test('an unsupported message without a type is named by its error code', () => {
  expect(one('unsupported', undefined, { errors: [{ code: 131051 }] })).toMatchObject({ content: { type: 'unsupported', what: '131051' } });
});

test('a reply quotes, a forwarded message does not', () => {
  expect(one('text', { body: 'sim' }, { context: { from: '55', id: 'wamid.Q' } })).toMatchObject({
    quotedExternalId: 'wamid.Q',
    forwarded: false,
  });
  expect(one('text', { body: 'sim' }, { context: { frequently_forwarded: true } })).toMatchObject({
    quotedExternalId: null,
    forwarded: true,
  });
});

test('a reaction without emoji takes the reaction away', () => {
  expect(one('reaction', { message_id: 'wamid.T', emoji: '👍' })).toMatchObject({
    key: 'r:wamid.A',
    kind: 'reaction',
    targetExternalId: 'wamid.T',
    emoji: '👍',
  });
  expect(one('reaction', { message_id: 'wamid.T', emoji: '' })).toMatchObject({ emoji: null });
  expect(one('reaction', { message_id: 'wamid.T' })).toMatchObject({ emoji: null });
});

test('edit and revoke name the message they concern', () => {
  expect(one('edit', { original_message_id: 'wamid.T', message: { type: 'text', text: { body: 'novo' } } })).toMatchObject({
    key: 'e:wamid.A',
    kind: 'edit',
    targetExternalId: 'wamid.T',
    fromMe: false,
    participant: null,
    content: { type: 'text', body: 'novo' },
  });
  expect(one('revoke', { original_message_id: 'wamid.T' })).toMatchObject({
    key: 'x:wamid.A',
    kind: 'revoke',
    targetExternalId: 'wamid.T',
  });
});

describe('people', () => {
  test('with a username the phone may be missing', () => {
    const value = {
      metadata,
      contacts: [{ profile: { name: 'Bia', username: 'bia.x' }, user_id: 'BR.1349' }],
      messages: [{ from_user_id: 'BR.1349', id: 'wamid.B', timestamp: at, type: 'text', text: { body: 'oi' } }],
    };
    expect(events('messages', value)[0]).toMatchObject({
      name: 'Bia',
      chat: [
        { kind: 'wa_bsuid', value: 'BR.1349' },
        { kind: 'username', value: 'bia.x' },
      ],
    });
  });

  test('a phone comes before the other addresses', () => {
    expect(one('text', { body: 'oi' }, { from_user_id: 'BR.1349', from_parent_user_id: 'BR.ENT.7' })).toMatchObject({
      chat: [
        { kind: 'wa_pn', value: '5511987654321' },
        { kind: 'wa_bsuid', value: 'BR.1349' },
        { kind: 'wa_bsuid', value: 'BR.ENT.7' },
      ],
    });
  });

  test('in a group the chat is the group and the writer takes part', () => {
    expect(one('text', { body: 'oi' }, { group_id: 'g-1' })).toMatchObject({
      chat: [{ kind: 'group', value: 'g-1' }],
      name: null,
      participant: { name: 'Ana Souza', addresses: [{ kind: 'wa_pn', value: '5511987654321' }] },
    });
  });

  test('a changed number links the old to the new', () => {
    expect(one('system', { type: 'user_changed_number', wa_id: '5511900000000', user_id: 'BR.9' })).toEqual({
      key: 'i:wamid.A',
      kind: 'identity',
      before: { kind: 'wa_pn', value: '5511987654321' },
      after: [
        { kind: 'wa_pn', value: '5511900000000' },
        { kind: 'wa_bsuid', value: 'BR.9' },
      ],
      at: when,
    });
    expect(one('system', { type: 'user_changed_user_id', user_id: 'BR.10' })).toMatchObject({
      kind: 'identity',
      after: [{ kind: 'wa_bsuid', value: 'BR.10' }],
    });
  });

  test('a changed user id links the old to the new', () => {
    const update = { wa_id: '5511987654321', detail: 'x', user_id: { previous: 'BR.1', current: 'BR.2' }, timestamp: at };
    expect(events('user_id_update', { metadata, user_id_update: [update] })).toEqual([
      {
        key: `i:BR.1:5511987654321:BR.2:${when}`,
        kind: 'identity',
        before: { kind: 'wa_bsuid', value: 'BR.1' },
        after: [
          { kind: 'wa_pn', value: '5511987654321' },
          { kind: 'wa_bsuid', value: 'BR.2' },
        ],
        at: when,
      },
    ]);
  });

  test('a changed security code changes nobody', () => {
    const value = { metadata, messages: [message('system', { type: 'customer_identity_changed', body: 'x' })] };
    expect(normalizeCloudWebhook(change('messages', value), receivedAt)).toEqual({
      deliveries: [],
      ignored: [{ field: 'messages', why: 'system' }],
    });
  });
});

test('what the phone of the business wrote is ours, in the chat of the customer', () => {
  const echo = { from: '551133334444', to: '5511987654321', id: 'wamid.E', timestamp: at, type: 'text', text: { body: 'já vai' } };
  expect(events('smb_message_echoes', { metadata, message_echoes: [echo] })[0]).toMatchObject({
    fromMe: true,
    history: false,
    name: null,
    chat: [{ kind: 'wa_pn', value: '5511987654321' }],
  });
});

test('history knows who wrote, and keeps placeholders apart from their files', () => {
  const messages = [
    { from: '5511987654321', id: 'wamid.1', timestamp: at, type: 'text', text: { body: 'oi' }, history_context: { status: 'READ' } },
    { from: '551133334444', to: '5511987654321', id: 'wamid.2', timestamp: at, type: 'text', text: { body: 'olá' } },
    { from: '5511987654321', id: 'wamid.3', timestamp: at, type: 'media_placeholder' },
  ];
  const found = events('history', { metadata, history: [{ metadata: { phase: 0 }, threads: [{ id: '5511987654321', messages }] }] });
  expect(found.map((event) => [event.key, event.kind === 'message' && event.fromMe, event.kind === 'message' && event.history])).toEqual([
    ['m:wamid.1', false, true],
    ['m:wamid.2', true, true],
    ['p:wamid.3', false, true],
  ]);
  expect(found.every((event) => event.kind === 'message' && event.chat[0]?.value === '5511987654321')).toBe(true);
  const later = events('history', {
    metadata,
    contacts,
    messages: [{ from: '5511987654321', id: 'wamid.3', timestamp: at, type: 'image', image: file }],
  });
  expect(later[0]).toMatchObject({ key: 'm:wamid.3', history: true, content: { as: 'image' } });
});

describe('statuses', () => {
  const status = { id: 'wamid.S', timestamp: at, recipient_id: '5511987654321', biz_opaque_callback_data: 'key-1' };

  test.each(['sent', 'delivered', 'read', 'played'])('%s', (name) => {
    expect(events('messages', { metadata, statuses: [{ ...status, status: name, pricing: { billable: true } }] })).toEqual([
      {
        key: `s:wamid.S:${name}`,
        kind: 'status',
        externalId: 'wamid.S',
        clientKey: 'key-1',
        status: name,
        at: when,
        reason: null,
        recipient: { kind: 'wa_pn', value: '5511987654321' },
      },
    ]);
  });

  test.each([
    [131047, 'window_closed'],
    [131026, 'not_on_whatsapp'],
    [131050, 'opted_out'],
    [131053, 'media_rejected'],
    [131042, 'payment'],
    [424242, 'unknown'],
  ])('failed with %i is %s', (code, reason) => {
    expect(events('messages', { metadata, statuses: [{ ...status, status: 'failed', errors: [{ code }] }] })[0]).toMatchObject({
      status: 'failed',
      reason,
    });
  });

  test('a person without phone is named by the user id', () => {
    const { recipient_id: _, ...rest } = status;
    expect(events('messages', { metadata, statuses: [{ ...rest, status: 'read', recipient_user_id: 'BR.1' }] })[0]).toMatchObject({
      recipient: { kind: 'wa_bsuid', value: 'BR.1' },
    });
  });
});

test('news about the account', () => {
  const at = '2025-06-08T20:59:50.000Z';
  expect(
    events('phone_number_quality_update', { display_phone_number: '551133334444', event: 'FLAGGED', current_limit: 'TIER_1K' }),
  ).toEqual([
    {
      key: `a:phone_number_quality_update:551133334444:FLAGGED:TIER_1K:${at}`,
      kind: 'account',
      health: 'restricted',
      detail: 'FLAGGED:TIER_1K',
      at,
    },
  ]);
  expect(events('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } })[0]).toMatchObject({
    health: 'disconnected',
  });
  expect(events('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } })[0]).toMatchObject({
    health: 'ok',
  });
  expect(normalizeCloudWebhook(change('account_update', { event: 'constructor' }), receivedAt).ignored).toEqual([
    { field: 'account_update', why: 'constructor' },
  ]);
});

describe('a restriction of the account', () => {
  const at = '2025-06-08T20:59:50.000Z';
  const inADay = '2025-06-09T20:59:50.000Z';
  const beginning = 'RESTRICTED_BIZ_INITIATED_MESSAGING';
  const answering = 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING';
  const other = 'RESTRICTED_ADD_PHONE_NUMBER_ACTION';
  const restricted = (...limits: [type: string, expiration?: unknown][]) =>
    events('account_update', {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: limits.map(([restriction_type, expiration]) => ({ restriction_type, expiration })),
    });

  test.each<[string, [string, unknown?][], { restrictedUntil: string | null; answersRestrictedUntil: string | null }]>([
    ['in seconds', [[beginning, 1749600000]], { restrictedUntil: '2025-06-11T00:00:00.000Z', answersRestrictedUntil: null }],
    ['in seconds as text', [[answering, '1749600000']], { restrictedUntil: null, answersRestrictedUntil: '2025-06-11T00:00:00.000Z' }],
    [
      'as a date, each type for itself, the longest of one',
      [
        [beginning, '2025-06-10T13:59:20+0000'],
        [beginning, '2025-06-09T13:59:20.000Z'],
        [answering, 1749600000],
        [other, 1849600000],
      ],
      { restrictedUntil: '2025-06-10T13:59:20.000Z', answersRestrictedUntil: '2025-06-11T00:00:00.000Z' },
    ],
    ['without a date that could be one lasts a day', [[beginning, 'soon']], { restrictedUntil: inADay, answersRestrictedUntil: null }],
    ['until a day that never comes', [[beginning, '2025-13-45T99:00:00Z']], { restrictedUntil: inADay, answersRestrictedUntil: null }],
  ])('%s', (_, limits, until) => {
    expect(restricted(...limits)).toEqual([expect.objectContaining({ kind: 'limits', newChats: null, at, ...until })]);
  });

  test('that stops no messages is none of ours; one of which Meta says nothing more stays until it says so', () => {
    expect(restricted([other, 1749600000], ['RESTRICTED_UTILITY_TEMPLATES', 1749600000])).toEqual([]);
    expect(restricted()).toEqual([expect.objectContaining({ kind: 'account', health: 'restricted' })]);
  });
});

test('several numbers in one body are kept apart, unknown fields are named', () => {
  const other = { ...metadata, phone_number_id: '2077' };
  const body = {
    entry: [
      {
        id: '900',
        changes: [
          { field: 'messages', value: { metadata, contacts, messages: [message('text', { body: 'a' })] } },
          { field: 'calls', value: { calls: [] } },
        ],
      },
      {
        id: '901',
        changes: [
          { field: 'messages', value: { metadata: other, contacts, messages: [message('text', { body: 'b' }, { id: 'wamid.B' })] } },
        ],
      },
      { id: '900', changes: [{ field: 'messages', value: { metadata, statuses: [{ id: 'wamid.S', status: 'read', timestamp: at }] } }] },
    ],
  };
  const { deliveries, ignored } = normalizeCloudWebhook(body, receivedAt);
  expect(deliveries.map((delivery) => [delivery.phoneNumberId, delivery.events.map((event) => event.key)])).toEqual([
    ['1066', ['m:wamid.A', 's:wamid.S:read']],
    ['2077', ['m:wamid.B']],
  ]);
  expect(ignored).toEqual([{ field: 'calls', why: 'unknown field' }]);
});

test('text is cleaned of what the database cannot hold', () => {
  expect(one('text', { body: 'a\0b\ud800c' })).toMatchObject({ content: { body: 'ab\ufffdc' } });
});

// Shapes near the real ones, with garbage at every place.
const junk = fc.oneof(
  fc.anything(),
  fc.constantFrom('5511987654321', 'BR.1', 'wamid.X', 'text', 'image', '__proto__', '1749416383', -1, 1e300),
);
const parts = [
  'type',
  'id',
  'from',
  'text',
  'image',
  'interactive',
  'nfm_reply',
  'button_reply',
  'contacts',
  'order',
  'system',
  'reaction',
  'edit',
  'revoke',
  'context',
  'message',
  'message_id',
  'timestamp',
  'status',
  'errors',
  'group_id',
  'original_message_id',
  'response_json',
  'product_items',
];
const nearly = fc.letrec((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, junk, fc.dictionary(fc.constantFrom(...parts), tie('node')), fc.array(tie('node'), { maxLength: 3 })),
})).node;
const types = fc.constantFrom(
  'text',
  'image',
  'audio',
  'location',
  'contacts',
  'interactive',
  'button',
  'order',
  'system',
  'reaction',
  'edit',
  'revoke',
  'unsupported',
  'x',
);
const rough = fc
  .tuple(types, nearly, nearly)
  .map(([type, content, more]) => ({ id: 'wamid.X', from: '5511987654321', type, [type]: content, context: more, errors: more }));
const lists = fc.array(fc.oneof(rough, nearly), { maxLength: 3 });
const values = fc.record(
  {
    metadata: fc.oneof(fc.constant(metadata), nearly),
    contacts: nearly,
    messages: lists,
    statuses: lists,
    message_echoes: lists,
    history: lists,
    user_id_update: lists,
    event: nearly,
    ban_info: nearly,
    restriction_info: lists,
  },
  { requiredKeys: [] },
);
const fields = fc.constantFrom(
  'messages',
  'smb_message_echoes',
  'history',
  'user_id_update',
  'phone_number_quality_update',
  'account_update',
  'calls',
);
const bodies = fc
  .tuple(fields, values, nearly)
  .map(([field, value, time]) => ({ entry: [{ id: '900', time, changes: [{ field, value }] }] }));

test('no garbage throws, and every event is plain JSON with a key', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), bodies), (body) => {
      const { deliveries } = normalizeCloudWebhook(body, receivedAt);
      for (const event of deliveries.flatMap((delivery) => delivery.events)) {
        expect(event.key.length).toBeGreaterThan(2);
        expect(JSON.parse(JSON.stringify(event))).toEqual(event);
      }
    }),
    { numRuns: 500 },
  );
});

test('the same fact has the same key in another batch and at another time', () => {
  fc.assert(
    fc.property(fc.array(rough, { maxLength: 4 }), fc.array(rough, { maxLength: 2 }), (messages, others) => {
      const stamped = (list: object[]) => list.map((item, index) => ({ ...item, id: `wamid.${index}`, timestamp: at }));
      const keys = (list: object[], now: Date) =>
        normalizeCloudWebhook(change('messages', { metadata, messages: list }), now).deliveries.flatMap((delivery) =>
          delivery.events.map((event) => event.key),
        );
      const alone = stamped(messages).flatMap((item) => keys([item], receivedAt));
      const batched = keys([...stamped(messages), ...others.map((other) => ({ ...other, id: 'wamid.other', timestamp: at }))], new Date(0));
      expect(batched.filter((key) => !key.includes('wamid.other'))).toEqual(alone);
    }),
    { numRuns: 200 },
  );
});
