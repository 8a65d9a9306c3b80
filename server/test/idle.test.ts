// What a process asks the database and takes of a core while nobody does anything, and that it begins at once all the same.

import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../src/app.ts';
import { deliverSoon } from '../src/features/desk/messages/actions/out/deliver.ts';
import { createGateways } from '../src/gateways/gateways.ts';
import { asSystem, mintCompanyId } from '../src/platform/context.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { features } from '../src/product.ts';
import { appConfig } from './app-config.ts';
import { until } from './client.ts';
import { testLog } from './log.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let other: App;
let onlooker: pg.Client;
const asked: string[] = [];
type Query = (this: pg.Client, ...args: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };
const { query } = prototype;
const minuteMs = 60_000;
const { Date: RealDate } = globalThis;

/** The minutes of an hour in which more is done by the clock than in each. */
const busyMinutes = new Set(
  features.flatMap(({ jobs = [] }) => jobs).flatMap((job) => ('cron' in job && !job.cron.startsWith('* ') ? minutesOf(job.cron) : [])),
);
function minutesOf(cron: string): number[] {
  const [, every, minute] = /^(?:\*\/(\d+)|(\d+)) /.exec(cron) ?? [];
  if (every) return Array.from({ length: 60 / Number(every) }, (_, i) => i * Number(every));
  if (minute) return [Number(minute)];
  throw new Error(`${cron}: which minutes?`);
}

/** Sets the clock back to this second of a minute, the last one that is followed by two in which the clock does little. */
function setBackTo(second: number): void {
  let back = (RealDate.now() - second * 1_000) % minuteMs;
  const minuteIn = (minutes: number) => new RealDate(RealDate.now() - back + minutes * minuteMs).getUTCMinutes();
  while ([1, 2].some((minutes) => busyMinutes.has(minuteIn(minutes)))) back += minuteMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [RealDate.now() - back], made),
    get: (target, key) => (key === 'now' ? () => RealDate.now() - back : Reflect.get(target, key)),
  });
}

beforeAll(async () => {
  // So that a full minute comes soon.
  setBackTo(38);
  prototype.query = function (...args) {
    const [of] = args as [string | { text: string }];
    if (this !== onlooker) asked.push(typeof of === 'string' ? of : of.text);
    return query.apply(this, args);
  };
  world = await createWorld();
  onlooker = new pg.Client({ connectionString: world.database.url });
  await onlooker.connect();
  // Another process, which has no workers.
  other = await createApp({
    config: appConfig({ roles: new Set(['web']) }),
    database: { url: world.database.url, directUrl: world.database.url },
    gateways: createGateways({ graphUrl: 'http://127.0.0.1:9', dataDir: world.dataDir }),
    secrets: createSecrets('a secret of thirty-two characters or more'),
    log: testLog(),
    now: () => new Date(),
  });
});
afterAll(async () => {
  globalThis.Date = RealDate;
  prototype.query = query;
  await other.close();
  await onlooker.end();
  await world.close();
});

const companyId = mintCompanyId(1);
const jobs = async () => (await onlooker.query('select 1 from graphile_worker._private_jobs')).rowCount;
/** How long a job that was added just now took until it was done, in ms. */
async function done(): Promise<number> {
  const from = performance.now();
  await until(async () => (await jobs()) === 0, 10_000);
  return performance.now() - from;
}

/** The work by the clock begins with each minute. */
async function betweenMinutes(ms: number): Promise<void> {
  const past = Date.now() % minuteMs;
  if (past < 4_000) await setTimeout(4_000 - past);
  else if (past + ms > minuteMs) await setTimeout(minuteMs + 4_000 - past);
}

/** The part of a core that this process took in each second that was watched. */
let taken: number[] = [];
/** What was asked within so many seconds. */
async function askedIn(seconds: number): Promise<string[]> {
  const from = asked.length;
  for (let i = 0; i < seconds; i++) {
    const [cpu, at] = [process.cpuUsage(), performance.now()];
    await setTimeout(1_000);
    const { user, system } = process.cpuUsage(cpu);
    taken.push((user + system) / 1_000 / (performance.now() - at));
  }
  return asked.slice(from);
}

/** Each slot frees what has been locked for hours once in some ten minutes, so that is not multiplied to a minute. */
const isSteady = (text: string) => !text.includes(`interval '4 hours'`);

test('a process with all roles that has nothing to do asks at most twice a second, the work by the clock included, and takes at most half a per cent of a core', {
  timeout: 300_000,
}, async () => {
  const seconds = 9;
  const ms = seconds * 1_000;
  // Everything has just begun, and each slot has looked for itself.
  await setTimeout(3_000);
  await betweenMinutes(ms + 1_000);
  const between = await askedIn(seconds);
  await setTimeout(minuteMs - 500 - (Date.now() % minuteMs));
  const around = await askedIn(seconds);
  expect(around.filter((text) => text.includes('as due')).length, around.join('\n')).toBeGreaterThan(0);
  const inMinute = around.length + (between.filter(isSteady).length * (minuteMs - ms)) / ms;
  expect(inMinute, [...between, 'and around the full minute', ...around].join('\n')).toBeLessThanOrEqual(120);
  // Both processes are in this one. The middle second, since in some the memory of the tests before is tidied up. The same takes more of a core
  // beside others that fill its caches, so it is watched again.
  const middle = () => taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 1;
  const most = 2 * 0.005;
  for (let again = 0; again < 3 && middle() > most; again++) {
    taken = [];
    await betweenMinutes(ms + 1_000);
    await askedIn(seconds);
  }
  expect(middle()).toBeLessThanOrEqual(most);
});

test('what another process adds is begun at once', async () => {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    await betweenMinutes(4_000);
    await transaction(asSystem(other.base, companyId), (ctx) => deliverSoon(ctx, 4_711));
    times.push(await done());
    // All slots wait again.
    await setTimeout(600);
  }
  expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(500);
});

test('a job whose notice was lost is found within seconds, and one for later when it is due', async () => {
  const add = (seconds: number) =>
    onlooker.query(
      `select enqueue_job('messages.deliver', $1::json, null, clock_timestamp() + make_interval(secs => $2), 1, null, 0, array['sending'])`,
      [JSON.stringify({ companyId, payload: { connectionId: 4_711 } }), seconds],
    );
  await betweenMinutes(18_000);
  await add(0);
  expect(await done()).toBeLessThan(6_000);
  await setTimeout(600);
  await add(5.5);
  const late = (await done()) - 5_500;
  expect(late).toBeGreaterThan(-50);
  expect(late).toBeLessThan(1_000);
});
