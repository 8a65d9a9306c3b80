// Whatever is in a webhook that Meta signed, it is answered 200, or Meta repeats it for days; and what comes after it arrives.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, givenDesk, ticketsOf } from '../../../../test/given.ts';
import { poisoned } from '../../../../test/poison.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { createHub } from '../../../platform/facts.ts';
import { createWaker } from '../../../platform/jobs/waker.ts';
import { updateConnection } from '../../company/connections/actions.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await givenDesk();
});
afterAll(() => desk.close());

const from = '5548999990001';
const message = (type: string, content: unknown) => ({
  messages: [{ from, id: 'wamid.1', timestamp: '1795000000', type, [type]: content, context: { id: 'wamid.0' } }],
  contacts: [{ wa_id: from, user_id: 'BR.1', profile: { name: 'Lia', username: 'lia' } }],
});
const group = { from, id: 'wamid.2', timestamp: '1795000000', group_id: 'group-1', type: 'text', text: { body: 'oi' } };
const bodies: [string, string, object][] = [
  ['a text', 'messages', message('text', { body: 'oi' })],
  ['a file', 'messages', message('document', { id: '1', mime_type: 'application/pdf', sha256: 'a', filename: 'a.pdf', caption: 'nota' })],
  [
    'a card',
    'messages',
    message('contacts', [{ name: { formatted_name: 'Rui' }, phones: [{ phone: '+5511', wa_id: '5511' }], vcard: 'v' }]),
  ],
  ['a place', 'messages', message('location', { latitude: 1, longitude: 2, name: 'Casa', address: 'Rua A' })],
  ['a choice', 'messages', message('interactive', { type: 'list_reply', list_reply: { id: 'a', title: 'b' } })],
  ['a form', 'messages', message('interactive', { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'b', response_json: '{"a":"b"}' } })],
  [
    'an order',
    'messages',
    message('order', { text: 'b', product_items: [{ product_retailer_id: 'a', quantity: 1, item_price: 1, currency: 'BRL' }] }),
  ],
  ['a reaction', 'messages', message('reaction', { message_id: 'wamid.0', emoji: '👍' })],
  ['an edit', 'messages', message('edit', { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'b' } } })],
  ['a revoke', 'messages', message('revoke', { original_message_id: 'wamid.0' })],
  ['another number', 'messages', message('system', { type: 'user_changed_number', wa_id: '5548999990009', user_id: 'BR.2' })],
  ['a group', 'messages', { messages: [group] }],
  [
    'an echo',
    'smb_message_echoes',
    { message_echoes: [{ to: from, id: 'wamid.3', timestamp: '1795000000', type: 'text', text: { body: 'b' } }] },
  ],
  [
    'a status',
    'messages',
    {
      statuses: [
        {
          id: 'wamid.9',
          status: 'failed',
          timestamp: '1795000000',
          recipient_id: from,
          biz_opaque_callback_data: 'ours',
          errors: [{ code: '1' }],
        },
      ],
    },
  ],
  [
    'another id',
    'user_id_update',
    { user_id_update: [{ wa_id: from, timestamp: '1795000000', user_id: { previous: 'BR.1', current: 'BR.2' } }] },
  ],
  ['news of the number', 'account_update', { event: 'ACCOUNT_VIOLATION', phone_number: '55', violation_info: { violation_type: 'SCAM' } }],
];

const deliver = (field: string, value: object) =>
  desk.graph.deliver({
    object: 'whatsapp_business_account',
    entry: [
      { id: 'waba', time: 1_795_000_000, changes: [{ field, value: { metadata: { phone_number_id: desk.phoneNumberId }, ...value } }] },
    ],
  });

test.each(bodies)('%s that is poisoned is answered 200', { timeout: 120_000 }, async (_name, field, sample) => {
  for (const { value } of poisoned(sample)) await deliver(field, value);
  expect(desk.graph.deliveries().filter(({ status }) => status !== 200)).toEqual([]);
});

test('after all of it, a customer is heard', async () => {
  await desk.graph.customer({ phone: '5548999990077', name: 'Helena Sampaio' }, desk.phoneNumberId).text('Alguém aí?');
  expect(await ticketsOf(desk.admin, 'pending')).toContainEqual(expect.objectContaining({ lastMessage: 'Alguém aí?' }));
});

test.each(['%00', '%ff%fe', 'a%20b', 'x'.repeat(90)])('the key %s leads nowhere', async (key) => {
  const answers = await Promise.all([
    fetch(`${desk.world.url}/webhooks/whatsapp/${key}`, { method: 'POST', body: '{}' }),
    fetch(`${desk.world.url}/webhooks/whatsapp/${key}`),
  ]);
  expect(answers.every(({ status }) => status >= 400 && status < 500)).toBe(true);
});

