// A figure of a route beside its floor: the same statements and the same bytes without our code (`floor-server.ts`), in turns.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { App } from '../src/app.ts';
import type { Bench } from './bench.ts';
import { capture } from './captured.ts';
import { type Cpu, cpuMeter } from './cpu.ts';
import { type Figure, figureOf } from './figures.ts';
import type { FloorRoute } from './floor-server.ts';
import { createHttp, type Http } from './http.ts';
import { load, type Samples, summary, together } from './load.ts';
import { quietApp } from './quiet-app.ts';

export type Request = { method: string; path: string; token: string; body?: string };

export type Floors = {
  /** Tells how long these requests take, one step after the other, and how that compares with the floor. */
  measure(what: string, steps: () => Request[], options: Options): Promise<void>;
  /** The same requests on the floor, as often as it is called. */
  floorOf(steps: () => Request[]): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

type Options = { workers: number; seconds: number; target: Figure['target'] };

/** So many different steps are replayed on the floor. */
const replayed = 16;
const rounds = 2;

/** For a server that is being measured. The requests to be replayed are captured in this process, from the same code. */
export async function openFloors({ database, server, tell, pace }: Bench): Promise<Floors> {
  const app = await quietApp(database.url, 12, ['web']);
  const { process: child, http: floor } = await startFloor(database.url, 12);
  const http = createHttp(server.url, 12);
  const meters = {
    ours: await cpuMeter(server.pid, database.superUrl),
    floor: await cpuMeter(child.pid ?? 0, database.superUrl),
  };
  const floorOf = async (steps: () => Request[]) => {
    const routes: FloorRoute[][] = [];
    for (let i = 0; i < replayed; i++) routes.push(await captureAll(app, steps()));
    child.send(routes.flat());
    await once(child, 'message');
    const each = routes[0]?.length ?? 0;
    let next = 0;
    return async () => {
      const first = (next++ % routes.length) * each;
      for (let k = 0; k < each; k++) await floor.send('GET', `/${first + k}`);
    };
  };
  let warm = false;
  return {
    floorOf,
    async measure(what, steps, { workers, seconds, target }) {
      const onFloor = await floorOf(steps);
      const ours = async () => {
        for (const request of steps()) await sendTo(http, request);
      };
      // Of the first figures most would be the time in which the server compiles its code.
      if (!warm) for (const step of [ours, onFloor]) await load({ workers, seconds: 2 * pace, step });
      warm = true;
      const all: Record<'floor' | 'ours', Samples[]> = { floor: [], ours: [] };
      const taken = { ours: nothing, floor: nothing };
      const run = async (which: 'ours' | 'floor', step: () => Promise<void>) => {
        const meter = meters[which];
        const before = meter?.();
        let steps = 0;
        const counted = () => step().then(() => void steps++);
        all[which].push(await load({ workers, seconds: (seconds * pace) / rounds, warmUp: 4, step: counted }));
        if (before && meter) taken[which] = plus(taken[which], before, meter(), steps);
      };
      for (let round = 0; round < rounds; round++) {
        await run('ours', ours);
        await run('floor', onFloor);
      }
      const [measured, bare] = [summary(together(all.ours)), summary(together(all.floor))];
      const cpu = meters.ours ? { cpu: each(taken.ours), floorCpu: each(taken.floor) } : {};
      tell({ ...figureOf(what, measured, target), floor: bare.rate, floorP99: bare.p99, ratio: measured.rate / bare.rate, ...cpu });
    },
    async close() {
      http.close();
      floor.close();
      child.disconnect();
      await app.close();
    },
  };
}

type Taken = Cpu & { steps: number };
const nothing: Taken = { server: 0, database: 0, steps: 0 };

function plus(taken: Taken, before: Cpu, after: Cpu, steps: number): Taken {
  return {
    server: taken.server + after.server - before.server,
    database: taken.database + after.database - before.database,
    steps: taken.steps + steps,
  };
}

const each = ({ server, database, steps }: Taken): Cpu => ({ server: server / steps, database: database / steps });

async function startFloor(url: string, connections: number): Promise<{ process: ChildProcess; http: Http }> {
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), [], {
    env: { ...process.env, DATABASE_URL: url },
    serialization: 'advanced',
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, http: createHttp(`http://127.0.0.1:${port}`, connections) };
}

/** The statements and the answer of each request. What is kept in memory is known by then, as it is on the measured server. */
export async function captureAll(app: App, requests: readonly Request[]): Promise<FloorRoute[]> {
  const found: FloorRoute[] = [];
  for (const request of requests) {
    let answer = '';
    const ask = async () => {
      const { method, path, token, body } = request;
      const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const said = await app.http?.inject({
        method: method as 'GET',
        url: path,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      });
      if (said?.statusCode !== 200) throw new Error(`${method} ${path}: ${said?.statusCode} ${said?.body.slice(0, 300)}`);
      answer = said.body;
    };
    if (request.method === 'GET') await ask();
    const statements = await capture(ask);
    found.push({ statements, answer });
  }
  return found;
}

function sendTo(http: Http, { method, path, token, body }: Request): Promise<string> {
  return http.send(method, path, { token, ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }) });
}
