import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { docsRoutes } from './routes.ts';

test('nobody waits while the API reference is written for the first time', async () => {
  const server = Fastify();
  docsRoutes(server, null as never, null as never);
  const begun = performance.now();
  let written = false;
  let longest = 0;
  const asked = server.inject({ url: '/docs' }).finally(() => {
    written = true;
  });
  for (let before = begun; !written; ) {
    await setImmediate();
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
  }
  expect((await asked).body).toContain('<h2 id="events">');
  expect(longest).toBeLessThan((performance.now() - begun) / 2);
  await server.close();
});
