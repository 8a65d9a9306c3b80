// Every 'today' is the company's own: half an hour before midnight it is still the same day, wherever UTC has got to.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { type Client, signIn } from './client.ts';
import { givenPhone } from './given.ts';
import { givenCompany, newIp, password } from './people.ts';
import { jobsDone } from './phone.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ roles: ['web', 'worker'] });
});
afterAll(() => world.close());

const hour = 3_600_000;
const zones = [
  ['America/Sao_Paulo', -3 * hour],
  ['Asia/Tokyo', 9 * hour],
] as const;

/** Moves the clock on to when clocks with this offset show `hours`:30 next; answers their day. */
function goTo(hours: number, offset: number): string {
  const local = world.clock.now().getTime() + offset;
  const wanted = hours * hour + hour / 2;
  const ahead = (wanted - (local % (24 * hour)) + 24 * hour) % (24 * hour);
  world.clock.advance(ahead);
  return new Date(local + ahead).toISOString().slice(0, 10);
}

/** Tokens do not last as long as the clock jumps. */
const again = ({ user }: Client) => signIn(world.url, user.email, password, newIp());

test.each(zones)('in %s', async (zone, offset) => {
  const first = goTo(0, offset);
  let admin = await givenCompany(world.url);
  await admin.call('PUT /settings/:settingKey', { params: { settingKey: 'timeZone' }, body: { value: zone } });
  const whatsappId = await givenPhone(admin);
  const { id: contactId } = await admin.call('POST /contacts', { body: { name: 'Helena Sampaio', number: '5511987650001' } });
  const { id: ticketId } = await admin.call('POST /tickets', { body: { contactId } });
  const params = { ticketId };
  const says = async (body: string) => {
    const [message] = await admin.call('POST /messages/:ticketId', { params, body: { body } });
    await jobsDone(world);
    return message?.body;
  };
  const traffic = async () => (await admin.call('GET /v1/connections/:whatsappId/health', { params: { whatsappId } })).meter;
  const shown = (day: string) => day.split('-').reverse().join('/');

  expect(await says('{{date}} {{hour}}')).toBe(`${shown(first)} 00:30`);
  const { day, next } = { day: goTo(23, offset), next: () => goTo(0, offset) };
  expect(day).toBe(first);
  admin = await again(admin);
  expect(await says('{{date}} {{hour}}')).toBe(`${shown(day)} 23:30`);
  expect(await traffic()).toMatchObject({ sentToday: 2, newChatsToday: 1 });
  await admin.call('PUT /tickets/:ticketId', { params, body: { status: 'closed' } });
  const late = await admin.call('POST /tickets', { body: { contactId } });
  expect(late.protocol).toMatch(new RegExp(`^${day.replaceAll('-', '')}-`));

  expect(next() > day).toBe(true);
  admin = await again(admin);
  expect(await traffic()).toMatchObject({ sentToday: 0, newChatsToday: 0 });
});

test('the last day of a subscription ends at midnight in São Paulo', async () => {
  const offset = -3 * hour;
  const day = goTo(23, offset);
  const admin = await givenCompany(world.url);
  await platformTransaction(world.app.base, ({ db }) =>
    db.updateTable('companies').set({ due_date: day }).where('id', '=', admin.user.companyId).execute(),
  );
  await again(admin);
  goTo(0, offset);
  await expect(again(admin)).rejects.toMatchObject({ error: 'ERR_SUBSCRIPTION_EXPIRED' });
});
