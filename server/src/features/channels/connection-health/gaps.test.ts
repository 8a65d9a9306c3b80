// When a phone was away: what is told of it, and what is counted of what came in afterwards.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { type InboundContent, SendFailure } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, setConnectionStatus } from '../../company/connections/actions.ts';
import { receiveEvents } from '../../desk/messages/actions/in/receive.ts';
import { beginReplay, closeGap, openGap, recheckGap, recount } from './actions/gaps.ts';
import { resetHealth } from './actions/limits.ts';
import { showConnectionHealth } from './reads.ts';
import { gapsToCount, pruneGaps } from './store.ts';

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
let messages = 0;
let asked: string[];
let recheck: (() => Promise<void>) | undefined;

beforeAll(async () => {
  company = await createTestCompany({
    features,
    plan: { connections: 100 },
    gateways: (made) => ({
      ...made,
      channel: (kind) => {
        const answer = recheck;
        const { recheck: _own, ...channel } = made.channel(kind);
        return {
          ...channel,
          ...(answer && {
            recheck: (_, since) => {
              asked.push(since);
              return answer();
            },
          }),
        };
      },
    }),
  });
});
afterAll(() => company.close());
beforeEach(async () => {
  company.clock.set('2026-03-10T15:00:00Z');
  const admin = await company.another();
  ctx = asSystem(admin, admin.companyId);
  asked = [];
  recheck = () => Promise.resolve();
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'whatsapp_web' })).id;
  await connected();
});

const start = new Date('2026-03-10T15:00:00Z');
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const iso = (minutes: number) => at(minutes).toISOString();
const clock = (minutes: number) => company.clock.set(iso(minutes));
const connected = () => transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
const away = () => transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'OPENING', statusReason: 'network' }));
const open = (minutes: number) => transaction(ctx, (ctx) => openGap(ctx, connectionId, { from: at(minutes), reason: 'network' }));
const close = (minutes: number) => transaction(ctx, (ctx) => closeGap(ctx, connectionId, { to: at(minutes) }));
const gaps = async () => (await showConnectionHealth(ctx, connectionId)).gaps;

/** A customer wrote after so many minutes, and it came in just now. */
function comesIn(minutes: number, content: InboundContent = { type: 'text', body: 'Oi' }, as: { externalId?: string } = {}): Promise<void> {
  const externalId = as.externalId ?? `m${++messages}`;
  return receiveEvents(ctx, connectionId, [
    {
      key: `m:${externalId}:${content.type}`,
      kind: 'message',
      externalId,
      chat: [{ kind: 'wa_pn', value: '5511970000001' }],
      participant: null,
      name: null,
      fromMe: false,
      sentAt: iso(minutes),
      content,
      quotedExternalId: null,
      forwarded: false,
      history: false,
    },
  ]);
}

/** Away from the 10th to the 70th minute; the replay has ended in the 71st. */
async function anHour(): Promise<number> {
  clock(10);
  await away();
  await open(10);
  clock(70);
  await connected();
  await beginReplay(ctx, connectionId);
  await comesIn(20);
  clock(71);
  await close(71);
  return (await gaps())[0]?.id ?? 0;
}

test('goes from open over checking to closed, and counts what came in of it', async () => {
  await comesIn(1);
  clock(10);
  await away();
  await open(9);
  expect(await gaps()).toMatchObject([{ from: iso(9), to: null, reason: 'network', state: 'open', checkedAt: null }]);
  clock(70);
  await connected();
  await beginReplay(ctx, connectionId);
  expect(await gaps()).toMatchObject([{ from: iso(9), to: iso(70), state: 'checking' }]);
  await comesIn(5);
  await comesIn(20);
  await comesIn(69);
  await comesIn(30, { type: 'unsupported', what: 'undecryptable' });
  clock(71);
  await comesIn(71);
  await close(71);
  expect(await gaps()).toEqual([
    {
      id: expect.any(Number),
      from: iso(9),
      to: iso(70),
      reason: 'network',
      recovered: 3,
      undecryptable: 1,
      incomplete: false,
      state: 'closed',
      checkedAt: iso(71),
    },
  ]);
  const told = company.told.filter(({ event, companyId }) => event === 'connectionHealth' && companyId === ctx.companyId);
  expect(told.length).toBeGreaterThan(2);
  expect(told.every(({ rooms }) => rooms.length === 1 && rooms[0]?.to === 'admins')).toBe(true);
});

