import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeGraph, startFakeGraph } from '../../../test/fake-graph/server.ts';
import { cloudChannel } from './cloud-api.ts';
import { normalizeCloudWebhook } from './cloud-normalize.ts';
import { verifySignature } from './cloud-signature.ts';
import { type Account, type Address, type Inbound, type MediaRef, type Outgoing, type OutgoingContent, SendFailure } from './port.ts';

const cloud = { phoneNumberId: '1066', wabaId: '900', accessToken: 'tok-1', appSecret: 's3cret', verifyToken: 'v' };
const account: Account = { companyId: 1, connectionId: 2, cloud };
const ana: Address = { kind: 'wa_pn', value: '5511987654321' };

let graph: FakeGraph;
let hook: Server;
let heard: Inbound[];
let clock: number;

beforeEach(async () => {
  clock = Date.parse('2026-03-02T10:00:00Z');
  graph = await startFakeGraph({ now: () => clock });
  heard = [];
  hook = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray());
    if (!verifySignature(cloud.appSecret, raw, request.headers['x-hub-signature-256'])) return response.writeHead(401).end();
    heard.push(...normalizeCloudWebhook(JSON.parse(raw.toString()), new Date(clock)).deliveries.flatMap((delivery) => delivery.events));
    response.end();
  });
  await new Promise<void>((go) => hook.listen(0, '127.0.0.1', go));
  const address = hook.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  graph.addNumber({ ...cloud, displayNumber: '551133334444', webhookUrl: `http://127.0.0.1:${address.port}/` });
});

afterEach(async () => {
  await graph.close();
  hook.closeAllConnections();
  hook.close();
});

const channel = (timeoutMs = 5000) => cloudChannel({ graphUrl: graph.url, timeoutMs, mediaTimeoutMs: timeoutMs });

function outgoing(content: OutgoingContent, more: Partial<Outgoing> = {}): Outgoing {
  return { clientKey: 'key-1', to: ana, content, quoted: null, ...more };
}

const text = outgoing({ type: 'text', body: 'Olá' });

async function failure(promise: Promise<unknown>): Promise<SendFailure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SendFailure);
  return error as SendFailure;
}

async function said(): Promise<MediaRef> {
  const message = heard.at(-1);
  if (message?.kind !== 'message' || message.content.type !== 'media') throw new Error('no file was heard');
  return message.content.media;
}

