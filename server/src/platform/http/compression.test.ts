import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { givenCompany, newIp, password } from '../../../test/people.ts';
import { createWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
});
afterAll(() => world?.close());

async function encodingOf(route: string, input: Parameters<typeof call>[2]): Promise<string | null> {
  const answer = await call(world.url, route, { ...input, headers: { 'accept-encoding': 'gzip', 'x-forwarded-for': newIp() } });
  await answer.text();
  return answer.headers.get('content-encoding');
}

test('answers over 1 kB are compressed, short ones not', async () => {
  const admin = await givenCompany(world.url);
  expect(await encodingOf('GET /auth/me', { token: admin.token })).toBe('gzip');
  expect(await encodingOf('GET /queue', { token: admin.token })).toBeNull();
});

test('an answer that hands out a session is not compressed, since its length would tell of it', async () => {
  const { user } = await givenCompany(world.url);
  expect(await encodingOf('POST /auth/login', { body: { email: user.email, password } })).toBeNull();
});
