// What companies do with the server, another one does not feel: a real process, with the load of several companies at once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMedia } from '../src/gateways/files/media.ts';
import { type Client, until } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type FakeGraph, startFakeGraph } from './fake-graph/server.ts';
import { givenCloudNumber } from './given.ts';
import { givenCompany } from './people.ts';
import { type ServerProcess, serverEnv, startServer } from './server-process.ts';

let database: TestDatabase;
let dataDir: string;
let graph: FakeGraph;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-fairness-'));
  graph = await startFakeGraph();
  server = await startServer(await serverEnv(database, dataDir, { GRAPH_API_URL: graph.url }));
}, 60_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  await graph.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

type Shop = { admin: Client; phoneNumberId: string };
let shops = 0;

async function givenShop(): Promise<Shop> {
  const admin = await givenCompany(server.url);
  shops += 1;
  const { phoneNumberId } = await givenCloudNumber(server, graph, admin, `554890555${String(shops).padStart(4, '0')}`);
  return { admin, phoneNumberId };
}

/** A customer writes, and the admin takes the conversation. */
async function givenTicket({ admin, phoneNumberId }: Shop, phone: string): Promise<number> {
  await graph.customer({ phone, name: 'Cliente' }, phoneNumberId).text('Bom dia');
  const [ticket] = await until(async () => {
    const { tickets } = await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    return tickets.length > 0 && tickets;
  });
  const params = { ticketId: ticket?.id ?? 0 };
  await admin.call('PUT /tickets/:ticketId', { params, body: { status: 'open', userId: admin.user.id } });
  return params.ticketId;
}

function sheetOf(rows: number): FormData {
  const book = utils.book_new();
  const cells = Array.from({ length: rows }, (_, i) => [`Cliente ${i}`, 5541900000000 + i]);
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Nome', 'Telefone'], ...cells]), 'Contatos');
  const form = new FormData();
  const file = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  form.append('file', new Blob([new Uint8Array(file)]), 'contatos.xlsx');
  return form;
}

/** A voice note of `minutes` that takes a while to convert. */
async function longVoiceNote(minutes: number): Promise<Uint8Array> {
  const rate = 8_000;
  const samples = Buffer.alloc(minutes * 60 * rate);
  for (let i = 0; i < samples.length; i++)
    samples[i] = 128 + Math.round(60 * Math.sin((i * (200 + ((i / rate) % 40) * 20) * Math.PI) / rate));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  const made = await createMedia().toVoiceNote(0, Buffer.concat([header, samples]));
  if (!made.ok) throw new Error(made.problem);
  return made.value;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

test('while five companies import and five customers send long voice notes, a sixth answers as ever', { timeout: 180_000 }, async () => {
  const voice = await longVoiceNote(10);
  const greedy: Shop[] = [];
  for (let i = 0; i < 5; i++) greedy.push(await givenShop());
  const sixth = await givenShop();
  const ticketId = await givenTicket(sixth, '5548988880000');
  const sheet = sheetOf(6_000);

  const asks = async () => {
    const asked = performance.now();
    await sixth.admin.call('GET /tickets', { query: { status: 'open', showAll: true } });
    return performance.now() - asked;
  };
  // Where the machine is slow, or busy with something else, everything takes longer.
  const alone: number[] = [];
  for (let i = 0; i < 20; i++) alone.push(await asks());
  const begun = await Promise.all(
    greedy.map(async ({ admin, phoneNumberId }, i) => {
      await graph.customer({ phone: `554898888${i}001`, name: 'Cliente' }, phoneNumberId).voice(voice);
      const { import: started } = await admin.call('POST /contacts/upload', { body: sheet });
      return { admin, importId: started?.id ?? 0 };
    }),
  );
  const isBusy = async () => {
    const imports = await Promise.all(
      begun.map(({ admin, importId }) => admin.call('GET /v1/imports/:importId', { params: { importId } })),
    );
    return imports.every(({ finishedAt }) => finishedAt === null);
  };

  const leaves: number[] = [];
  const answers: number[] = [];
  for (let i = 0; i < 20; i++) {
    answers.push(await asks());
    const body = `Resposta ${i}`;
    const sent = performance.now();
    await sixth.admin.call('POST /messages/:ticketId', { params: { ticketId }, body: { body } });
    await until(() => graph.sent().some((each) => (each.body.text as { body?: string } | undefined)?.body === body), 20_000);
    leaves.push(performance.now() - sent);
    await delay(100);
  }
  expect(await isBusy()).toBe(true);
  expect(Math.max(...leaves)).toBeLessThan(2_000);
  expect(median(answers)).toBeLessThan(Math.max(200, 8 * median(alone)));
});
