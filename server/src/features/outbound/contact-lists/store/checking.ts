// Which numbers of a list are on WhatsApp.
import type { Validity } from '@balcao/contract/contact-list-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';

/** Numbers of people who have written already are known to be valid. Answers how many there were, at most `limit`. */
export async function markKnown({ db, companyId }: Scoped, listId: number, at: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update contact_list_items set validity = 'valid', checked_at = ${at}
    where company_id = ${companyId} and id = any(array(
      select i.id from contact_list_items i
      where i.company_id = ${anyCompany(companyId)} and i.list_id = ${listId} and i.validity = 'unchecked' and exists (
        select from contact_identities p
        join contact_identities w on w.company_id = p.company_id and w.contact_id = p.contact_id and w.kind in ('wa_pn', 'wa_lid')
        where p.company_id = i.company_id and p.kind = 'phone' and p.scope = '' and p.value = i.number)
      order by i.id limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The next numbers to look up. */
export async function unchecked({ db, companyId }: Scoped, listId: number, limit: number): Promise<{ id: number; number: string }[]> {
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from contact_list_items where company_id = ${companyId} and list_id = ${listId} and validity = 'unchecked'
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Writes what was found; an entry that has another number by now stays. */
export async function saveChecked(
  { db, companyId }: Scoped,
  found: readonly { id: number; number: string; validity: Validity }[],
  at: Date,
): Promise<void> {
  await sql`
    update contact_list_items i set validity = f.validity, checked_at = ${at}, updated_at = ${at}
    from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ number }) => number)}::text[], ${found.map(({ validity }) => validity)}::text[])
      as f (id, number, validity)
    where i.company_id = ${companyId} and i.id = f.id and i.number = f.number`.execute(db);
}

/** All that wait count as unverifiable. Answers how many there were, at most `limit`. */
export async function giveUpChecking({ db, companyId }: Scoped, listId: number, at: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update contact_list_items set validity = 'unverifiable', checked_at = ${at}
    where company_id = ${companyId} and id = any(array(
      select id from contact_list_items where company_id = ${companyId} and list_id = ${listId} and validity = 'unchecked'
      order by id limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Those not known to be valid are looked up again. */
export async function checkAgain({ db, companyId }: Scoped, listId: number): Promise<void> {
  await sql`
    update contact_list_items set validity = 'unchecked' where company_id = ${companyId} and list_id = ${listId} and validity in ('invalid', 'unverifiable')`.execute(
    db,
  );
}
