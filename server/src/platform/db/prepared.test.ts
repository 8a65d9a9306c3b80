// Statements that were prepared before the next version changed their table. Processes of the version before go on.
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestCompany } from '../../../test/company.ts';
import { platformTransaction, reading, transaction } from './transaction.ts';

test('a column that a migration adds fails no transaction of a process that is at work', async () => {
  const company = await createTestCompany({ features: [] });
  const owner = new pg.Client({ connectionString: company.database.superUrl });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await company.close();
  });
  const ctx = company.admin;
  const all = sql`select * from tags where company_id = ${ctx.companyId}`;
  const saved = (name: string) => sql`insert into tags (company_id, name, color) values (${ctx.companyId}, ${name}, '#0a0b03') returning *`;
  // Several at once, so that several connections have prepared them.
  const work = (round: number) =>
    Promise.all(
      [1, 2, 3].flatMap((n) => [
        transaction(ctx, ({ db }) => saved(`${round}-${n}`).execute(db)),
        reading(ctx, ({ db }) => all.execute(db)),
        platformTransaction(company.base, ({ db }) => all.execute(db)),
      ]),
    );
  await work(1);
  await owner.query('alter table tags add column weight integer');
  await work(2);
  await owner.query('alter table tags drop column weight');
  await work(3);
  const { rows } = await owner.query('select count(*)::int as n from tags');
  expect(rows).toEqual([{ n: 9 }]);
});
