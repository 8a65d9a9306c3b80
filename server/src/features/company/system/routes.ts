import { openApi } from '@balcao/contract/openapi';
import { systemEndpoints } from '@balcao/contract/system';
import { perAddress, type RawRoutes, routes } from '../../../platform/http/routes.ts';
import { showVersion } from './reads.ts';
import { referenceScript, referenceStyle } from './view/reference-files.ts';
import { referencePage } from './view/reference-page.ts';

export const systemRoutes = routes(systemEndpoints, { showVersion: async () => showVersion() });

/** The API reference. Not part of the JSON contract, because it is a page about it. Rendered at the first request. */
export const docsRoutes: RawRoutes = (server) => {
  const described = once(() => openApi(showVersion().version));
  const texts = {
    '/docs': { type: 'text/html; charset=utf-8', text: once(() => referencePage(described())) },
    '/docs/openapi.json': { type: 'application/json; charset=utf-8', text: once(() => JSON.stringify(described())) },
    '/docs/reference.js': { type: 'text/javascript; charset=utf-8', text: () => referenceScript },
    '/docs/reference.css': { type: 'text/css; charset=utf-8', text: () => referenceStyle },
  };
  for (const [path, { type, text }] of Object.entries(texts)) {
    server.get(path, { compress: {}, config: perAddress(300) }, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(text()),
    );
  }
};

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
