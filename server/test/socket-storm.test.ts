// Somebody's program speaks to our sockets as no browser does. It is cut off, and nobody else notices.
import { once } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { toldPerMinute } from '@balcao/contract/presence-rules';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { mintCompanyId } from '../src/platform/context.ts';
import { type CallFailed, type Client, heard, until } from './client.ts';
import { givenCompany, givenUser } from './people.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let [admin, ana, bia] = [] as unknown as [Client, Client, Client];
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  [ana, bia] = [await givenUser(world.url, admin), await givenUser(world.url, admin)];
});
afterAll(() => world.close());

/** A line on which the server has said that it is ready. */
async function lineOf({ token }: Client): Promise<WebSocket> {
  const line = new WebSocket(`${world.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&token=${token}`);
  await new Promise<void>((resolve, reject) => {
    line.on('message', (data) => {
      if (String(data).startsWith('0')) line.send('40');
      if (String(data) === '2') line.send('3');
      if (String(data).includes('ready')) resolve();
    });
    line.on('close', () => reject(new Error('closed')));
  });
  return line;
}

const refuseAfter = (ms: number) => delay(ms, undefined, { ref: false }).then(() => Promise.reject(new Error('still open')));

const long = JSON.stringify(['joinChatBox', 'x'.repeat(5_000)]);
const nested = `["x",${'['.repeat(1_500)}${']'.repeat(1_500)}]`;

test.each([
  ['what is longer than anything a browser says', [`42${long}`]],
  ['something binary', [Buffer.alloc(100, 7)]],
  ['the beginning of something binary, which would be kept until the rest of it comes', ['451-["x",{"_placeholder":true,"num":0}]']],
  ['signs of life without end', Array.from({ length: 200 }, () => '421["beat"]')],
  ['words without end', Array.from({ length: 200 }, () => '42["joinTickets","open"]')],
  ['words without end that take long to read', Array.from({ length: 200 }, () => `42${nested}`)],
  ['what nobody understands', ['42{']],
])('a line that says %s is closed, and others stay', async (_, said) => {
  const other = await ana.socket();
  const line = await lineOf(ana);
  const closed = once(line, 'close');
  for (const one of said) line.send(one);
  await Promise.race([closed, refuseAfter(10_000)]);
  const news = heard(other, `company-${admin.user.companyId}-tag`);
  await admin.call('POST /tags', { body: { name: `Depois de ${Math.random()}`, color: '#112233' } });
  await news;
  other.close();
});

test('what a browser says, and what old ones do, leaves the line open', async () => {
  const line = await lineOf(admin);
  for (let i = 0; i < 20; i++)
    for (const one of ['["userStatus"]', '["joinTickets","open"]', '["joinChatBox","7"]', '["joinNotification"]']) line.send(`42${one}`);
  const answered = new Promise<void>((resolve) => line.on('message', (data) => String(data).startsWith('431') && resolve()));
  line.send('421["beat"]');
  await answered;
  line.close();
});

test('what a browser is told in one turn is one write, in its order', async () => {
  const line = await lineOf(admin);
  const written: string[] = [];
  const write = Socket.prototype._writev as NonNullable<Socket['_writev']>;
  vi.spyOn(Socket.prototype, '_writev').mockImplementation(function (this: Socket, chunks, done) {
    written.push(chunks.map(({ chunk }) => String(chunk)).join(''));
    write.call(this, chunks, done);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    line.close();
  });
  const companyId = mintCompanyId(admin.user.companyId);
  const values = ['turno 1', 'turno 2', 'turno 3'];
  const came = new Promise<void>((resolve) => line.on('message', (data) => String(data).includes('turno 3') && resolve()));
  for (const value of values) {
    const setting = { id: 1, key: 'call', value, companyId } as const;
    world.app.sockets.emit(companyId, {
      event: 'settings',
      payload: { action: 'update', setting },
      rooms: [{ to: 'user', userId: admin.user.id }],
    });
  }
  await came;
  const told = written.filter((text) => text.includes('turno'));
  expect(told.map((text) => text.match(/turno \d/g))).toEqual([values]);
});

test('nobody tells more often where they are than anybody moves', async () => {
  const tell = (who: Client) =>
    who.call('POST /v1/tickets/:ticketId/presence', { params: { ticketId: 1 }, body: { state: 'viewing', arrived: true } }).then(
      () => 'ok',
      (error: CallFailed) => error.error,
    );
  let told = 0;
  for (let refused = 0; refused === 0 && told <= 2 * toldPerMinute; ) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => tell(ana)));
    refused = answers.filter((code) => code === 'ERR_TOO_MANY_REQUESTS').length;
    told += answers.length - refused;
  }
  // A minute may have begun meanwhile.
  expect([told >= toldPerMinute, told <= 2 * toldPerMinute]).toEqual([true, true]);
  expect(await tell(admin)).toBe('ERR_NO_TICKET_FOUND');
});

test('who connects again and again is refused after a while, and others are not', async () => {
  let connected = 0;
  for (let refused = 0; refused === 0 && connected <= 600; ) {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => bia.socket().catch(() => null)));
    refused = sockets.filter((socket) => socket === null).length;
    connected += sockets.length - refused;
    for (const socket of sockets) socket?.close();
    await until(async () => world.app.sockets.io.of('/').sockets.size === 0);
  }
  expect([connected >= 300, connected <= 600]).toEqual([true, true]);
  (await ana.socket()).close();
});
