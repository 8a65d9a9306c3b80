// The library's side of linking a device, and what ends it. Each test names one step: when an upgrade breaks it, the name says which.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { DEFAULT_CONNECTION_CONFIG, proto, WA_CERT_DETAILS } from 'baileys';
import { expect, test } from 'vitest';
import { FakeWhatsApp } from './fake-whatsapp.ts';
import { LibraryClient, textIn } from './library-client.ts';
import { startFake } from './library-world.ts';
import { isSignedByCompanion } from './linking.ts';
import { trust } from './trust.ts';

const fake = await startFake();
const shop = fake.contact('5511999990000', 'Minha Loja');
const ana = fake.contact('5511988887777', 'Ana');
const hourAgo = Math.floor(Date.now() / 1000) - 3600;
shop.history = { conversations: [fake.conversation(ana, [{ content: 'mensagem antiga', at: hourAgo, id: 'OLD1' }])] };

test('the handshake succeeds and a QR code appears', async () => {
  const client = new LibraryClient().connect();
  expect(await client.qr()).toMatch(/#2@[^,]+,[^,]+,[^,]+,[^,]+,/);
  await client.socket.end(undefined);
});

test('a server nobody vouches for is accepted all the same: only TLS tells WhatsApp from others', async () => {
  const stranger = await new FakeWhatsApp().start();
  const client = new LibraryClient({ waWebSocketUrl: stranger.coordinates.url }).connect();
  expect(await client.qr()).toContain('#2@');
  await client.socket.end(undefined);
  await stranger.stop();
});

test('a scanned QR code: both sides sign, 515, then 812 one-time keys and open', async () => {
  fake.options.fewPreKeys = false;
  const client = new LibraryClient().connect();
  const account = await fake.scan(await client.qr(), shop);
  expect(await client.closed()).toBe(515);
  expect(client.socket.authState.creds.me?.id).toBe(account.jid);
  await client.reconnect();
  expect(account.preKeys.length).toBeGreaterThanOrEqual(805);
  expect(client.socket.user?.lid).toBe(account.lid);
  fake.options.fewPreKeys = true;

  const history = await client.wait('messaging-history.set');
  expect(history.messages.map(({ key, message }) => [key.id, textIn(message)])).toEqual([['OLD1', 'mensagem antiga']]);
  expect(await client.socket.signalRepository.lidMapping.getPNForLID(ana.lid)).toContain(ana.user);
  await client.wait('creds.update', ({ myAppStateKeyId }) => myAppStateKeyId !== undefined);
  await client.socket.end(undefined);
});

test('few one-time keys: linked and open with five', async () => {
  const client = new LibraryClient();
  const account = await client.link(fake, shop);
  expect(account.preKeys.length).toBeLessThanOrEqual(5);
  await client.socket.end(undefined);
});

test('a QR code with another secret: the client refuses the phone', async () => {
  const client = new LibraryClient().connect();
  const parts = (await client.qr()).split(',');
  parts[3] = Buffer.alloc(32, 7).toString('base64');
  await expect(fake.scan(parts.join(','), shop)).rejects.toThrow('the client ended the linking');
  await client.closed();
  expect(client.socket.authState.creds.me).toBeUndefined();
});

test('a device that signs wrongly is not believed', async () => {
  const { identity, linkDetails } = fake.account;
  const forged = proto.ADVSignedDeviceIdentity.encode({ details: linkDetails, deviceSignature: Buffer.alloc(64, 1) }).finish();
  expect(isSignedByCompanion(shop, identity, linkDetails, forged)).toBe(false);
});

test('a pairing code instead of a QR code; then logout', async () => {
  const client = new LibraryClient().connect();
  await client.qr();
  const asked = fake.next('pairing-code');
  const code = await client.socket.requestPairingCode(shop.user);
  expect(await asked).toEqual([shop.user]);
  const account = await fake.pairingCode(code, shop);
  expect(await client.closed()).toBe(515);
  await client.reconnect();

  const left = fake.next('logout');
  client.reset();
  await client.socket.logout();
  expect(await left).toEqual([account]);
  expect(await client.closed()).toBe(401);
});

test('a wrong pairing code links nothing', async () => {
  const client = new LibraryClient().connect();
  await client.qr();
  const asked = fake.next('pairing-code');
  await client.socket.requestPairingCode(shop.user);
  await asked;
  await expect(fake.pairingCode('ABCDEFGH', shop)).rejects.toThrow('wrong pairing code');
  await client.socket.end(undefined);
  expect(client.socket.authState.creds.account).toBeUndefined();
});

test('a number protected by a passkey: the notification is heard, and nothing more happens', async () => {
  const careful = fake.contact('5511966665555', 'Com Passkey');
  careful.passkey = true;
  const client = new LibraryClient().connect();
  const heard = new Promise((hear) => client.socket.ws.once('CB:notification,type:passkey_prologue_request', hear));
  await expect(fake.scan(await client.qr(), careful)).rejects.toThrow('passkey required');
  await heard;
  await expect(client.closed(300)).rejects.toThrow('no such connection.update');

  const asked = fake.next('pairing-code');
  const code = await client.socket.requestPairingCode(careful.user);
  await asked;
  const confirmed = fake.next('stanza', (direction, { attrs }) => direction === '<' && attrs.type === 'passkey_prologue_request');
  await expect(fake.pairingCode(code, careful)).rejects.toThrow('passkey required');
  await confirmed;
  await client.socket.end(undefined);
});

test('six QR codes one after the other, then 408', async () => {
  const client = new LibraryClient({ qrTimeout: 100 }).connect();
  expect(await client.closed()).toBe(408);
  expect(client.all('connection.update').filter(({ qr }) => qr)).toHaveLength(6);
});

test('unlinked on the phone: 401 at once and at the next login', async () => {
  const client = new LibraryClient();
  const account = await client.link(fake, shop);
  client.reset();
  fake.unlink(account);
  expect(await client.closed()).toBe(401);
  client.reset();
  client.connect();
  expect(await client.closed()).toBe(401);
});

test.each([402, 403, 405])('a login refused with %i closes with that code', async (reason) => {
  const client = new LibraryClient();
  const account = await client.link(fake, shop);
  await client.socket.end(undefined);
  fake.refuseLogin(reason, { expire: '3600' }, account);
  client.reset();
  client.connect();
  expect(await client.closed()).toBe(reason);
  fake.refuseLogin(null, {}, account);
  await client.reconnect();
  await client.socket.end(undefined);
});

test('nobody listening: 408; a silent server: 408; 503 instead of a websocket is not noticed at all', async () => {
  const held: Socket[] = [];
  let answer = '';
  const other = createServer((socket) => {
    held.push(socket.on('error', () => {}));
    if (answer) socket.end(answer);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  expect(await new LibraryClient({ waWebSocketUrl: url, connectTimeoutMs: 300 }).connect().closed()).toBe(408);
  answer = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n';
  const hung = new LibraryClient({ waWebSocketUrl: url, connectTimeoutMs: 300 }).connect();
  await expect(hung.closed(1000)).rejects.toThrow('no such connection.update');
  await hung.socket.end(new Error('given up'));
  expect(await hung.closed()).toBeUndefined();
  for (const socket of held) socket.destroy();
  await new Promise((done) => other.close(done));
  expect(await new LibraryClient({ waWebSocketUrl: url }).connect().closed()).toBe(408);
});

test("WhatsApp's own servers cannot be reached from a test, and trust ends where it is taken back", async () => {
  const client = new LibraryClient({ waWebSocketUrl: 'wss://web.whatsapp.com/ws/chat' }).connect();
  expect(await client.closed()).not.toBe(undefined);
  await expect(fetch('https://mmg.whatsapp.net/x')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('must not be reached') },
  });
  expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);

  const before = { key: WA_CERT_DETAILS.PUBLIC_KEY, url: DEFAULT_CONNECTION_CONFIG.waWebSocketUrl };
  trust({ ...fake.coordinates, rootKey: '00', url: 'ws://127.0.0.1:1/' })();
  expect({ key: WA_CERT_DETAILS.PUBLIC_KEY, url: DEFAULT_CONNECTION_CONFIG.waWebSocketUrl }).toEqual(before);
});
