// Single extra fields of contacts; all at once they are saved with the contact.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** How many fields a contact has, but for the one with this id. */
export async function countOtherFields({ db, companyId }: Scoped, contactId: number, id: number | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from contact_fields
    where company_id = ${companyId} and contact_id = ${contactId} and id is distinct from ${id}::bigint`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Changes the field with this id, or adds one. An empty value removes it. The contact is locked by the caller. */
export async function saveField(
  { db, companyId }: Scoped,
  contactId: number,
  { id, name, value }: { id: number | null; name: string; value: string },
): Promise<void> {
  const own = sql`company_id = ${companyId} and contact_id = ${contactId} and id = ${id}`;
  if (value === '') {
    await sql`delete from contact_fields where ${own}`.execute(db);
    return;
  }
  await sql`
    with changed as (update contact_fields set name = ${name}, value = ${value} where ${own} returning id)
    insert into contact_fields (company_id, contact_id, name, value)
    select ${companyId}, ${contactId}, ${name}, ${value} where not exists (select from changed)`.execute(db);
}