test('is told only when the connection is back, too: then it is being checked at once', async () => {
  clock(70);
  await open(10);
  expect(await gaps()).toMatchObject([{ from: iso(10), to: iso(70), state: 'checking' }]);
});

test('is one gap, from its first moment, while it comes and goes before the replay has ended', async () => {
  clock(10);
  await away();
  await open(10);
  clock(20);
  await connected();
  await beginReplay(ctx, connectionId);
  clock(21);
  await away();
  await open(21);
  expect(await gaps()).toMatchObject([{ from: iso(10), to: null, state: 'open' }]);
  // News of the connection's return that comes late finds it away.
  await beginReplay(ctx, connectionId);
  expect(await gaps()).toMatchObject([{ state: 'open' }]);
});

test('is nothing to tell when it was short and lost nothing', async () => {
  await open(0);
  clock(0.4);
  await close(0.4);
  expect(await gaps()).toEqual([]);
  await close(1);
  expect(await gaps()).toEqual([]);
});

test('may lack something for good when it was longer than the provider keeps messages', async () => {
  const long = 15 * 24 * 60;
  await away();
  await open(0);
  clock(long);
  await connected();
  await close(long);
  expect(await gaps()).toMatchObject([{ incomplete: true, state: 'closed' }]);
});

test('may lack something for good when the replay never ended', async () => {
  await open(-60);
  const [gap] = await platformTransaction(company.base, async (tx) =>
    (await gapsToCount(tx, 100)).filter(({ connection_id }) => connection_id === connectionId),
  );
  clock(9);
  await recount(ctx, connectionId, gap?.id ?? 0);
  expect(await gaps()).toMatchObject([{ state: 'checking' }]);
  clock(10);
  await recount(ctx, connectionId, gap?.id ?? 0);
  expect(await gaps()).toMatchObject([{ state: 'closed', incomplete: true, to: iso(0) }]);
});

test('is counted again while something may still come in', async () => {
  const id = await anHour();
  await comesIn(40, { type: 'unsupported', what: 'awaiting_phone' }, { externalId: 'late' });
  clock(72);
  await recount(ctx, connectionId, id);
  expect(await gaps()).toMatchObject([{ recovered: 2, undecryptable: 1, checkedAt: iso(72) }]);
  await comesIn(40, { type: 'text', body: 'Agora sim' }, { externalId: 'late' });
  clock(72 + 24 * 60);
  await recount(ctx, connectionId, id);
  expect(await gaps()).toMatchObject([{ recovered: 2, undecryptable: 0 }]);
  const waiting = await platformTransaction(company.base, (tx) => gapsToCount(tx, 1_000));
  expect(waiting.map((gap) => gap.id)).not.toContain(id);
  await recount(ctx, connectionId, 999_999);
});

test('is checked again with the phone when somebody asks', async () => {
  const id = await anHour();
  await comesIn(50);
  clock(80);
  expect((await recheckGap(ctx, connectionId, id)).gaps).toMatchObject([{ id, recovered: 2, checkedAt: iso(80) }]);
  expect(asked).toEqual([iso(10)]);

  await expect(recheckGap(ctx, connectionId, 999_999)).rejects.toMatchObject({ code: 'ERR_NO_GAP_FOUND' });
  recheck = () => Promise.reject(new SendFailure('retry', 'connection_down', 'no session'));
  await expect(recheckGap(ctx, connectionId, id)).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' });
  await away();
  await expect(recheckGap(ctx, connectionId, id)).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' });
  expect(asked).toHaveLength(2);
  recheck = undefined;
  await expect(recheckGap(ctx, connectionId, id)).rejects.toMatchObject({ code: 'ERR_WAPP_CHANNEL' });
});

test('is left as it is when the number is reached another way', async () => {
  clock(10);
  await away();
  await open(10);
  clock(70);
  await resetHealth(ctx, connectionId);
  expect(await gaps()).toMatchObject([{ to: iso(70), state: 'closed', incomplete: true }]);
});

test('is forgotten one day', async () => {
  await anHour();
  await platformTransaction(company.base, (tx) => pruneGaps(tx, at(9)));
  expect(await gaps()).toHaveLength(1);
  await platformTransaction(company.base, (tx) => pruneGaps(tx, at(11)));
  expect(await gaps()).toEqual([]);
});
