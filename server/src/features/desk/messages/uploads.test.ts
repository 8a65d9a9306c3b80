// One upload for many people: who gets it again, and who does not.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { asSystem, type Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { uploadsOf } from './actions/out/uploads.ts';
import { uploadKeptMs } from './rules/delivery.ts';
import { findUpload } from './store/uploads.ts';

let company: TestCompany;
let ctx: Ctx;
let connectionId: number;
let made = 0;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 10 } });
});
afterAll(() => company.close());
beforeEach(async () => {
  company.clock.set('2026-03-10T15:00:00Z');
  const admin = await company.another();
  ctx = asSystem(admin, admin.companyId);
  connectionId = await connection('Oficial');
  made = 0;
});

const connection = async (name: string) => (await createConnection(ctx, { name, channel: 'simulator' })).id;
/** Each upload gets an id of its own. */
const upload = async () => `upload ${++made}`;
const noted = (key: string) => reading(ctx, (ctx) => findUpload(ctx, connectionId, key, ctx.now()));

test('a file is uploaded once, also for those who ask at once, and later runs find it', async () => {
  const run = uploadsOf(ctx, connectionId);
  const all = await Promise.all([run.of('sofa', upload), run.of('sofa', upload), run.of('mesa', upload)]);
  expect(all.map(({ isOld }) => isOld)).toEqual([false, false, false]);
  expect([all[0]?.id === all[1]?.id, made]).toEqual([true, 2]);
  expect(await uploadsOf(ctx, connectionId).of('sofa', upload)).toEqual({ id: all[0]?.id, isOld: true });
  expect(made).toBe(2);
});

test('another number, and another company, upload it for themselves', async () => {
  await uploadsOf(ctx, connectionId).of('sofa', upload);
  expect(await uploadsOf(ctx, await connection('Segunda')).of('sofa', upload)).toEqual({ id: 'upload 2', isOld: false });
  const first = connectionId;
  const stranger = await company.another();
  ctx = asSystem(stranger, stranger.companyId);
  expect(await reading(ctx, (ctx) => findUpload(ctx, first, 'sofa', ctx.now()))).toBeNull();
  expect(await uploadsOf(ctx, await connection('Delas')).of('sofa', upload)).toEqual({ id: 'upload 3', isOld: false });
});

test('before the provider forgets it, it is uploaded once more, and what was forgotten is dropped', async () => {
  await uploadsOf(ctx, connectionId).of('sofa', upload);
  const until = company.clock.now().getTime() + uploadKeptMs;
  company.clock.set(new Date(until - 1_000).toISOString());
  expect(await uploadsOf(ctx, connectionId).of('sofa', upload)).toEqual({ id: 'upload 1', isOld: true });
  company.clock.set(new Date(until).toISOString());
  expect(await noted('sofa')).toBeNull();
  expect(await uploadsOf(ctx, connectionId).of('mesa', upload)).toEqual({ id: 'upload 2', isOld: false });
  company.clock.set('2026-03-10T15:00:00Z');
  expect([await noted('sofa'), await noted('mesa')]).toEqual([null, 'upload 2']);
  company.clock.set(new Date(until).toISOString());
  expect(await uploadsOf(ctx, connectionId).of('sofa', upload)).toEqual({ id: 'upload 3', isOld: false });
});

test('one that failed concerns those who waited for it: the next message tries again', async () => {
  const run = uploadsOf(ctx, connectionId);
  const failing = () => Promise.reject(new Error('too slow'));
  expect((await Promise.allSettled([run.of('sofa', failing), run.of('sofa', failing)])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await noted('sofa')).toBeNull();
  expect(await run.of('sofa', upload)).toEqual({ id: 'upload 1', isOld: false });
});

test('one that the provider does not know any more is uploaded once for all who got it, and noted in its place', async () => {
  await uploadsOf(ctx, connectionId).of('sofa', upload);
  const run = uploadsOf(ctx, connectionId);
  const [one, other] = [run.of('sofa', upload), run.of('sofa', upload)];
  await one;
  const again = await Promise.all([run.instead(one, 'sofa', upload), run.instead(other, 'sofa', upload)]);
  expect(again).toEqual([
    { id: 'upload 2', isOld: false },
    { id: 'upload 2', isOld: false },
  ]);
  expect([made, await noted('sofa')]).toEqual([2, 'upload 2']);
});
