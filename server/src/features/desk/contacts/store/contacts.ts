// The only writer of contacts, their identities and their extra fields.
import type { Placed } from '@balcao/contract/ticket-rules';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { alphabetical } from '../../../../platform/db/alphabet.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import { beginOfDay } from '../../../../platform/db/days.ts';
import { noteRevision, revisionColumn } from '../../../../platform/db/kept.ts';
import { beginsWith, literal } from '../../../../platform/db/matching.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Contacts } from '../../../../tables.ts';

export type ContactRow = Selectable<Contacts>;
export type FieldRow = { id: number; name: string; value: string };
export type IdentityRow = { kind: 'phone' | 'wa_pn' | 'wa_lid' | 'wa_bsuid' | 'username' | 'group'; value: string };

/** How far counting and searching go; nobody reads further. */
export const countMax = 10_000;

export async function findContact({ db, companyId }: Scoped, id: number): Promise<ContactRow | null> {
  const row = await db.selectFrom('contacts').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Throws ERR_NO_CONTACT_FOUND. */
export async function getContact(ctx: Scoped, id: number): Promise<ContactRow> {
  const row = await findContact(ctx, id);
  if (!row) throw new AppError('ERR_NO_CONTACT_FOUND');
  return row;
}

export async function findContacts({ db, companyId }: Scoped, ids: readonly number[]): Promise<ContactRow[]> {
  const { rows } =
    await sql<ContactRow>`select * from contacts where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** Locks the row until the transaction ends; others may still insert rows that refer to it. Throws ERR_NO_CONTACT_FOUND. */
export async function lockContact({ db, companyId }: Scoped, id: number): Promise<ContactRow> {
  const { rows } = await sql<ContactRow>`
    select * from contacts where company_id = ${companyId} and id = ${id} for no key update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_CONTACT_FOUND');
  return rows[0];
}

/** As `lockContact`, for removing the row: also waits for transactions that insert rows referring to it, and keeps new ones out. */
export async function lockContactWholly({ db, companyId }: Scoped, id: number): Promise<ContactRow> {
  const { rows } = await sql<ContactRow>`select * from contacts where company_id = ${companyId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_CONTACT_FOUND');
  return rows[0];
}

/** Locks the tickets of a contact until the transaction ends, the oldest first. Answers their ids. */
export async function lockTicketsOf({ db, companyId }: Scoped, id: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from tickets where company_id = ${companyId} and contact_id = ${id} order by id for no key update`.execute(db);
  return rows.map(({ id }) => id);
}

/** One transaction at a time decides which contact has these identities. The locks are taken in a fixed order, to avoid deadlocks. */
export async function lockIdentities({ db, companyId }: Scoped, identities: readonly IdentityRow[]): Promise<void> {
  const keys = locksOf(companyId, identities);
  if (keys.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) with ordinality as k (key, position) order by position`.execute(
    db,
  );
}

function locksOf(companyId: number, identities: readonly IdentityRow[]): string[] {
  return identities.map(({ kind, value }) => `contact:${companyId}:${kind}:${value}`).sort();
}

/** As `lockIdentities`. Then: the contacts behind them, and who has this number, if anybody. */
export async function holdIdentities(
  { db, companyId }: Scoped,
  identities: readonly IdentityRow[],
  number: string | null,
): Promise<{ contacts: KnownContact[]; numberHolder: number | null }> {
  const { kinds, values } = columnsOf(identities);
  const { rows } = await sql<{ contacts: KnownContact[]; numberHolder: number | null }>`
    select contacts, number_holder as "numberHolder"
    from hold_identities(${companyId}, ${locksOf(companyId, identities)}::text[], ${kinds}::text[], ${values}::text[], ${number})`.execute(
    db,
  );
  return rows[0] ?? { contacts: [], numberHolder: null };
}

function columnsOf(identities: readonly IdentityRow[]): { kinds: string[]; values: string[] } {
  return { kinds: identities.map(({ kind }) => kind), values: identities.map(({ value }) => value) };
}

export type KnownContact = Pick<ContactRow, 'id' | 'name' | 'number' | 'named' | 'is_group'> & {
  /** The most recent first. */
  identities: IdentityRow[];
};

/** The contacts with any of these identities, each with all of its own. */
export async function contactsBehind({ db, companyId }: Scoped, identities: readonly IdentityRow[]): Promise<KnownContact[]> {
  const { rows } = await sql<KnownContact>`select * from ${behind(companyId, identities)} b`.execute(db);
  return rows;
}

/** The same as JSON, for a statement that reads something else as well. */
export function contactsBehindJson(companyId: number, identities: readonly IdentityRow[]): RawBuilder<KnownContact[]> {
  return sql`(select coalesce(json_agg(row_to_json(b)), '[]') from ${behind(companyId, identities)} b)`;
}

/** As `contactsBehind` for each of these, in their order. Brings the configuration's revision along. */
export async function contactsBehindEach(ctx: Scoped, each: readonly (readonly IdentityRow[])[]): Promise<KnownContact[][]> {
  const { db, companyId } = ctx;
  const wanted = JSON.stringify(each.map((identities, place) => ({ place, ...columnsOf(identities) })));
  const { rows } = await sql<{ revision: string; known: KnownContact[] }>`
    select ${revisionColumn(companyId)}, (select coalesce(json_agg(row_to_json(b)), '[]') from contacts_behind(${companyId}, w.kinds, w.values) b) as known
    from jsonb_to_recordset(${wanted}::jsonb) as w (place int, kinds text[], values text[]) order by w.place`.execute(db);
  noteRevision(ctx, rows[0]?.revision ?? '');
  return rows.map(({ known }) => known);
}

function behind(companyId: number, identities: readonly IdentityRow[]): RawBuilder<KnownContact> {
  const { kinds, values } = columnsOf(identities);
  return sql`contacts_behind(${companyId}, ${kinds}::text[], ${values}::text[])`;
}

/**
 * As `contactsBehind`, locked until the transaction ends. The rows are locked in the order of their ids, as everywhere, and read again
 * afterwards: the transaction that held them may have merged two of them. `known`: those that were found under the identities' locks.
 */
export async function lockContactsBehind(
  ctx: Scoped,
  identities: readonly IdentityRow[],
  known?: readonly KnownContact[],
): Promise<KnownContact[]> {
  for (let found = known ?? (await contactsBehind(ctx, identities)); ; ) {
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    await sql`select 1 from contacts where company_id = ${ctx.companyId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
      ctx.db,
    );
    const still = await contactsBehind(ctx, identities);
    if (still.length === ids.length && still.every(({ id }) => ids.includes(id))) return still;
    found = still;
  }
}

