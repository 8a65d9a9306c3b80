// Some paths are both pages and API routes. A browser navigation (Accept: text/html) gets the application.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const notTheApp = /^\/(media|docs|webhooks|healthz|readyz|metrics|socket\.io|assets)(\/|$)/;

/** Serves the built web application from `folder`, if it has been built, in the compressed form that the build made and the browser takes. */
export async function serveWebApp(server: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // File names under assets/ contain a hash of the content.
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  server.addHook('onRequest', async (request, reply) => {
    // What another app shares is taken by the service worker, in the browser. Where there is none, nothing is read or kept: the page says so.
    if (request.method === 'POST' && request.url.split('?', 1)[0] === '/share') return reply.redirect('/share?unready', 303);
    if (isNavigation(request)) return reply.header('vary', 'Accept').sendFile('index.html');
  });
}

/** The front page is asked for by health checks and link previews too, which take anything. */
function isNavigation({ method, url, headers }: { method: string; url: string; headers: { accept?: string | undefined } }): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?', 1)[0] ?? '/';
  if (path === '/') return true;
  return Boolean(headers.accept?.includes('text/html')) && !notTheApp.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path);
}
