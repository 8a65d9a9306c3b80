import { sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';

/** Messages of these tickets belong to another contact from now on. */
export async function handOverMessages({ db, companyId }: Scoped, from: number, to: number, ticketIds: readonly number[]): Promise<void> {
  await sql`update messages set contact_id = ${to}
    where company_id = ${companyId} and contact_id = ${from} and ticket_id = any(${[...ticketIds]}::bigint[])`.execute(db);
}
