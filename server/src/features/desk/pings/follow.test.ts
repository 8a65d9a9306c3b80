import { followersMax } from '@balcao/contract/ping-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Ctx } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { followTicket } from './actions/follow.ts';

let company: TestCompany;
beforeAll(async () => {
  company = await createTestCompany({ features });
});
afterAll(() => company.close());

test('so many follow a ticket and no more, at the same instant too', async () => {
  const { rows } = await transaction(company.admin, ({ db, companyId }) =>
    sql<{ id: number; ticketId: number }>`
      with contact as (insert into contacts (company_id, name) values (${companyId}, 'Rui') returning id),
      ticket as (insert into tickets (company_id, number, status, contact_id) select ${companyId}, 1, 'pending', id from contact returning id)
      insert into users (company_id, name, email, password_hash, profile)
      select ${companyId}, 'Ana', 'ana' || n || '@loja.example', '', 'admin' from generate_series(1, ${followersMax + 3}::int) n
      returning id, (select id from ticket) as "ticketId"`.execute(db),
  );
  const tries = await Promise.allSettled(
    rows.map(({ id, ticketId }) => followTicket({ ...company.admin, actor: { ...company.admin.actor, id } } as Ctx, ticketId, true)),
  );
  expect(tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ code: 'ERR_TOO_MANY_FOLLOWERS', details: { max: followersMax } })),
  );
});