export async function findByNumber({ db, companyId }: Scoped, number: string): Promise<{ id: number } | null> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .where('number', '<>', '')
    .executeTakeFirst();
  return row ?? null;
}

/** Notes when a campaign wrote to them. Locks them in the order of their ids, as everywhere. */
export async function saveCampaignAt({ db, companyId }: Scoped, ids: readonly number[], at: Date | null): Promise<void> {
  const these = sql`company_id = ${companyId} and id = any(${[...ids]}::bigint[])`;
  if (ids.length > 1) await sql`select 1 from contacts where ${these} order by id for no key update`.execute(db);
  await sql`update contacts set campaign_at = ${at} where ${these}`.execute(db);
}

export async function insertContact({ db, companyId }: Scoped, values: Omit<Insertable<Contacts>, 'company_id'>): Promise<ContactRow> {
  return db
    .insertInto('contacts')
    .values({ ...values, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** As `insertContact`, with its identities; one that another contact has stays there, except for a username. */
export async function insertContactWith(
  { db, companyId }: Scoped,
  values: Omit<Insertable<Contacts>, 'company_id'>,
  identities: readonly IdentityRow[],
  at: Date,
): Promise<ContactRow> {
  const inserted = db
    .insertInto('contacts')
    .values({ ...values, company_id: companyId })
    .returningAll();
  const { rows } = await sql<ContactRow>`
    with c as (${inserted}), i as (${identitiesInsert(companyId, sql`(select id from c)`, identities, at)}) select * from c`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no contact was inserted');
  return row;
}

/** Writes what is given. */
export async function saveContact({ db, companyId }: Scoped, id: number, change: Updateable<Contacts>): Promise<ContactRow> {
  return db
    .updateTable('contacts')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeContact({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('contacts').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Status, agent and queue of a contact's tickets: active ones first, then the latest. */
export async function placesOfTickets({ db, companyId }: Scoped, id: number, limit: number): Promise<(Placed & { id: number })[]> {
  const { rows } = await sql<Placed & { id: number }>`
    select id, status, user_id as "userId", queue_id as "queueId" from tickets where company_id = ${companyId} and contact_id = ${id}
    order by (status <> 'closed') desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Adds identities to a contact, or marks them as its most recent ones. Another contact's identity stays there, except for a username. */
export async function saveIdentities(
  { db, companyId }: Scoped,
  contactId: number,
  identities: readonly IdentityRow[],
  at: Date,
): Promise<void> {
  if (identities.length > 0) await identitiesInsert(companyId, sql`${contactId}::bigint`, identities, at).execute(db);
}

function identitiesInsert(
  companyId: number,
  contactId: RawBuilder<unknown>,
  identities: readonly IdentityRow[],
  at: Date,
): RawBuilder<unknown> {
  const { kinds, values } = columnsOf(identities);
  return sql`
    insert into contact_identities (company_id, contact_id, kind, value, created_at)
    select distinct on (kind, value) ${companyId}::bigint, ${contactId}, kind, value, ${at}::timestamptz
    from unnest(${kinds}::text[], ${values}::text[]) as told (kind, value)
    on conflict (company_id, kind, scope, value) do update set created_at = excluded.created_at, contact_id = excluded.contact_id
    where contact_identities.contact_id = excluded.contact_id or contact_identities.kind = 'username'`;
}

export async function removeIdentity({ db, companyId }: Scoped, contactId: number, { kind, value }: IdentityRow): Promise<void> {
  await db
    .deleteFrom('contact_identities')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .execute();
}

/** The most recent first. */
export async function identitiesOfContact({ db, companyId }: Scoped, contactId: number): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select kind, value from contact_identities where company_id = ${companyId} and contact_id = ${contactId} order by created_at desc, kind, value`.execute(
    db,
  );
  return rows;
}

export async function fieldsOf({ db, companyId }: Scoped, contactId: number): Promise<FieldRow[]> {
  return db
    .selectFrom('contact_fields')
    .select(['id', 'name', 'value'])
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();
}

/** Replaces a contact's extra fields: those with a known id are changed, others added, missing ones removed. */
export async function saveFields(
  ctx: Scoped,
  contactId: number,
  fields: { id?: number | null | undefined; name: string; value: string }[],
): Promise<void> {
  const { db, companyId } = ctx;
  const known = new Set((await fieldsOf(ctx, contactId)).map(({ id }) => id));
  const kept = fields.flatMap(({ id }) => (id && known.has(id) ? [id] : []));
  await sql`delete from contact_fields where company_id = ${companyId} and contact_id = ${contactId} and not (id = any(${kept}::bigint[]))`.execute(
    db,
  );
  for (const { id, name, value } of fields) {
    if (id && known.has(id))
      await db.updateTable('contact_fields').set({ name, value }).where('company_id', '=', companyId).where('id', '=', id).execute();
    else await db.insertInto('contact_fields').values({ company_id: companyId, contact_id: contactId, name, value }).execute();
  }
}

export async function connectionOf({ db, companyId }: Scoped, connectionId: number | null): Promise<{ id: number; name: string } | null> {
  if (connectionId === null) return null;
  const row = await db
    .selectFrom('connections')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export type Listing = {
  search: string;
  /** Days in the company's time zone, both included. */
  from: string | null;
  until: string | null;
  timeZone: string;
};

/** Contacts by name. */
export async function listContacts(ctx: Scoped, listing: Omit<Listing, 'search'>, limit: number, offset: number): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select c.* from contacts c where ${listed(ctx, listing)} order by ${alphabetical(sql`c.name`)}, c.id limit ${limit} offset ${offset}`.execute(
    ctx.db,
  );
  return rows;
}

/** What a search finds, by name, and how many it finds up to the last of these: nothing further is looked for, so that it takes a bounded time. */
export async function searchContacts(
  ctx: Scoped,
  listing: Listing,
  limit: number,
  offset: number,
): Promise<{ rows: ContactRow[]; count: number }> {
  const { rows } = await sql<ContactRow & { found: number }>`
    with hits as materialized (${isShort(listing.search) ? begun(ctx, listing, offset + limit) : holding(listing, offset + limit)})
    select c.*, counted.found
    from (select count(*) as found from hits) counted
    left join hits on hits.place > ${offset}
    left join lateral (select c.* from contacts c where c.company_id = ${anyCompany(ctx.companyId)} and c.id = hits.id offset 0) c on true
    order by hits.place`.execute(ctx.db);
  return { rows: rows.filter(({ id }) => id !== null), count: rows[0]?.found ?? 0 };
}

/** How many contacts a listing has; stops at `countMax`. */
export async function countContacts(ctx: Scoped, listing: Omit<Listing, 'search'>): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from (select 1 from contacts c where ${listed(ctx, listing)} limit ${countMax}) counted`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

function holding(listing: Listing, atMost: number): RawBuilder<unknown> {
  const { from, until } = bounds(listing);
  return sql`select f.id, f.place from search_contacts_by_name(${literal(listing.search)}, ${atMost}::integer,
    ${from ?? sql`null`}, ${until ?? sql`null`}) with ordinality as f (id, place)`;
}

/** Each beginning goes into its index once, and not again for each contact by its id. */
function begun(ctx: Scoped, listing: Listing, atMost: number): RawBuilder<unknown> {
  const within = listed(ctx, listing);
  const [name, number] = beginnings(listing.search);
  const start = sql`lower(${listing.search}) collate portuguese`;
  // What begins alike stands side by side in the alphabet, but for scripts that write a vowel before the letter it follows.
  const byName = /^[\p{Script=Latin}\d ]+$/u.test(listing.search)
    ? sql`select c.id, c.name from (
        select c.id, c.name, c.name_key from contacts c
        where ${within} and c.name collate portuguese >= ${start} and c.name collate portuguese < ${start} || chr(1114109)
        order by ${alphabetical(sql`c.name`)}, c.id offset 0) c where ${name} limit ${atMost}`
    : sql`select c.id, c.name from contacts c where ${within} and ${name} limit ${countMax}`;
  return sql`select id, row_number() over (order by ${alphabetical(sql`name`)}, id) as place
    from ((${byName}) union (select c.id, c.name from contacts c where ${within} and ${number} limit ${countMax})) found
    order by ${alphabetical(sql`name`)}, id limit ${atMost}`;
}

function listed({ companyId }: Scoped, listing: Omit<Listing, 'search'>): RawBuilder<unknown> {
  const { from, until } = bounds(listing);
  const all: RawBuilder<unknown>[] = [sql`c.company_id = ${companyId}`];
  if (from) all.push(sql`c.created_at >= ${from}`);
  if (until) all.push(sql`c.created_at < ${until}`);
  return sql.join(all, sql` and `);
}

function bounds({ from, until, timeZone }: Omit<Listing, 'search'>) {
  return {
    from: from && beginOfDay(sql`${from}::date`, timeZone),
    until: until && beginOfDay(sql`${until}::date + 1`, timeZone),
  };
}

/** Trigrams need three letters; shorter searches match the beginning of names and numbers, as ranges, which the indexes serve. */
function isShort(search: string): boolean {
  return [...search].length < 3;
}

function beginnings(search: string): [name: RawBuilder<unknown>, number: RawBuilder<unknown>] {
  return [beginsWith(sql`c.name_key`, sql`lower(${search})`), sql`c.number <> '' and ${beginsWith(sql`c.number`, sql`${search}::text`)}`];
}
