// Reactions within the transaction, on a company whose features are made for this test.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../test/company.ts';
import type { Tx } from '../context.ts';
import { broadcaster, fact, platformFact, reaction, reactionWithin } from '../facts.ts';
import type { Feature } from '../feature.ts';
import { platformTransaction, transaction, withinCompany } from './transaction.ts';

const changed = fact<{ id: number; from: string | null; to: string }>('sample.changed', {
  about: ({ id }) => id,
  merge: (earlier, later) => ({ ...later, from: earlier.from }),
});
const toAll = platformFact<{ id: number }>('sample.toAll');
const followed = fact<{ id: number }>('sample.followed');

let company: TestCompany;
let failure: 'none' | 'throws' | 'refused by the database' = 'none';
const seen: { actor: string; id: number }[] = [];

const sample: Feature = {
  name: 'sample',
  broadcasts: [
    broadcaster(toAll, ({ id }) => [
      { event: 'connectionHealth', payload: { action: 'update', whatsappId: id }, rooms: [{ to: 'everyone' }] },
    ]),
    broadcaster(changed, ({ id, from, to }) => [
      { event: 'connectionHealth', payload: { action: 'update', whatsappId: id, ...{ from, to } } as never, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(followed, ({ id }, latest) => [
      { event: 'connectionHealth', payload: { action: 'update', after: latest(changed, id)?.to } as never, rooms: [{ to: 'company' }] },
    ]),
  ],
  reactions: [
    reactionWithin(
      changed,
      'sample.follow',
      ({ id, to }) => (to === 'new' ? { id } : null),
      async (ctx: Tx, { id }) => {
        seen.push({ actor: ctx.actor.kind, id });
        await note(ctx, `followed ${id}`);
        await ctx.publish(followed, { id });
        await ctx.publish(changed, { id, from: 'new', to: 'settled' });
        if (failure === 'throws') throw new Error('provoked');
        if (failure === 'refused by the database') await sql`select 1 / 0`.execute(ctx.db);
      },
    ),
    reaction(
      followed,
      'sample.later',
      ({ id }) => ({ id }),
      async () => undefined,
    ),
  ],
};

const note = (ctx: Tx, verb: string) =>
  sql`insert into audit_log (company_id, verb, at) values (${ctx.companyId}, ${verb}, now())`.execute(ctx.db);
const change = (id: number) =>
  transaction(company.admin, async (ctx) => {
    await note(ctx, `changed ${id}`);
    await ctx.publish(changed, { id, from: null, to: 'new' });
  });
const notes = async () => {
  const found = await transaction(company.admin, (ctx) => sql<{ verb: string }>`select verb from audit_log order by id`.execute(ctx.db));
  return found.rows.map(({ verb }) => verb);
};
const jobs = async () => {
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql<{ task: string; payload: { payload: unknown } }>`
      select t.identifier as task, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`.execute(db),
  );
  return rows.map(({ task, payload }) => [task, payload.payload]);
};

beforeAll(async () => {
  company = await createTestCompany({ features: [sample] });
});
afterAll(() => company.close());
beforeEach(async () => {
  failure = 'none';
  seen.length = 0;
  company.told.length = 0;
  await platformTransaction(company.base, ({ db }) => sql`delete from graphile_worker._private_jobs`.execute(db));
  await transaction(company.admin, (ctx) => sql`delete from audit_log`.execute(ctx.db));
});

test('a reaction within the transaction runs as the product, in the same commit, and is told as one change', async () => {
  await change(7);
  expect(seen).toEqual([{ actor: 'system', id: 7 }]);
  expect(await notes()).toEqual(['changed 7', 'followed 7']);
  expect(await jobs()).toEqual([['sample.later', { picked: { id: 7 } }]]);
  expect(company.told.map(({ payload }) => payload)).toEqual([
    { action: 'update', whatsappId: 7, from: null, to: 'settled' },
    { action: 'update', after: 'settled' },
  ]);
});

test.each(['throws', 'refused by the database'] as const)(
  'when it fails (%s), what it wrote, told and added is undone, the rest commits, and it waits as a job with its ids',
  async (how) => {
    failure = how;
    await change(8);
    expect(await notes()).toEqual(['changed 8']);
    expect(await jobs()).toEqual([['sample.follow', { picked: { id: 8 } }]]);
    expect(company.told.map(({ payload }) => payload)).toEqual([{ action: 'update', whatsappId: 8, from: null, to: 'new' }]);
  },
);

test('as a job it does the same once the reason is gone', async () => {
  failure = 'throws';
  await change(9);
  failure = 'none';
  const job = company.base.hub.jobs.find(({ name }) => name === 'sample.follow');
  if (job?.kind === 'company') await job.run({ ...company.admin, actor: { kind: 'system' } }, { picked: { id: 9 } });
  expect(await notes()).toEqual(['changed 9', 'followed 9']);
});

test('of two jobs with one key that a transaction adds, the later one is there', async () => {
  const [job] = company.base.hub.jobs;
  await transaction(company.admin, async (ctx) => {
    for (const id of [1, 2]) if (job?.kind === 'company') await ctx.enqueue(job, { picked: { id } }, { key: 'one' });
  });
  expect(await jobs()).toEqual([['sample.follow', { picked: { id: 2 } }]]);
});

test('a transaction that is rolled back leaves neither job nor news', async () => {
  const broken = transaction(company.admin, async (ctx) => {
    await ctx.publish(changed, { id: 9, from: null, to: 'new' });
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow('changed my mind');
  expect(await notes()).toEqual([]);
  expect(await jobs()).toEqual([]);
  expect(company.told).toEqual([]);
  expect(seen).toEqual([]);
});

test('what the operator publishes is told to everybody, after the commit', async () => {
  await platformTransaction(company.base, async (ctx) => {
    ctx.publish(toAll, { id: 3 });
    expect(company.told).toEqual([]);
  });
  expect(company.told).toMatchObject([{ companyId: null, rooms: [{ to: 'everyone' }] }]);
});

test('what is published inside a company from there is told to the company', async () => {
  const { companyId } = company.admin;
  await platformTransaction(company.base, (ctx) =>
    withinCompany(ctx, companyId, (ctx) => ctx.publish(changed, { id: 5, from: null, to: 'new' })),
  );
  expect(await notes()).toEqual(['followed 5']);
  expect(company.told.map((each) => each.companyId)).toEqual([companyId, companyId]);
});
