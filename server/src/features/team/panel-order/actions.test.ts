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

const orderOf = async (who: Client) => (await signIn(world.url, who.user.email, password, newIp())).user.panelOrder;

test('the order of the panel is the person’s on all their devices, and nobody else’s', async () => {
  expect(await orderOf(ana)).toEqual({ sections: [] });
  const own = await ana.socket();
  const news = heard(own, `company-${admin.user.companyId}-panel-order`);
  const order = { sections: ['notes', 'tags'] as const };
  expect(await ana.call('PUT /v1/panel-order', { body: { sections: [...order.sections] } })).toEqual(order);
  expect(await news).toEqual(order);
  expect(await orderOf(ana)).toEqual(order);
  expect(await orderOf(admin)).toEqual({ sections: [] });
  own.close();
});

test.each([[['notes', 'notes']], [['gone']]])('what is no order of sections is refused: %o', async (sections) => {
  await expect(ana.call('PUT /v1/panel-order', { body: { sections } as never })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_VALIDATION',
  });
});
