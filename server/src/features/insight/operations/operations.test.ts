import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Client, call, signIn } from '../../../../test/client.ts';
import { givenCompany, givenUser, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { queueMail } from '../../company/mails/actions.ts';

let world: World;
let operator: Client;
let admin: Client;
beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  operator = await signIn(world.url, world.operator.email, world.operator.password);
  admin = await givenCompany(world.url, 'Padaria Aurora');
});
afterAll(() => world.close());

const ctx = () => asSystem(world.app.base, mintCompanyId(admin.user.companyId));

test('health counts what waits in each lane, and what failed for good', async () => {
  const job = defineJob({ name: 'mails.send', lane: 'mail', payload: z.object({ mailId: z.number() }), run: async () => {} });
  await transaction(ctx(), (ctx) => queueMail(ctx, { to: 'ana@loja.example', subject: 'Recibo', text: 'Texto' }));
  await transaction(ctx(), (ctx) => ctx.enqueue(job, { mailId: 0 }, { runAt: new Date(Date.now() + 3_600_000) }));
  const before = await operator.call('GET /v1/operations/health');
  expect(before).toMatchObject({
    version: expect.stringMatching(/^\d/),
    database: { bytes: expect.any(Number), migration: expect.stringMatching(/^\d{4}_/) },
    failedJobs: { count: 0, latest: [] },
    mails: { sending: false, waiting: 1, failed: 0 },
    phones: { wanted: 0, held: 0, processes: 0 },
  });
  expect(before.jobs.find(({ lane }) => lane === 'mail')).toMatchObject({
    due: 1,
    later: 1,
    running: 0,
    oldestSeconds: expect.any(Number),
  });
  expect(before.jobs.map(({ lane }) => lane)).toEqual(expect.arrayContaining(['sending', 'reactions', 'media', 'bulk', 'mail', 'cron']));

  const pg = await import('pg');
  const client = new pg.default.Client({ connectionString: world.database.superUrl });
  await client.connect();
  await client.query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'the server said no'`);
  const { failedJobs } = await operator.call('GET /v1/operations/health');
  expect(failedJobs).toMatchObject({
    count: 2,
    latest: [{ task: 'mails.send', companyId: admin.user.companyId, error: 'the server said no' }, {}],
  });

  const retry = (body: { id?: string }) => operator.call('POST /v1/operations/failed-jobs/retry', { body });
  const failed = async () => (await operator.call('GET /v1/operations/health')).failedJobs.count;
  expect(await retry({ id: '999999999999' })).toEqual({ count: 0 });
  expect([await retry({ id: failedJobs.latest[0]?.id ?? '' }), await failed()]).toEqual([{ count: 1 }, 1]);
  expect([await retry({}), await failed()]).toEqual([{ count: 1 }, 0]);
  // It begins anew: what it ended with says nothing of it any more, nor that another job has replaced it.
  const { rows } = await client.query('select distinct last_error from graphile_worker._private_jobs');
  await client.end();
  expect(rows).toEqual([{ last_error: null }]);
  const { jobs } = await operator.call('GET /v1/operations/health');
  expect(jobs.find(({ lane }) => lane === 'mail')).toMatchObject({ due: 2 });
  const { entries } = await operator.call('GET /v1/operations/audit', { query: { verb: 'jobs.retried' } });
  expect(entries.map(({ details }) => JSON.parse(details))).toEqual([1, 1].map((count) => ({ count, tasks: ['mails.send'] })));
});

test('the log is searched, paged and exported, newest first', async () => {
  for (let i = 0; i < 9; i++) await givenUser(world.url, admin, { name: `Pessoa ${i}` });
  for (let i = 0; i < 3; i++) await signIn(world.url, admin.user.email, password, newIp());
  const { companyId } = admin.user;
  const first = await operator.call('GET /v1/operations/audit', { query: { companyId } });
  expect([first.entries.length, first.hasMore]).toEqual([20, true]);
  const rest = await operator.call('GET /v1/operations/audit', { query: { companyId, before: first.entries.at(-1)?.id } });
  const ids = [...first.entries, ...rest.entries].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  const search = { searchParam: 'user.CREATED', companyId };
  const { entries } = await operator.call('GET /v1/operations/audit', { query: search });
  expect(entries).toHaveLength(9);
  expect(entries[0]).toMatchObject({ verb: 'user.created', company: { name: 'Padaria Aurora' }, actor: admin.user.name, ip: '127.0.0.1' });
  expect((await operator.call('GET /v1/operations/audit', { query: { ...search, to: '2020-01-01' } })).entries).toEqual([]);

  const response = await call(world.url, 'GET /v1/operations/audit.csv', { query: search, token: operator.token });
  const csv = await response.text();
  expect(csv.trim().split('\n')).toHaveLength(10);
  expect(csv).toContain('user.created');
  const noted = await operator.call('GET /v1/operations/audit', { query: { searchParam: 'audit.exported' } });
  expect(noted.entries).toMatchObject([{ ip: '127.0.0.1' }]);
});