test('who is known waits for no look-up of others', async () => {
  const { webhookUrl } = await desk.admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: desk.connectionId } });
  const post = (path: string) => fetch(`${desk.world.url}${path}`, { method: 'POST', body: '{}' });
  const known = new URL(webhookUrl ?? '').pathname;
  expect((await post(known)).status).toBe(401);
  const holder = new pg.Client({ connectionString: desk.world.database.superUrl });
  await holder.connect();
  await holder.query('begin; lock table connections in access exclusive mode');
  const strangers = Array.from({ length: 20 }, (_, i) => post(`/webhooks/whatsapp/ninguem-${i}`));
  const answered = (await post(known)).status;
  await holder.query('commit');
  await holder.end();
  expect(answered).toBe(401);
  expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual(strangers.map(() => 404));
});

test('a webhook about another number is answered, and nothing of it is taken', async () => {
  const stranger = desk.graph.customer({ phone: '5548999990088', name: 'De outra empresa' }, desk.phoneNumberId);
  const body = JSON.parse(
    JSON.stringify(stranger.body('text', { body: 'para outro número' })).replaceAll(desk.phoneNumberId, '10000000000'),
  );
  await desk.graph.deliver(body, { phoneNumberId: desk.phoneNumberId });
  expect(desk.graph.deliveries().at(-1)?.status).toBe(200);
  const { count } = await desk.admin.call('GET /contacts', { query: { searchParam: '5548999990088' } });
  expect(count).toBe(0);
});

test('a secret that another process was told holds at once, and the one before it no more', async () => {
  const { base } = desk.world.app;
  const { name, cloud, webhookUrl } = await desk.admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: desk.connectionId } });
  const rui = desk.graph.customer({ phone: '5548999990099', name: 'Rui Bandeira' }, desk.phoneNumberId);
  const deliver = (secret: string, text: string) => post(secret, JSON.stringify(rui.body('text', { body: text })));
  const post = async (secret: string, body: string) => {
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const url = `${desk.world.url}${new URL(webhookUrl ?? '').pathname}`;
    return (await fetch(url, { method: 'POST', headers: { 'x-hub-signature-256': signature }, body })).status;
  };
  const heard = async () => {
    const thread = (await ticketsOf(desk.admin, 'pending')).find(({ contact }) => contact.name === 'Rui Bandeira');
    const { messages } = await desk.admin.call('GET /messages/:ticketId', { params: { ticketId: thread?.id ?? 0 } });
    return messages.filter(({ fromMe }) => !fromMe).map(({ body }) => body);
  };
  const before = `app-secret-${desk.phoneNumberId.slice(2)}`;
  expect([await deliver(before, 'ainda'), await deliver('novo', 'cedo demais')]).toEqual([200, 401]);
  const hub = createHub({ broadcasters: [], reactions: [], jobs: [] }, () => {}, createWaker(null));
  await updateConnection(asSystem({ ...base, hub }, mintCompanyId(desk.admin.user.companyId)), desk.connectionId, {
    name,
    channel: 'whatsapp_cloud',
    cloud: { phoneNumberId: desk.phoneNumberId, wabaId: cloud?.wabaId ?? '', appSecret: 'novo', verifyToken: 'outro' },
  });
  // What this process still holds is the secret of before. It has received under it until now.
  expect(await deliver(before, 'tarde demais')).toBe(401);
  const subscribe = () =>
    fetch(`${desk.world.url}${new URL(webhookUrl ?? '').pathname}?hub.mode=subscribe&hub.verify_token=outro&hub.challenge=7`);
  const subscribed = await subscribe();
  expect([subscribed.status, await subscribed.text()]).toEqual([200, '7']);
  expect([await deliver('novo', 'agora'), await deliver(before, 'tarde demais')]).toEqual([200, 401]);
  expect(await heard()).toEqual(['ainda', 'agora']);
  // What was this number's a moment ago is another one's now, and the other way round.
  await platformTransaction(base, ({ db }) =>
    sql`update connections set cloud_phone_number_id = '77700' where id = ${desk.connectionId}`.execute(db),
  );
  expect(await deliver('novo', 'pelo número de antes')).toBe(200);
  expect(await heard()).toEqual(['ainda', 'agora']);
  const toNewNumber = JSON.stringify(rui.body('text', { body: 'pelo número novo' })).replaceAll(desk.phoneNumberId, '77700');
  expect(await post('novo', toNewNumber)).toBe(200);
  expect(await heard()).toEqual(['ainda', 'agora', 'pelo número novo']);
  // What is found to be gone is kept no longer.
  await platformTransaction(base, ({ db }) =>
    sql`update connections set webhook_key = 'outra' where id = ${desk.connectionId}`.execute(db),
  );
  expect([(await subscribe()).status, await deliver('novo', 'para ninguém')]).toEqual([403, 404]);
});
