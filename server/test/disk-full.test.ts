// There is no room for twenty seconds, in the database and then for the files. What was accepted is there once; what was not was refused as
// what may be tried again, and the operator is told why.
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CallFailed, call, until } from './client.ts';
import { givenCloudNumber } from './given.ts';
import { givenOwnServer } from './own-server.ts';
import { givenCompany } from './people.ts';

const fullMs = 20_000;

/** A server with a company, a number and an open conversation. */
async function givenServer() {
  const { server, sql, graph, dataDir } = await givenOwnServer();
  const admin = await givenCompany(server.url);
  const { phoneNumberId } = await givenCloudNumber(server, graph, admin, '5548905550320');
  const customer = graph.customer({ phone: '5548999972001', name: 'Otávio' }, phoneNumberId);
  await customer.text('oi');
  const ticketId = await until(
    async () => (await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets[0]?.id,
  );
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open' } });
  return { server, sql, graph, admin, customer, ticketId, dataDir };
}

const outcomeOf = (error: unknown) => (error instanceof CallFailed ? `${error.status} ${error.error}` : String(error));

test('the disk of the database is full for twenty seconds', { timeout: 180_000 }, async () => {
  const { server, sql, graph, admin, customer, ticketId } = await givenServer();
  const outcomes = new Set<string>();
  const accepted: string[] = [];
  let writing = true;
  const repeat = async (what: (text: string) => Promise<unknown>, name: string) => {
    for (let n = 1; writing; n++) {
      const text = `${name} ${n}`;
      // Whoever is refused tries again, with the same key.
      await until(
        () =>
          what(text).then(
            () => outcomes.add('accepted'),
            (error) => {
              outcomes.add(outcomeOf(error));
              return false;
            },
          ),
        60_000,
      );
      accepted.push(text);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const write = (text: string) =>
    admin.call('POST /messages/:ticketId', {
      params: { ticketId },
      body: { body: text },
      headers: { 'idempotency-key': `disco-${text.replace(' ', '-')}` },
    });
  const bodies = new Map<string, ReturnType<typeof customer.body>>();
  const deliver = (text: string) => {
    const body = bodies.get(text) ?? customer.body('text', { body: text });
    bodies.set(text, body);
    return graph.deliver(body);
  };
  const working = [repeat(write, 'agente'), repeat(deliver, 'cliente')];
  await until(() => accepted.length > 6, 20_000);

  // As PostgreSQL says it when a table cannot grow; reading still works.
  await sql.query(`
    create function no_room() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`);
  const { rows } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') and tablename not like '%known_crontabs' and tablename <> 'schema_migrations'`,
  );
  for (const { name } of rows)
    await sql.query(`create trigger no_room before insert or update or delete on ${name} execute function no_room()`);
  outcomes.clear();
  const fullAt = performance.now();
  await until(() => performance.now() - fullAt > fullMs, fullMs + 5_000);
  expect([...outcomes].filter((outcome) => !outcome.includes('503')).filter((outcome) => outcome !== 'accepted')).toEqual([]);
  expect([...outcomes]).toContain('503 ERR_UNAVAILABLE');
  expect((await admin.call('GET /tickets', { query: { showAll: true } })).tickets).toHaveLength(1);
  for (const { name } of rows) await sql.query(`drop trigger no_room on ${name}`);

  const before = accepted.length;
  await until(() => accepted.length > before + 6, 60_000);
  writing = false;
  await Promise.all(working);
  const stored = async () => (await sql.query<{ body: string }>('select body from messages')).rows.map(({ body }) => body);
  for (const text of accepted)
    expect(
      (await stored()).filter((body) => body === text),
      text,
    ).toHaveLength(1);
  // Sending goes on by itself, and nothing is sent twice.
  const own = accepted.filter((text) => text.startsWith('agente'));
  await until(() => graph.sent().length >= own.length, 60_000);
  expect(
    graph
      .sent()
      .map(({ body }) => (body.text as { body: string }).body)
      .toSorted(),
  ).toEqual(own.toSorted());
  expect(server.output()).toContain('a disk is full');
  expect(server.output()).not.toContain('request failed');
});

/** A disk of a few kilobytes can only be made by root. */
const mayMount = process.getuid?.() === 0 && process.platform === 'linux';

test.runIf(mayMount)('the disk of the files is full', { timeout: 120_000 }, async () => {
  const { server, graph, admin, customer, ticketId, dataDir } = await givenServer();
  const media = join(dataDir, 'media');
  await mkdir(media, { recursive: true });
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', media]);
  onTestFinished(() => void execFileSync('/bin/umount', [media]));
  await writeFile(join(media, 'filler'), new Uint8Array(200_000));

  const file = new Uint8Array(150_000).fill(65);
  const send = () => {
    const form = new FormData();
    form.set('medias', new Blob([file]), 'planta.txt');
    const headers = { 'idempotency-key': 'arquivo-da-planta' };
    return call(server.url, 'POST /messages/:ticketId', { params: { ticketId }, body: form, token: admin.token, headers });
  };
  await expect(send()).rejects.toMatchObject({ status: 503, error: 'ERR_UNAVAILABLE' });
  await customer.document(file, 'recibo.txt');
  await until(() => server.output().includes('messages.fetchMedia'), 20_000);
  expect(server.output()).toContain('a disk is full');
  expect(server.output()).not.toContain('request failed');

  await rm(join(media, 'filler'));
  execFileSync('/bin/mount', ['-o', 'remount,size=10m', media]);
  await send();
  await until(() => graph.sent().some(({ body }) => body.type === 'document'), 20_000);
  await until(async () => {
    const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId } });
    return messages.some((message) => !message.fromMe && message.mediaState === 'ready');
  }, 60_000);
});
