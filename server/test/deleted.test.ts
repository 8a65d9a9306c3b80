// Two people may have the same record open: what one of them deleted, the other can neither see, change nor delete, and is told what it was.
// Derived from the contract: what has one path to be added and one to be deleted is tested.
import type { EndpointShape } from '@balcao/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallFailed, type Client, call, signIn } from './client.ts';
import { type Furnished, furnish } from './furnished.ts';
import { newIp } from './people.ts';
import { allEndpoints, bodyOf, refusalOf, tokenOf } from './requests.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let ours: Furnished;
let operator: Client;

beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  ours = await furnish(world, 'Jabuticaba', '5511987650001');
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
});
afterAll(() => world.close());

/** What is added by `POST /things` and deleted by `DELETE /things/:id`, with what else is done to one by its id. */
const deletables = allEndpoints.flatMap((remove) => {
  const [, path, list, param = ''] = /^DELETE ((\/[^:]+)\/:(\w+))$/.exec(remove.route) ?? [];
  const add = allEndpoints.find(({ route }) => route === `POST ${list}`);
  const others = allEndpoints.filter(({ route }) => route === `GET ${path}` || route === `PUT ${path}`);
  return add ? [{ name: add.route, param, add, remove, others }] : [];
});

test('there is much to delete', () => {
  expect(deletables.length).toBeGreaterThan(8);
});

test.each(deletables)('$name: once deleted, it is found no more', async ({ param, add, remove, others }) => {
  const token = remove.access === 'super' ? operator.token : tokenOf(remove, ours);
  const ask = (endpoint: EndpointShape, params?: object, body?: object) => askWith(token, endpoint, params, body);
  const { id } = (await (await ask(add)).json()) as { id: number };
  const params = { [param]: id };
  for (const endpoint of others.filter(({ route }) => route.startsWith('GET '))) expect((await ask(endpoint, params)).status).toBe(200);
  await ask(remove, params);
  for (const endpoint of [...others, remove]) {
    // A change as whoever still has the form open would send it.
    const body = endpoint.body && { ...bodyOf(add, ours), ...bodyOf(endpoint, ours) };
    const refused = await ask(endpoint, params, body).then(() => null, refusal);
    expect([endpoint.route, refused]).toEqual([endpoint.route, [404, refusalOf(endpoint)]]);
  }
});

function askWith(
  token: string,
  endpoint: EndpointShape,
  params?: object,
  body: object | undefined = bodyOf(endpoint, ours),
): Promise<Response> {
  return call(world.url, endpoint.route, { params, body, token });
}

function refusal(error: unknown): [number, string] {
  if (!(error instanceof CallFailed)) throw error;
  return [error.status, error.error];
}
