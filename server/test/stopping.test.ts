// The server is told to stop while files are on their way in and out, and messages are being sent. What it began to send it ends, and who
// is slow does not hold it.
import { once } from 'node:events';
import { get } from 'node:http';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { call, signIn, until } from './client.ts';
import { givenCloudNumber } from './given.ts';
import { givenOwnServer } from './own-server.ts';
import { givenCompany, password } from './people.ts';
import { startServer } from './server-process.ts';

test('stopping during slow downloads leaves no message whose fate is unknown, and takes its time at most', {
  timeout: 120_000,
}, async () => {
  const { env, sql, graph, server: stopped } = await givenOwnServer();
  let server = stopped;
  onTestFinished(() => server.kill('SIGKILL'));
  const admin = await givenCompany(server.url);
  const { phoneNumberId } = await givenCloudNumber(server, graph, admin, '5548905550310');

  // Three conversations, each with messages to send; every send takes a while.
  const tickets: number[] = [];
  for (const digit of [1, 2, 3]) {
    await graph.customer({ phone: `554899997110${digit}`, name: `Cliente ${digit}` }, phoneNumberId).text('oi');
    const { tickets: found } = await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    const ticketId = found[0]?.id ?? 0;
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open' } });
    tickets.push(ticketId);
  }
  const [first = 0] = tickets;
  // A browser takes a large file, and stops reading.
  const form = new FormData();
  form.set('medias', new Blob([new Uint8Array(30_000_000)]), 'planta.bin');
  const [sent] = (await (
    await call(server.url, 'POST /messages/:ticketId', { params: { ticketId: first }, body: form, token: admin.token })
  ).json()) as {
    mediaUrl: string;
  }[];
  await until(() => graph.sent().length === 1, 20_000);
  const download = get(
    `${server.url}${new URL(sent?.mediaUrl ?? '', server.url).pathname}${new URL(sent?.mediaUrl ?? '', server.url).search}`,
  );
  download.on('error', () => undefined);
  const [response] = await once(download, 'response');
  expect(response.statusCode).toBe(200);
  response.pause();
  // The server fetches a picture that does not come.
  graph.slowDown(/lookaside/, 100_000);
  await graph.customer({ phone: '5548999971101', name: 'Cliente 1' }, phoneNumberId).image(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer(),
  );
  await until(
    () =>
      graph.requests().some(({ path }) => path.includes('lookaside')) ||
      graph.requests().some(({ method, path }) => method === 'GET' && /\/10\d{14}$/.test(path)),
  );

  graph.slowDown(/\/messages$/, 1_500);
  for (let n = 1; n <= 4; n++)
    for (const ticketId of tickets) await admin.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: `resposta ${n}` } });
  await until(async () => (await sql.query(`select 1 from message_outbox where state = 'sending'`)).rows.length > 0);
  const started = performance.now();
  await server.kill('SIGTERM');
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(await server.ended).toBe('0');
  const { rows } = await sql.query(
    `select message_id from message_outbox where state = 'sending' union select id from messages where fail_reason = 'unconfirmed'`,
  );
  expect(rows).toEqual([]);

  graph.slowDown(/./, 0);
  server = await startServer(env);
  const again = await signIn(server.url, admin.user.email, password);
  await until(async () => (await sql.query(`select 1 from messages where state = 'queued'`)).rows.length === 0, 30_000);
  const texts = graph.sent().map(({ to, body }) => `${to} ${(body.text as { body?: string } | undefined)?.body ?? 'arquivo'}`);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).toHaveLength(13);
  expect((await sql.query(`select 1 from messages where state = 'failed'`)).rows).toEqual([]);
  // The picture is fetched after all.
  await until(async () => {
    const { messages } = await again.call('GET /messages/:ticketId', { params: { ticketId: first } });
    return messages.some(({ mediaType, mediaState }) => mediaType === 'image' && mediaState === 'ready');
  }, 40_000);
});