describe('sending', () => {
  test('a text goes out with quote and key, and its statuses bring the key back', async () => {
    const quoted = await graph.customer({ phone: ana.value, name: 'Ana' }).text('oi, é já?');
    graph.autoStatuses('sent', 'delivered', 'read');
    const sent = await channel().send(account, { ...text, quoted: { externalId: quoted, fromMe: false, author: null, text: 'oi, é já?' } });
    expect(sent).toEqual({ externalId: graph.sent()[0]?.wamid, recipient: ana });
    expect(graph.sent()[0]?.body).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '5511987654321',
      context: { message_id: quoted },
      biz_opaque_callback_data: 'key-1',
      type: 'text',
      text: { body: 'Olá' },
    });
    expect(graph.requests().at(-1)?.path).toBe('/v23.0/1066/messages');
    await graph.settled();
    expect(heard.slice(1).map((event) => event.kind === 'status' && [event.status, event.clientKey, event.externalId])).toEqual(
      ['sent', 'delivered', 'read'].map((status) => [status, 'key-1', sent.externalId]),
    );
  });

  test('the recipient is the one Meta knows', async () => {
    graph.knowAs('5531987654321', '553187654321');
    const sent = await channel().send(account, { ...text, to: { kind: 'phone', value: '+55 31 98765-4321' } });
    expect(sent.recipient).toEqual({ kind: 'wa_pn', value: '553187654321' });
  });

  test('a person without phone is reached by the user id', async () => {
    const sent = await channel().send(account, { ...text, to: { kind: 'wa_bsuid', value: 'BR.1349' } });
    expect(sent.recipient).toEqual({ kind: 'wa_bsuid', value: 'BR.1349' });
    expect(graph.sent()[0]?.body).toMatchObject({ recipient: 'BR.1349' });
    expect(await failure(channel().send(account, { ...text, to: { kind: 'wa_lid', value: '1@lid' } }))).toMatchObject({
      outcome: 'refused',
      reason: 'invalid_request',
    });
  });

  describe('a menu', () => {
    const rows = (count: number, title = 'Setor') =>
      Array.from({ length: count }, (_, i) => ({ id: `queue:${i + 1}`, title: `${title} ${i + 1}` }));
    const menu = (style: 'button' | 'list', of: { id: string; title: string }[], prompt = 'Com quem?') =>
      outgoing({ type: 'choices', body: 'Com quem?\n\n*[ 1 ]* - …', prompt, style, rows: of });
    const wentOut = async (what: Outgoing) => {
      await channel().send(account, what);
      return graph.sent()[0]?.body as { type: string; interactive?: { type: string; action: object } };
    };

    test('of three goes out as buttons', async () => {
      const { interactive } = await wentOut(menu('button', rows(3)));
      expect(interactive).toEqual({
        type: 'button',
        body: { text: 'Com quem?' },
        action: { buttons: rows(3).map((reply) => ({ type: 'reply', reply })) },
      });
    });
    test.each([
      ['of ten', menu('list', rows(10))],
      ['of four, though buttons were asked for', menu('button', rows(4))],
      ['of titles too long for buttons', menu('button', rows(2, 'Departamento de vendas'))],
    ])('%s goes out as a list', async (_, what) => {
      const { interactive } = await wentOut(what);
      expect(interactive).toMatchObject({ type: 'list', body: { text: 'Com quem?' }, action: { button: 'Escolha uma opção' } });
    });
    test.each([
      ['of eleven', menu('list', rows(11))],
      ['of long titles', menu('list', rows(2, 'Departamento de pós-venda e garantia'))],
      ['of equal titles', menu('list', [...rows(1), { id: 'queue:9', title: 'Setor 1' }])],
      ['below many words', menu('list', rows(2), 'x'.repeat(1025))],
    ])('%s goes out as text', async (_, what) => {
      expect(await wentOut(what)).toMatchObject({ type: 'text', text: { body: 'Com quem?\n\n*[ 1 ]* - …' } });
    });
  });

  const bytes = new Uint8Array([1, 2, 3]);
  test.each<[string, OutgoingContent, object]>([
    [
      'location',
      { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Sé', address: null },
      { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Sé' } },
    ],
    ['contacts', { type: 'contacts', cards: [{ name: 'João', phones: ['+5511911112222'] }] }, { type: 'contacts' }],
    [
      'reaction',
      { type: 'reaction', target: { externalId: 'wamid.T', fromMe: false, author: null }, emoji: '👍' },
      { type: 'reaction', reaction: { message_id: 'wamid.T', emoji: '👍' } },
    ],
    [
      'image',
      { type: 'media', as: 'image', bytes, mime: 'image/png', filename: 'a.png', caption: 'nota' },
      { type: 'image', image: { caption: 'nota' } },
    ],
    ['video', { type: 'media', as: 'video', bytes, mime: 'video/mp4', filename: 'a.mp4', caption: '' }, { type: 'video' }],
    ['audio', { type: 'media', as: 'audio', bytes, mime: 'audio/mpeg', filename: 'a.mp3', caption: '' }, { type: 'audio' }],
    [
      'voice',
      { type: 'media', as: 'voice', bytes, mime: 'audio/ogg; codecs=opus', filename: 'v.ogg', caption: '' },
      { type: 'audio', audio: { voice: true } },
    ],
    [
      'document',
      { type: 'media', as: 'document', bytes, mime: 'application/pdf', filename: 'ção.pdf', caption: 'ok' },
      { type: 'document', document: { filename: 'ção.pdf', caption: 'ok' } },
    ],
    ['sticker', { type: 'media', as: 'sticker', bytes, mime: 'image/webp', filename: 's.webp', caption: '' }, { type: 'sticker' }],
  ])('%s', async (_name, content, expected) => {
    await channel().send(account, outgoing(content));
    expect(graph.sent()[0]?.body).toMatchObject(expected);
  });

  test('a file of a type Meta does not take is refused as such', async () => {
    const content: OutgoingContent = { type: 'media', as: 'image', bytes, mime: 'image/tiff', filename: 'a.tiff', caption: '' };
    expect(await failure(channel().send(account, outgoing(content)))).toMatchObject({ outcome: 'refused', reason: 'media_rejected' });
    expect(graph.sent()).toEqual([]);
  });

  test('outside the window the refusal comes later, as a status', async () => {
    await channel().send(account, text);
    await graph.settled();
    expect(heard).toMatchObject([{ kind: 'status', status: 'failed', reason: 'window_closed', clientKey: 'key-1' }]);
  });
});

