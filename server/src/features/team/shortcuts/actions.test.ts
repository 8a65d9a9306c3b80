import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, signIn } from '../../../../test/client.ts';
import { givenCompany, givenUser, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
let ana: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  ana = await givenUser(world.url, admin, { name: 'Ana Prado' });
});
afterAll(() => world.close());

const shortcutsOf = async (who: Client) => (await signIn(world.url, who.user.email, password, newIp())).user.shortcuts;

test('the keys that a person chose are theirs alone, in all their windows, and there at the next sign-in', async () => {
  expect(await shortcutsOf(ana)).toEqual({ used: true, keys: {} });
  const [own, other] = [await ana.socket(), await admin.socket()];
  const told: unknown[] = [];
  const channel = `company-${admin.user.companyId}-shortcuts`;
  other.on(channel, (news) => told.push(news));
  const news = heard(own, channel);
  const chosen = { used: true, keys: { 'ticket.resolve': 'Alt+R', 'ticket.transfer': null } };
  expect(await ana.call('PUT /v1/shortcuts', { body: chosen })).toEqual(chosen);
  expect(await news).toEqual(chosen);
  expect(await shortcutsOf(ana)).toEqual(chosen);
  expect(await shortcutsOf(admin)).toEqual({ used: true, keys: {} });
  await ana.call('PUT /v1/shortcuts', { body: { used: false, keys: {} } });
  expect(await shortcutsOf(ana)).toEqual({ used: false, keys: {} });
  expect(told).toEqual([]);
  own.close();
  other.close();
});

test.each([{ 'ticket.resolve': 'Alt+T' }, { 'ticket.resolve': 'Ctrl+W' }, { 'ticket.resolve': 'tudo' }, { 'no.such': 'Alt+R' }])(
  'keys that cannot hold are refused: %o',
  async (keys) => {
    await expect(ana.call('PUT /v1/shortcuts', { body: { used: true, keys } as never })).rejects.toMatchObject({
      status: 400,
      error: 'ERR_VALIDATION',
    });
  },
);
