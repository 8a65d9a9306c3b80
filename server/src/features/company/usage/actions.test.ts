import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, signIn, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { givenCompany, givenUser, newIp } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { measureCompanies } from './actions.ts';

let world: World;
let operator: Client;
beforeAll(async () => {
  world = await createWorld();
  operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
});
afterAll(() => world.close());

test('what a company uses is what a recount finds, and companies are sorted by it', async () => {
  const [big, small] = [await givenCompany(world.url, 'Zebra'), await givenCompany(world.url, 'Abelha')];
  await givenUser(world.url, big);
  const whatsappId = await givenPhone(big);
  await big.call('POST /simulator/:whatsappId/messages', {
    params: { whatsappId },
    body: { from: '5511987650001', name: 'Cliente', body: 'oi' },
  });
  const { companyId } = big.user;
  // More than one piece.
  await platformTransaction(world.app.base, ({ db }) =>
    sql`
      insert into messages (company_id, ticket_id, contact_id, connection_id, from_me, media_type, state, sent_at, media_key, media_size)
      select company_id, ticket_id, contact_id, connection_id, false, 'image', 'received',
        case when i = 1 then now() - interval '70 days' else now() end, case when i <= 10 then ${companyId} || '/a' || i || '.png' end, 1000
      from messages, generate_series(1, 20001) as i where company_id = ${companyId}`.execute(db),
  );
  await platformTransaction(world.app.base, ({ db }) =>
    sql`insert into campaigns (company_id, name, media_key, media_size) values (${companyId}, 'Natal', ${`${companyId}/natal.png`}, 500)`.execute(
      db,
    ),
  );
  await measureCompanies(world.app.base);
  const used = await until(async () => {
    const { companies } = await operator.call('GET /v1/companies/usage', { query: { sort: 'messages', order: 'desc' } });
    return companies.find(({ name }) => name === 'Zebra')?.measuredAt ? companies : null;
  }, 20_000);
  expect(used[0]).toMatchObject({ name: 'Zebra', users: 2, connections: 1, messages: 20_002, monthMessages: 20_001, storageBytes: 10_500 });
  const names = async (query: object) => (await operator.call('GET /v1/companies/usage', { query })).companies.map(({ name }) => name);
  expect(await names({ sort: 'users', order: 'desc' })).toEqual(['Zebra', 'Balcão', 'Abelha']);
  expect(await names({ searchParam: 'abelh' })).toEqual(['Abelha']);
  await expect(small.call('GET /v1/companies/:companyId/usage', { params: { companyId } })).rejects.toMatchObject({
    error: 'ERR_NO_COMPANY_FOUND',
  });
});
