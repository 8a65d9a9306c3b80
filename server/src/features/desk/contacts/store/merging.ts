// The statements of a merge and of a split.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { ContactRow, IdentityRow } from './contacts.ts';

/** Moves identities to another contact: `only` these, or all of them. Returns them. */
export async function moveIdentities(
  { db, companyId }: Scoped,
  from: number,
  to: number,
  only: readonly IdentityRow[] | null,
): Promise<IdentityRow[]> {
  const named =
    only === null
      ? sql`true`
      : sql`(kind, value) in (select * from unnest(${only.map(({ kind }) => kind)}::text[], ${only.map(({ value }) => value)}::text[]))`;
  const { rows } = await sql<IdentityRow>`
    update contact_identities set contact_id = ${to} where company_id = ${companyId} and contact_id = ${from} and ${named} returning kind, value`.execute(
    db,
  );
  return rows;
}

/** Moves extra fields in the same way, by id. */
export async function moveFields({ db, companyId }: Scoped, from: number, to: number, only: readonly number[] | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update contact_fields set contact_id = ${to}
    where company_id = ${companyId} and contact_id = ${from} and ${only === null ? sql`true` : sql`id = any(${[...only]}::bigint[])`} returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The row as JSON, for `restoreRow`. */
export async function rowAsJson({ db, companyId }: Scoped, id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(c) as row from contacts c where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0]?.row ?? {};
}

export async function restoreRow({ db, companyId }: Scoped, row: Record<string, unknown>): Promise<ContactRow> {
  const { rows } = await sql<ContactRow>`
    insert into contacts select * from jsonb_populate_record(null::contacts, ${JSON.stringify({ ...row, company_id: companyId })}::jsonb) returning *`.execute(
    db,
  );
  if (!rows[0]) throw new Error('the contact was not restored');
  return rows[0];
}

/** Contacts of the same name or with the same last eight digits, those with the digits first. */
export async function similarContacts(
  { db, companyId }: Scoped,
  contact: ContactRow,
  limit: number,
): Promise<(ContactRow & { reason: 'number' | 'name' })[]> {
  const { rows } = await sql<ContactRow & { reason: 'number' | 'name' }>`
    select * from (
      select c.*, case when c.number_tail = ${contact.number_tail} then 'number' else 'name' end as reason from contacts c
      where c.company_id = ${companyId} and c.id <> ${contact.id} and not c.is_group
        and (c.name_key = ${contact.name_key} or c.number_tail = ${contact.number_tail})
    ) found order by reason desc, id limit ${limit}`.execute(db);
  return rows;
}
