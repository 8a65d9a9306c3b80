// The only writer of the ledger of consents, and of the addresses that are out.
import type { ConsentView } from '@balcao/contract/consent';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';
import type { ContactConsents } from '../../../tables.ts';

type State = ConsentView['state'];
export type ConsentRow = Omit<Selectable<ContactConsents>, 'state' | 'source'> & Pick<ConsentView, 'state' | 'source'> & { name: string };
export type Address = { kind: 'phone' | 'wa_lid' | 'wa_bsuid'; value: string };

const named = sql`select e.*, coalesce(c.name, '') as name from contact_consents e left join contacts c on c.company_id = e.company_id and c.id = e.contact_id`;

/** The addresses by which a contact is recognised: contact id, kind, value. */
function addresses(companyId: number, contacts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select contact_id, kind, value from contact_identities
      where company_id = ${companyId} and contact_id in (${contacts}) and scope = '' and kind in ('phone', 'wa_lid', 'wa_bsuid')
    union select id, 'phone', number from contacts where company_id = ${companyId} and id in (${contacts}) and number <> ''`;
}

export async function addressesOf({ db, companyId }: Scoped, contactId: number): Promise<Address[]> {
  const { rows } = await sql<Address>`select kind, value from (${addresses(companyId, sql`${contactId}`)}) as own`.execute(db);
  return rows;
}

/** Which of these contacts are out. */
export async function contactsOut({ db, companyId }: Scoped, contactIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct own.contact_id as id from (${addresses(companyId, sql`select unnest(${[...contactIds]}::bigint[])`)}) as own
    join contact_opt_outs o on o.company_id = ${companyId} and o.kind = own.kind and o.value = own.value`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of these numbers are out, by themselves or with the contact that has them. */
export async function numbersOut({ db, companyId }: Scoped, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${[...numbers]}::text[]) as given (number)
    where exists (
        select from contact_opt_outs o where o.company_id = ${companyId} and o.kind = 'phone' and o.value = given.number)
      or (
        -- Not joins: for a company of which the statistics know nothing yet, those read all its contacts for each number.
        select bool_or(exists (select from contact_opt_outs o where o.company_id = i.company_id and o.kind = i.kind and o.value = i.value))
        from contact_identities i where i.company_id = ${companyId} and i.scope = '' and i.contact_id = (
          select p.contact_id from contact_identities p
          where p.company_id = ${companyId} and p.kind = 'phone' and p.scope = '' and p.value = given.number))`.execute(db);
  return rows.map(({ number }) => number);
}

/** The latest entry by which one of these addresses is out; null if none is. */
export async function findOut({ db, companyId }: Scoped, of: readonly Address[]): Promise<ConsentRow | null> {
  const { rows } = await sql<ConsentRow>`
    ${named} where e.company_id = ${companyId} and e.id in (
      select o.consent_id from unnest(${of.map(({ kind }) => kind)}::text[], ${of.map(({ value }) => value)}::text[]) as own (kind, value)
      join contact_opt_outs o on o.company_id = ${companyId} and o.kind = own.kind and o.value = own.value)
    order by (e.source = 'customer') desc, e.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export type NewConsent = {
  contactId: number | null;
  number: string;
  state: State;
  words: string;
  source: ConsentView['source'];
  by: { id: number; name: string } | null;
  messageId?: number;
  at: Date;
};

export async function insertConsent({ db, companyId }: Scoped, entry: NewConsent): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into contact_consents (company_id, contact_id, number, state, words, source, user_id, user_name, message_id, created_at)
    values (${companyId}, ${entry.contactId}, ${entry.number}, ${entry.state}, ${entry.words}, ${entry.source}, ${entry.by?.id ?? null},
      ${entry.by?.name ?? null}, ${entry.messageId ?? null}, ${entry.at}) returning id`.execute(db);
  if (!rows[0]) throw new Error('the consent was not noted');
  return rows[0].id;
}

/** From now on these addresses are out. */
export async function saveOut({ db, companyId }: Scoped, consentId: number, of: readonly Address[]): Promise<void> {
  await sql`
    insert into contact_opt_outs (company_id, kind, value, consent_id)
    select ${companyId}, kind, value, ${consentId}
    from unnest(${of.map(({ kind }) => kind)}::text[], ${of.map(({ value }) => value)}::text[]) as own (kind, value)
    on conflict (company_id, kind, value) do nothing`.execute(db);
}

/** From now on these addresses are no longer out. */
export async function removeOut({ db, companyId }: Scoped, of: readonly Address[]): Promise<void> {
  await sql`
    delete from contact_opt_outs o using unnest(${of.map(({ kind }) => kind)}::text[], ${of.map(({ value }) => value)}::text[]) as own (kind, value)
    where o.company_id = ${companyId} and o.kind = own.kind and o.value = own.value`.execute(db);
}

/** What was said by whoever has these addresses now, newest first. */
export async function consentsOf(
  { db, companyId }: Scoped,
  contactId: number,
  numbers: readonly string[],
  limit: number,
): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    ${named} where e.company_id = ${companyId} and e.id in (
      (select id from contact_consents where company_id = ${companyId} and contact_id = ${contactId} order by id desc limit ${limit})
      union
      (select id from contact_consents where company_id = ${companyId} and number <> '' and number = any(${[...numbers]}::text[])
        order by id desc limit ${limit}))
    order by e.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Newest first. */
export async function listConsents({ db, companyId }: Scoped, limit: number, offset: number): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    ${named} where e.company_id = ${companyId} order by e.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The next entries, oldest first. */
export async function consentsAfter({ db, companyId }: Scoped, id: number, limit: number): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    ${named} where e.company_id = ${companyId} and e.id > ${id} order by e.id limit ${limit}`.execute(db);
  return rows;
}
