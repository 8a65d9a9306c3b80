import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { insertImport, takeRows } from './store.ts';

let company: TestCompany;
beforeAll(async () => {
  company = await createTestCompany({ features });
});
afterAll(() => company.close());

const size = 40_000;

// With the next rows looked for anew for each row, it takes longer than a statement may.
test('the next rows of a large sheet are taken in order, before anything is known of the table', async () => {
  await transaction(company.admin, async (ctx) => {
    const { id } = await insertImport(ctx, {
      kind: 'contacts',
      listId: null,
      userId: null,
      fileKey: 'folha',
      fileName: 'clientes.xlsx',
      mapping: { name: 0, number: 1, email: null, fields: [] },
      total: size,
      at: company.clock.now(),
    });
    await sql`
      insert into import_rows (company_id, import_id, row, name, number, email, fields)
      select ${ctx.companyId}, ${id}, g, 'Cliente ' || g, '55479' || g, '', '[]' from generate_series(${size}::int, 1, -1) g`.execute(
      ctx.db,
    );
    for (const first of [1, 501, 1001]) {
      const rows = (await takeRows(ctx, id, 500)).map(({ row }) => row);
      expect(rows).toEqual(Array.from({ length: 500 }, (_, i) => first + i));
    }
    expect(await takeRows(ctx, id, size)).toHaveLength(size - 1500);
    expect(await takeRows(ctx, id, 500)).toEqual([]);
  });
});
