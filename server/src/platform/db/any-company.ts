import { type RawBuilder, sql } from 'kysely';

/**
 * The company, for a statement that is to be planned as for any company. One that PostgreSQL's statistics do not know yet seems to have a single row, so that
 * each row of a table would be compared with each of another. A value that comes from a subquery is not looked up in the statistics.
 */
export function anyCompany(companyId: number): RawBuilder<number> {
  return sql`(select ${companyId}::bigint)`;
}
