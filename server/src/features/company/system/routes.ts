import { setImmediate } from 'node:timers/promises';
import { openApiInSteps } from '@balcao/contract/openapi';
import { systemEndpoints } from '@balcao/contract/system';
import { perAddress, type RawRoutes, routes } from '../../../platform/http/routes.ts';
import { showVersion } from './reads.ts';
import { referenceScript, referenceStyle } from './view/reference-files.ts';
import { referencePage } from './view/reference-page.ts';

export const systemRoutes = routes(systemEndpoints, { showVersion: async () => showVersion() });

/** The API reference. Not part of the JSON contract, because it is a page about it. Rendered at the first request, step by step: others do not wait for it. */
export const docsRoutes: RawRoutes = (server) => {
  const described = once(() => inSteps(openApiInSteps(showVersion().version)));
  const texts = {
    '/docs': { type: 'text/html; charset=utf-8', text: once(async () => inSteps(referencePage(await described()))) },
    '/docs/openapi.json': { type: 'application/json; charset=utf-8', text: once(async () => JSON.stringify(await described())) },
    '/docs/reference.js': { type: 'text/javascript; charset=utf-8', text: async () => referenceScript },
    '/docs/reference.css': { type: 'text/css; charset=utf-8', text: async () => referenceStyle },
  };
  for (const [path, { type, text }] of Object.entries(texts)) {
    server.get(path, { compress: {}, config: perAddress(300) }, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .send(await text()),
    );
  }
};

async function inSteps<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
