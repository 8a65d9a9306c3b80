// The fake server in a process of its own, and an app without any hook for tests in another.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { until } from '../client.ts';
import { environmentFor } from './environment.ts';

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
});

test('a plain app links, receives and answers, all driven over HTTP', async () => {
  const server = start(['--import', 'tsx', `${import.meta.dirname}/main.ts`]);
  const { admin, coordinates } = JSON.parse(await server.line(/^{/));
  const call = async (method: string, body: object = {}) => {
    const response = await fetch(`${admin}/${method}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const app = start(['--input-type=module', '-e', plainApp], environmentFor(coordinates));

  await call('contact', { user: '5511999990000', name: 'Loja' });
  await call('contact', { user: '5511988887777', name: 'Ana' });
  await call('scan', { qr: (await app.line(/^QR /)).slice(3), user: '5511999990000' });
  await app.line(/^OPEN/);
  await call('send', { from: '5511988887777', text: 'ping' });
  const answer = await until(async () => {
    const sent = (await call('sent')) as { ownCopy: boolean }[];
    return sent.filter(({ ownCopy }) => !ownCopy).at(0);
  }, 20_000);
  expect(answer).toMatchObject({ by: '5511988887777', message: { extendedTextMessage: { text: 'pong' } } });
  expect(await call('state')).toMatchObject({
    linked: [expect.stringContaining('5511999990000')],
    faults: [],
    unhandled: [],
    undecrypted: [],
  });
  await expect(call('send', { from: '5511900000000', text: 'x' })).rejects.toThrow('expected a contact 5511900000000');
  await expect(call('nothing')).rejects.toThrow('methods: contact');
});

// Stands for a product that knows nothing of tests.
const plainApp = `
import makeWASocket, { BufferJSON, initAuthCreds, makeCacheableSignalKeyStore } from 'baileys';
const none = () => {};
const logger = { level: 'silent', child: () => logger, trace: none, debug: none, info: none, warn: none, error: none };
const values = new Map();
const keys = {
  get: async (type, ids) => Object.fromEntries(ids.flatMap((id) => values.has(type + id) ? [[id, JSON.parse(values.get(type + id), BufferJSON.reviver)]] : [])),
  set: async (data) => { for (const type in data) for (const id in data[type]) data[type][id] === null ? values.delete(type + id) : values.set(type + id, JSON.stringify(data[type][id], BufferJSON.replacer)); },
};
const creds = initAuthCreds();
function connect() {
  const socket = makeWASocket({ auth: { creds, keys }, logger });
  socket.ev.on('creds.update', (update) => Object.assign(creds, update));
  socket.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
    if (qr) console.log('QR ' + qr);
    if (connection === 'open') console.log('OPEN');
    if (connection === 'close' && lastDisconnect?.error?.output?.statusCode === 515) connect();
  });
  socket.ev.on('messages.upsert', async ({ messages }) => {
    for (const { key, message } of messages) if (message?.conversation === 'ping') await socket.sendMessage(key.remoteJid, { text: 'pong' });
  });
}
connect();
`;

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: `${import.meta.dirname}/../..`,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return { line: (pattern: RegExp): Promise<string> => until(async () => lines.find((line) => pattern.test(line)), 30_000) };
}
