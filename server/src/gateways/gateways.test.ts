import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateways, type Gateways } from './gateways.ts';
import type { Account, MediaRef, Outgoing } from './whatsapp/port.ts';
import { simulatorChannel } from './whatsapp/simulator.ts';

let dataDir: string;
let gateways: Gateways;
const account: Account = { companyId: 1, connectionId: 2, cloud: null };
const to = { kind: 'phone', value: '5511987654321' } as const;
const outgoing: Outgoing = { clientKey: 'abc', to, content: { type: 'text', body: 'Olá' }, quoted: null };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-gateways-'));
  gateways = createGateways({ graphUrl: 'http://127.0.0.1:1', dataDir });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('a channel without session says so, and nothing is lost', async () => {
  const web = gateways.channel('whatsapp_web');
  expect(web.kind).toBe('whatsapp_web');
  expect(await web.check(account)).toMatchObject({ ok: false, reason: 'connection_down' });
  await expect(web.send(account, outgoing)).rejects.toMatchObject({ outcome: 'retry', reason: 'connection_down' });
  await expect(web.revoke(account, to, 'x')).rejects.toMatchObject({ outcome: 'retry', reason: 'connection_down' });
  await web.markRead(account, to, [{ externalId: 'x', fromMe: false, author: null }]);
});

test('the simulator sends the same message once, however often', async () => {
  const shown: string[] = [];
  const simulator = simulatorChannel(gateways.files, (_account, message, externalId) => shown.push(`${externalId} ${message.clientKey}`));
  const first = await simulator.send(account, outgoing);
  expect(first).toEqual({ externalId: 'sim-abc', recipient: to });
  expect(await simulator.send(account, outgoing)).toEqual(first);
  expect(shown).toEqual(['sim-abc abc', 'sim-abc abc']);
  await simulator.revoke(account, to, 'sim-abc');
  expect(await simulator.check(account)).toEqual({ ok: true, number: null, name: null });
});

test('files of the simulated customer come from our own storage', async () => {
  const simulator = gateways.channel('simulator');
  await gateways.files.put('1/in.png', new Uint8Array([1, 2, 3]), { mime: 'image/png' });
  const media: MediaRef = { id: '1/in.png', mime: 'image/png', sha256: null, size: 3, filename: null };
  expect([...(await simulator.fetchMedia(account, media, 3))]).toEqual([1, 2, 3]);
  await expect(simulator.fetchMedia(account, media, 2)).rejects.toMatchObject({ outcome: 'refused', reason: 'media_rejected' });
  await expect(simulator.fetchMedia(account, { ...media, id: '1/none.png' }, 3)).rejects.toMatchObject({
    outcome: 'refused',
    reason: 'media_rejected',
  });
});
