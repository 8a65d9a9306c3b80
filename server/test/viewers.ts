// People's browsers without their screens, beside a server: the data layer of the web app, each time in a window of its own.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { buildSync } from 'esbuild';
import { Window } from 'happy-dom';
import type { Client } from './client.ts';
import type { World } from './world.ts';

/** As in web/src/data/test-viewer.ts. */
type Viewer = {
  asking(): number;
  listen(channel: string, hear: (news: never) => void): () => void;
  compare(pause: () => Promise<void>): Promise<{ key: string; heard: unknown; asked: unknown }[]>;
  close(): void;
};

export type Browser = Viewer & {
  /** Nothing is asked for, nor about to be; what waits for a pause does not wait for it here. */
  rest(): Promise<void>;
};

/** Shorter pauses are waited for. Longer ones never end: what is shown for a time would begin them again until it is over. */
const [pauseFromMs, pauseToMs] = [100, 6_000];
/** As many requests at once as a browser makes. */
const atOnceMax = 6;

let script: Script | undefined;

/** Opens everything that `opened` names (see test-viewer.ts) as the person. */
export function openBrowser(world: World, { token, user }: Client, opened: Record<string, unknown>): Browser {
  script ??= bundled();
  const window = new Window({ url: 'http://localhost' });
  const pauses = new Map<number, () => void>();
  let last = 0;
  const setTimeout = (run: () => void, ms = 0) => {
    if (ms < pauseFromMs) return Number(globalThis.setTimeout(run, ms)[Symbol.toPrimitive]());
    last -= 1;
    if (ms <= pauseToMs) pauses.set(last, run);
    return last;
  };
  const clearTimeout = (timer: number) => void (pauses.delete(timer) || globalThis.clearTimeout(timer));
  Object.assign(window, { setTimeout, clearTimeout, setInterval: () => 0, clearInterval: () => undefined });
  const ask = limited(atOnceMax, (path: string, init: RequestInit) => answerTo(world, path, init));
  const module: { exports: { openViewer(session: unknown, opened: unknown): Viewer } } = { exports: { openViewer: () => never() } };
  const { document, localStorage, navigator } = window;
  script.runInThisContext()(
    createRequire(import.meta.url),
    module,
    window,
    document,
    localStorage,
    navigator,
    new URL(world.url),
    ask,
    undefined,
  );
  const viewer = module.exports.openViewer({ token, user }, opened);
  return {
    ...viewer,
    async rest() {
      while (pauses.size > 0 || viewer.asking() > 0) {
        for (const [timer, run] of [...pauses]) {
          pauses.delete(timer);
          run();
        }
        await shortly();
      }
      await shortly();
    },
    close() {
      viewer.close();
      void window.happyDOM.close();
    },
  };
}

/** Straight from the server, since there are thousands: the way over the wire takes as long as the answer. */
async function answerTo({ app }: World, url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
  if (!app.http) throw new Error('this world serves no HTTP');
  const payload = body === undefined || body === null ? {} : { payload: String(body) };
  const { statusCode, rawPayload } = await app.http.inject({
    method: method as 'GET',
    url,
    headers: Object.fromEntries(new Headers(headers)),
    ...payload,
  });
  return new Response(statusCode === 204 ? null : rawPayload, { status: statusCode });
}

export const shortly = () => new Promise<void>((resolve) => globalThis.setTimeout(resolve, 5));

function never(): never {
  throw new Error('the bundle has no viewer');
}

function limited<A extends unknown[], R>(max: number, run: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (...args) => {
    if (running >= max) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await run(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function bundled(): Script {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, '../../web/src/data/test-viewer.ts')],
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
  });
  // Each in a window of its own: what the modules keep, and what a browser has only one of.
  const names = 'require, module, window, document, localStorage, navigator, location, fetch, XMLHttpRequest';
  return new Script(`(function (${names}) { let exports = module.exports; ${outputFiles[0]?.text}\n})`, { filename: 'test-viewer.js' });
}