describe('failures', () => {
  test.each([
    [190, 401, 'refused', 'credentials'],
    [10, 403, 'refused', 'not_permitted'],
    [131047, 400, 'refused', 'window_closed'],
    [131026, 400, 'refused', 'not_on_whatsapp'],
    [131031, 403, 'refused', 'restricted'],
    [133010, 400, 'refused', 'number_not_registered'],
    [131042, 400, 'refused', 'payment'],
    [130429, 429, 'retry', 'rate_limited'],
    [131056, 400, 'retry', 'rate_limited'],
    [80007, 400, 'retry', 'rate_limited'],
    [131016, 500, 'retry', 'network'],
    [987654, 400, 'refused', 'unknown'],
    [987654, 500, 'uncertain', 'unconfirmed'],
  ])('code %i with status %i: %s, %s', async (code, status, outcome, reason) => {
    graph.failNext({ status, code });
    const found = await failure(channel().send(account, text));
    expect(found).toMatchObject({ outcome, reason });
    expect(found.retryAfterMs > 0).toBe(outcome === 'retry');
  });

  test('Retry-After is obeyed', async () => {
    graph.failNext({ status: 429, code: 130429, retryAfter: 17 });
    expect(await failure(channel().send(account, text))).toMatchObject({ outcome: 'retry', retryAfterMs: 17_000 });
  });

  test.each(['timeout-after-accept', 'reset-after-accept', 'timeout-before-accept', 'socket-reset'] as const)(
    '%s leaves the send uncertain',
    async (fault) => {
      graph.failNext(fault);
      expect(await failure(channel(300).send(account, text))).toMatchObject({ outcome: 'uncertain', reason: 'unconfirmed' });
      expect(graph.sent()).toHaveLength(fault.endsWith('after-accept') ? 1 : 0);
    },
  );

  test('the status of an uncertain send settles it by its key', async () => {
    await graph.customer({ phone: ana.value, name: 'Ana' }).text('oi');
    graph.failNext('timeout-after-accept');
    await failure(channel(300).send(account, text));
    await graph.emitStatus(graph.sent()[0]?.wamid ?? '', 'delivered');
    expect(heard.at(-1)).toMatchObject({ kind: 'status', status: 'delivered', clientKey: 'key-1' });
  });

  test('nobody listening is a retry', async () => {
    const closed = await startFakeGraph();
    await closed.close();
    const nowhere = cloudChannel({ graphUrl: closed.url, timeoutMs: 2000 });
    expect(await failure(nowhere.send(account, text))).toMatchObject({ outcome: 'retry', reason: 'network' });
    expect(await nowhere.check(account)).toMatchObject({ ok: false, reason: 'network' });
  });

  test('an upload that ends unclear may be repeated, for nothing was sent', async () => {
    graph.failNext('socket-reset');
    const content: OutgoingContent = {
      type: 'media',
      as: 'image',
      bytes: new Uint8Array([1]),
      mime: 'image/png',
      filename: 'a.png',
      caption: '',
    };
    expect(await failure(channel().send(account, outgoing(content)))).toMatchObject({ outcome: 'retry', reason: 'network' });
  });

  test('a caption that would be lost and a revoke are refused', async () => {
    const content: OutgoingContent = {
      type: 'media',
      as: 'voice',
      bytes: new Uint8Array([1]),
      mime: 'audio/ogg',
      filename: 'a',
      caption: 'x',
    };
    expect(await failure(channel().send(account, outgoing(content)))).toMatchObject({ outcome: 'refused', reason: 'invalid_request' });
    expect(await failure(channel().revoke(account, ana, 'wamid.x'))).toMatchObject({ outcome: 'refused', reason: 'not_permitted' });
    expect(await failure(channel().send({ ...account, cloud: null }, text))).toMatchObject({ outcome: 'refused', reason: 'credentials' });
    expect(graph.requests()).toEqual([]);
  });
});

