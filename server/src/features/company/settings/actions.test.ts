import type { SettingRow } from '@balcao/contract/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, signIn } from '../../../../test/client.ts';
import { givenCompany, givenUser, newIp } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction, reading } from '../../../platform/db/transaction.ts';
import { settingOf } from './reads.ts';
import { settingKeys } from './rules.ts';

let world: World;
let admin: Client;
let agent: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  agent = await givenUser(world.url, admin);
});
afterAll(() => world.close());

const change = (who: Client, settingKey: string, value: string | boolean | number) =>
  who.call('PUT /settings/:settingKey', { params: { settingKey }, body: { value } });
const storedSettings = () =>
  platformTransaction(world.app.base, ({ db }) =>
    db.selectFrom('settings').selectAll().where('company_id', '=', admin.user.companyId).execute(),
  );

test('a new company has every setting', async () => {
  expect((await storedSettings()).map(({ key }) => key).sort()).toEqual([...settingKeys].sort());
});

test('an admin changes a setting and the whole company hears it', async () => {
  const socket = await agent.socket();
  const news = heard<{ setting: SettingRow }>(socket, `company-${admin.user.companyId}-settings`);
  const setting = await change(admin, 'scheduleType', 'queue');
  expect(setting).toMatchObject({ key: 'scheduleType', value: 'queue', companyId: admin.user.companyId });
  expect(await news).toEqual({ action: 'update', setting });
  expect(await agent.call('GET /settings')).toContainEqual(setting);
  socket.close();
});

test('unknown keys, values and callers are refused', async () => {
  await expect(change(admin, 'unheardOf', 'enabled')).rejects.toMatchObject({ status: 404, error: 'ERR_NO_SETTING_FOUND' });
  await expect(change(admin, 'call', 'maybe')).rejects.toMatchObject({ status: 400, error: 'ERR_SETTING_VALUE' });
  // Node.js knows the second one, the database does not.
  for (const zone of ['Marte/Olympus', 'US/Pacific-New'])
    await expect(change(admin, 'timeZone', zone)).rejects.toMatchObject({ status: 400, error: 'ERR_SETTING_VALUE' });
  await expect(change(agent, 'call', 'enabled')).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
});

test('a company does not grant itself campaigns; operators do', async () => {
  await expect(change(admin, 'campaignsEnabled', 'false')).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  const operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  expect(await change(operator, 'campaignsEnabled', 'false')).toMatchObject({ value: 'false' });
});

test('a secret is kept sealed, told to nobody, and known to be set by admins only', async () => {
  expect(await change(admin, 'asaas', 'chave-do-provedor')).toMatchObject({ key: 'asaas', value: '', configured: true });
  expect((await admin.call('GET /settings')).find(({ key }) => key === 'asaas')).toMatchObject({ value: '', configured: true });
  expect((await agent.call('GET /settings')).map(({ key }) => key)).not.toContain('asaas');
  expect(JSON.stringify(await storedSettings())).not.toContain('chave-do-provedor');
  const inside = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
  expect(await reading(inside, (ctx) => settingOf(ctx, 'asaas'))).toBe('chave-do-provedor');
  const log = await platformTransaction(world.app.base, ({ db }) =>
    db.selectFrom('audit_log').select('details').where('company_id', '=', admin.user.companyId).execute(),
  );
  expect(JSON.stringify(log)).not.toContain('chave-do-provedor');
});
