// Some paths are both pages and API routes. A browser navigation (Accept: text/html) gets the application.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const notTheApp = /^\/(media|docs|webhooks|healthz|readyz|metrics|socket\.io|assets)(\/|$)/;

/** Serves the built web application from `folder`, if it has been built. */
export async function serveWebApp(server: FastifyInstance, folder: string): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  const page = readFileSync(index);
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    // File names under assets/ contain a hash of the content.
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return;
    const path = request.url.split('?', 1)[0] ?? '/';
    if (notTheApp.test(path) || /\.[a-z0-9]{2,5}$/i.test(path)) return;
    await reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