describe('files of the customer', () => {
  const picture = new Uint8Array(5000).map((_, index) => index % 251);

  test('are fetched with the token and compared with their hash', async () => {
    await graph.customer({ phone: ana.value, name: 'Ana' }).image(picture, 'image/jpeg', 'olha');
    expect(Buffer.compare(await channel().fetchMedia(account, await said(), 10_000), picture)).toBe(0);
  });

  test('an address that ran out is asked for again', async () => {
    await graph.customer({ phone: ana.value, name: 'Ana' }).voice(picture);
    graph.failNext({ status: 404, code: 1, path: /lookaside/ });
    expect((await channel().fetchMedia(account, await said(), 10_000)).length).toBe(5000);
    expect(graph.requests().filter((request) => request.path.startsWith('/lookaside/'))).toHaveLength(2);
  });

  test('too big, gone and damaged files say so', async () => {
    await graph.customer({ phone: ana.value, name: 'Ana' }).document(picture, 'a.pdf');
    const media = await said();
    expect(await failure(channel().fetchMedia(account, media, 4999))).toMatchObject({ outcome: 'refused', reason: 'media_rejected' });
    graph.corruptMedia(media.id, new Uint8Array([9]));
    expect(await failure(channel().fetchMedia(account, media, 10_000))).toMatchObject({
      outcome: 'retry',
      detail: 'the file differs from its sha256',
    });
    graph.corruptMedia(media.id, new Uint8Array(20_000));
    expect(await failure(channel().fetchMedia(account, media, 10_000))).toMatchObject({ outcome: 'refused', reason: 'media_rejected' });
    expect((await failure(channel().fetchMedia(account, { ...media, id: '404' }, 10_000))).outcome).toBe('refused');
  });
});

test('check tells number and name, or why not', async () => {
  expect(await channel().check(account)).toEqual({ ok: true, number: '551133334444', name: 'Loja de Teste' });
  expect(await channel().check({ ...account, cloud: { ...cloud, accessToken: 'no' } })).toMatchObject({ ok: false, reason: 'credentials' });
  expect(await channel().check({ ...account, cloud: { ...cloud, phoneNumberId: '5' } })).toMatchObject({
    ok: false,
    reason: 'credentials',
  });
  expect(await channel().check({ ...account, cloud: null })).toMatchObject({ ok: false, reason: 'credentials' });
});

test('a read mark is sent, and its failure is nobody’s problem', async () => {
  await channel().markRead(account, ana, [{ externalId: 'wamid.A', fromMe: false, author: null }]);
  expect(graph.requests().at(-1)).toMatchObject({ status: 200, json: { status: 'read', message_id: 'wamid.A' } });
  graph.failNext({ status: 500, code: 1 });
  await channel().markRead(account, ana, [{ externalId: 'wamid.A', fromMe: false, author: null }]);
  expect(graph.requests()).toHaveLength(2);
});

test('webhooks repeat, are escaped, and a bad signature is refused', async () => {
  const body = graph.customer({ phone: ana.value, name: 'Zoë' }).body('text', { body: 'ação 👍' });
  expect(await graph.deliver(body, { badSignature: true })).toMatch(/^401/);
  await graph.deliver(body, { times: 2 });
  expect(heard).toHaveLength(2);
  expect(heard[0]).toEqual(heard[1]);
  expect(heard[0]).toMatchObject({ name: 'Zoë', content: { body: 'ação 👍' } });
});
