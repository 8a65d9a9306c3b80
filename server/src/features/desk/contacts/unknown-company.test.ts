import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { filling } from '../../../../test/filling.ts';
import { blocksRead } from '../../../../test/reads.ts';
import type { Ctx } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { contactsBehind, searchContacts } from './store/contacts.ts';

let company: TestCompany;
let another: Ctx;
beforeAll(async () => {
  company = await createTestCompany({ features });
  await add(company.admin, 5_521_900_000_000, 2_000);
  await transaction(company.admin, async ({ db }) => {
    for (const table of ['contacts', 'contact_identities'])
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
    await sql`analyze contacts, contact_identities`.execute(db);
  });
  another = await company.another();
  await add(another, 5_547_900_000_000, 10_000);
});
afterAll(() => company.close());

/** Adds contacts with numbers from `first` on. */
function add(ctx: Ctx, first: number, count: number) {
  return filling(ctx, ({ db, companyId }) =>
    sql`
      with added as (
        insert into contacts (company_id, name, number, email, named)
        select ${companyId}, 'Cliente ' || g, g::text, '', true from generate_series(${first}::bigint, ${first + count - 1}::bigint) g
        returning company_id, id, number)
      insert into contact_identities (company_id, contact_id, kind, value) select company_id, id, 'phone', number from added`.execute(db),
  );
}

// With each contact compared with each identity, which is what a join becomes, it takes longer than a statement may.
test('who is behind a number is found at once in a company of which the statistics know nothing yet', async () => {
  await transaction(another, async (ctx) => {
    await sql`set local statement_timeout = 1000`.execute(ctx.db);
    const known = await contactsBehind(ctx, [{ kind: 'phone', value: '5547900004321' }]);
    expect(known.map(({ number }) => number)).toEqual(['5547900004321']);
  });
});

test('a search there goes by the ids of what it shows', async () => {
  await reading(another, async (ctx) => {
    const before = await blocksRead(ctx, 'contacts');
    const { rows } = await searchContacts(ctx, { search: 'cliente', from: null, until: null, timeZone: 'UTC' }, 500, 0);
    expect(rows).toHaveLength(500);
    expect((await blocksRead(ctx, 'contacts')) - before).toBeLessThan(5_000);
  });
});
