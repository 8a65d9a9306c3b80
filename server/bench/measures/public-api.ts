import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { apiKeyPrefix, apiScopes, programsPerMinute } from '@balcao/contract/api-rules';
import { adminToken, type Bench, numbers } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { timesOf } from '../figures.ts';
import { openFloors } from '../floors.ts';
import { createHttp } from '../http.ts';
import { type Inboxed, inboxBeside, openOnPhones } from '../inbox.ts';
import { type Measured, summary, together } from '../load.ts';
import { active, company, firstActiveTicket, size } from '../seed.ts';

const target = { p99: 50 };
const everyMs = 60_000 / programsPerMinute.key;
const seconds = 20;
const unmeasured = 50;

/** The public API, called with one key as often as it may be; by itself, then beside the inbox. */
export async function measurePublicApi(bench: Bench): Promise<void> {
  const { server, database, tell, pace } = bench;
  const floors = await openFloors(bench);
  const http = createHttp(server.url, 4);
  const random = numbers(11);
  const keys = Array.from({ length: 5 }, (_, index) => `${apiKeyPrefix}${'bench'.repeat(8)}${index}`);
  await asSuperuser(database.superUrl, async (client) => {
    await client.query(`delete from api_keys where hint = 'bench'`);
    for (const key of keys)
      await client.query(`insert into api_keys (company_id, name, key_hash, hint, scopes) values ($1, 'Bench', $2, 'bench', $3)`, [
        company,
        createHash('sha256').update(key).digest(),
        [...apiScopes],
      ]);
  });
  const measure = async (what: string, key = '', path: () => string) => {
    const onFloor = await floors.floorOf(() => [{ method: 'GET', path: path(), token: key }]);
    const times: number[] = [];
    const bare: number[] = [];
    // Not counted: what is done and read for the first time takes longer.
    for (let i = 0; i < unmeasured; i++) await http.send('GET', path(), { token: key });
    const begun = performance.now();
    for (let i = 0; i < Math.min((seconds * pace * 1000) / everyMs, programsPerMinute.key - unmeasured); i++) {
      const due = begun + i * everyMs - performance.now();
      if (due > 0) await setTimeout(due);
      const from = performance.now();
      await http.send('GET', path(), { token: key });
      times.push(performance.now() - from);
      const fromFloor = performance.now();
      await onFloor();
      bare.push(performance.now() - fromFloor);
    }
    const lasted = (performance.now() - begun) / 1000;
    const [measured, floor] = [summary({ times, seconds: lasted }), summary({ times: bare, seconds: lasted })];
    // The rate is what a key may ask, so the middle times are compared.
    tell({ ...timesOf(what, measured, target), floor: 1000 / floor.p50, floorP99: floor.p99, ratio: floor.p50 / measured.p50 });
  };
  const questions: [string, () => string][] = [
    ['GET /api/v1/tickets, 50 from anywhere', () => `/api/v1/tickets?cursor=${100 + random(size.tickets)}`],
    ['GET /api/v1/tickets, open ones', () => '/api/v1/tickets?status=open'],
    ['GET /api/v1/contacts, 100 from anywhere', () => `/api/v1/contacts?limit=100&cursor=${1 + random(size.contacts)}`],
    ['GET /api/v1/tickets/:id/messages', () => `/api/v1/tickets/${firstActiveTicket + random(active)}/messages`],
  ];
  for (const [n, [what, path]] of questions.entries()) await measure(what, keys[n], path);
  await measureBeside(bench, { key: keys[questions.length] ?? '', paths: questions.map(([, path]) => path) });
  http.close();
  await floors.close();
}

/** The same company's inbox alone, and while a program asks as often as its key may, each question in turn; in turns. */
async function measureBeside(
  { server, database, tell, pace }: Bench,
  { key, paths }: { key: string; paths: (() => string)[] },
): Promise<void> {
  const [http, program] = [createHttp(server.url, 32), createHttp(server.url, 4)];
  const people = { http, token: await adminToken(), desk: await openOnPhones(database.superUrl), rates: { reads: 20, sends: 10 } };
  const turnMs = (seconds / 4) * Math.min(pace, 2) * 1000;
  const alone: Inboxed[] = [];
  const beside: Inboxed[] = [];
  const times: number[] = [];
  let lasted = 0;
  const ask = async (path: string) => {
    const from = performance.now();
    await program.send('GET', path, { token: key });
    times.push(performance.now() - from);
  };
  const asking = async () => {
    const begun = performance.now();
    const asked: Promise<void>[] = [];
    for (let i = 0; i * everyMs < turnMs; i++) {
      await setTimeout(Math.max(0, begun + i * everyMs - performance.now()));
      const path = paths[i % paths.length];
      if (path) asked.push(ask(path()));
    }
    await Promise.all(asked);
    lasted += (performance.now() - begun) / 1000;
  };
  // Not counted: what a server does for the first time takes longer.
  await inboxBeside(people, () => setTimeout(2_000));
  for (let round = 0; round < 3; round++) {
    alone.push(await inboxBeside(people, () => setTimeout(turnMs)));
    beside.push(await inboxBeside(people, asking));
  }
  tell(timesOf(`API, ${programsPerMinute.key} calls a minute beside the inbox`, summary({ times, seconds: lasted }), target));
  for (const kind of ['reads', 'sends'] as const) {
    const [calm, busy] = [alone, beside].map((turns) => summary(together(turns.map((each) => each[kind])))) as [Measured, Measured];
    tell(timesOf(`inbox, ${kind}: alone`, calm, {}));
    tell(timesOf(`inbox, ${kind}: beside the API`, busy, { p99: kind === 'reads' ? 50 : 60 }));
    tell({
      what: `inbox, ${kind}: middle time beside the API to alone`,
      value: { amount: busy.p50 / calm.p50, unit: '×' },
      target: { atMost: 1.5 },
    });
    tell({ what: `inbox, ${kind}: p99 beside the API to alone`, value: { amount: busy.p99 / calm.p99, unit: '×' }, target: {} });
  }
  http.close();
  program.close();
}
