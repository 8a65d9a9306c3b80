import { request as open } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { judgeBodies } from './body-rate.ts';

/** A server that answers how many bytes came, and a request to it whose body the test writes. */
async function givenUpload(answer: 'when read' | 'at once' = 'when read') {
  const server = Fastify();
  judgeBodies(server, { spanMs: 400, leastBytes: 40, lingerMs: 300 });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.post('/', {
    async onRequest(_request, reply) {
      if (answer === 'at once') return reply.status(401).send({ bytes: 0 });
    },
    handler: async ({ body }) => ({ bytes: (body as Buffer).length }),
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const request = open(address, { method: 'POST', headers: { 'content-type': 'application/octet-stream', 'content-length': 1000 } });
  onTestFinished(async () => {
    request.destroy();
    await server.close();
  });
  const ended = new Promise<string>((resolve) => {
    request.on('response', (response) => resolve(`answered ${response.statusCode}`));
    request.on('error', () => resolve('cut off'));
  });
  const closed = new Promise((resolve) => request.on('close', resolve));
  return { request, ended, closed };
}

test('a body may take several spans, if it keeps coming', async () => {
  const { request, ended } = await givenUpload();
  for (let sent = 0; sent < 20; sent++) {
    request.write('x'.repeat(50));
    await setTimeout(100);
  }
  expect(await ended).toBe('answered 200');
});

test('a caller who sends next to nothing is cut off', async () => {
  const { request, ended } = await givenUpload();
  const trickle = setInterval(() => request.write('x'), 100);
  onTestFinished(() => clearInterval(trickle));
  expect(await ended).toBe('cut off');
});

test('a caller who goes on sending what was refused gets the answer, and then is cut off', async () => {
  const { request, ended, closed } = await givenUpload('at once');
  const flow = setInterval(() => request.write('x'.repeat(5)), 50);
  onTestFinished(() => clearInterval(flow));
  expect(await ended).toBe('answered 401');
  await closed;
});
