// The contacts of campaigns. Whoever calls a writer here holds the lock of the campaign, so the tallies agree with the rows.
import type { ShippingFilter, ShippingState } from '@balcao/contract/campaign-rules';
import { fileOptionsMax } from '@balcao/contract/file-rules';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { anyCompany } from '../../../../platform/db/any-company.ts';
import { noteRevision, revisionColumn } from '../../../../platform/db/kept.ts';
import { contains } from '../../../../platform/db/matching.ts';
import type { CampaignShippings, Messages } from '../../../../tables.ts';

export type ShippingRow = Omit<Selectable<CampaignShippings>, 'state'> & { state: ShippingState };
export type ShownShipping = ShippingRow & { ticket_uuid: string | null };

/**
 * Takes over the next items of a list after the item `after`. A number that the campaign has already stays as it is; one without WhatsApp is
 * skipped at once. Resolves with the last item read, null at the end.
 */
export async function planItems(
  { db, companyId }: Scoped,
  { campaignId, listId, after, limit, now }: { campaignId: number; listId: number; after: number; limit: number; now: Date },
): Promise<{ last: number; read: number; valid: number } | null> {
  const { rows } = await sql<{ last: number | null; read: number; valid: number }>`
    with items as (
      select id, name, number, email, validity from contact_list_items
      where company_id = ${companyId} and list_id = ${listId} and id > ${after} order by id limit ${limit}
    ), added as (
      insert into campaign_shippings (company_id, campaign_id, name, number, email, state, reason, created_at)
      select ${companyId}, ${campaignId}, name, number, email,
        case when validity in ('valid', 'unverifiable') then 'waiting' else 'skipped' end,
        case validity when 'invalid' then 'invalid_number' when 'unchecked' then 'unchecked_number' end, ${now}
      from items order by id
      on conflict (company_id, campaign_id, number) do nothing
      returning state
    ), counted as (
      insert into campaign_tallies (company_id, campaign_id, variant, state, replied, n)
      select ${companyId}, ${campaignId}, 0, state, false, count(*) from added group by state
      on conflict (company_id, campaign_id, variant, state, replied) do update set n = campaign_tallies.n + excluded.n
    )
    select max(id) as last, count(*)::int as read, count(*) filter (where validity in ('valid', 'unverifiable'))::int as valid from items`.execute(
    db,
  );
  const [row] = rows;
  return row?.last ? { last: row.last, read: row.read, valid: row.valid } : null;
}

/** Forgets those who were not sent to, before another list is taken over. */
export async function forgetWaiting({ db, companyId }: Scoped, campaignId: number): Promise<void> {
  const gone = sql`company_id = ${companyId} and campaign_id = ${campaignId}`;
  await sql`delete from campaign_shippings where ${gone} and state in ('waiting', 'skipped')`.execute(db);
  await sql`delete from campaign_tallies where ${gone} and state in ('waiting', 'skipped')`.execute(db);
}

/** Locks the next contacts that were not sent to. */
export async function claimWaiting({ db, companyId }: Scoped, campaignId: number, limit: number): Promise<ShippingRow[]> {
  const { rows } = await sql<ShippingRow>`
    select * from campaign_shippings where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'waiting'
    order by id limit ${limit} for update skip locked`.execute(db);
  return rows;
}

export async function lockShipping({ db, companyId }: Scoped, id: number): Promise<ShippingRow | null> {
  const { rows } = await sql<ShippingRow>`
    select * from campaign_shippings where company_id = ${companyId} and id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

/** What a customer who writes now may be answering: the last thing that a campaign sent them since `since`, if they have not answered it. */
export async function unansweredOf(
  { db, companyId }: Scoped,
  contactId: number,
  since: Date,
): Promise<{ id: number; campaign_id: number } | null> {
  const { rows } = await sql<{ id: number; campaign_id: number; open: boolean }>`
    select id, campaign_id, case state when 'asking' then confirmed_at is null else replied_at is null end
      and coalesce(sent_at, confirmation_requested_at) >= ${since} as open
    from campaign_shippings
    where company_id = ${companyId} and contact_id = ${contactId} and coalesce(sent_at, confirmation_requested_at) is not null
    order by coalesce(sent_at, confirmation_requested_at) desc limit 1`.execute(db);
  return rows[0]?.open ? { id: rows[0].id, campaign_id: rows[0].campaign_id } : null;
}

/** What was sent to a contact that is merged into another counts as sent to that one. */
export async function moveToContact({ db, companyId }: Scoped, from: number, to: number): Promise<void> {
  await sql`update campaign_shippings set contact_id = ${to} where company_id = ${companyId} and contact_id = ${from}`.execute(db);
}

/** What becomes of a contact of a campaign; what is not given stays. */
export type ShippingChange = { id: number; change: Pick<Updateable<CampaignShippings>, (typeof changeable)[number]> };

const changeable = [
  'state',
  'attempts',
  'reason',
  'variant',
  'message',
  'confirmation_message',
  'contact_id',
  'message_id',
  'due_at',
  'confirmation_requested_at',
  'confirmed_at',
  'sent_at',
  'delivered_at',
  'replied_at',
  'reply',
] as const;

/** Writes what becomes of locked contacts of a locked campaign, and counts them where they are now. */
export async function saveShippings({ db, companyId }: Scoped, campaignId: number, changes: readonly ShippingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const columns = sql.join(changeable.map((column) => sql.ref(column)));
  await sql`
    with given as (
      select (g ->> 'id')::bigint as id, g -> 'change' as change from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) g
    ), before as (
      select coalesce(s.variant, 0) as variant, s.state, s.replied_at is not null as replied
      from given g join campaign_shippings s on s.company_id = ${anyCompany(companyId)} and s.id = g.id
    ), saved as (
      update campaign_shippings s set (${columns}) = (select ${columns} from jsonb_populate_record(s, g.change))
      from given g where s.company_id = ${anyCompany(companyId)} and s.id = g.id
      returning coalesce(s.variant, 0) as variant, s.state, s.replied_at is not null as replied
    )
    insert into campaign_tallies (company_id, campaign_id, variant, state, replied, n)
    select ${companyId}::bigint, ${campaignId}::bigint, variant, state, replied, sum(n) from (
      select *, -1 as n from before union all select *, 1 from saved) moved
    group by variant, state, replied having sum(n) <> 0
    on conflict (company_id, campaign_id, variant, state, replied) do update set n = campaign_tallies.n + excluded.n`.execute(db);
}

/** Most messages of one attempt: the files of a file list, the campaign's own, and the text. */
const partsMax = fileOptionsMax + 2;

/**
 * Keys of all messages to contact `s`, of whom `m` is the last message: those handed over with it, and of attempts before. The index of keys has
 * the collation of the database, so a beginning cannot be looked up.
 */
export const keysOfParts = sql`
  select 'automatic:campaign:' || s.id || ':' || a || ':' || left(split_part(m.client_key, ':', 5), 1) || n
  from generate_series(0, s.attempts) a
  cross join generate_series(0, case when a < s.attempts then ${sql.lit(partsMax)} else substr(split_part(m.client_key, ':', 5), 2)::int end) n`;

/** The message with key `k.key`, looked up by itself: many keys at once may seem to cost more than all messages of a company. */
export const withKey = (companyId: number) => sql`(
  select id, client_key, state, fail_reason, media_key, media_type, body from messages
  where company_id = ${companyId} and client_key = k.key offset 0)`;

type SentContent = Pick<Selectable<Messages>, 'media_key' | 'media_type' | 'body'>;

/** What an earlier attempt sent to a contact, and did not fail, or failed for one of the reasons `orFor`. */
export async function arrivedParts(
  { db, companyId }: Scoped,
  { id, attempts }: ShippingRow,
  orFor: readonly string[],
): Promise<SentContent[]> {
  const { rows } = await sql<SentContent>`
    select p.media_key, p.media_type, p.body from (
      select 'automatic:campaign:' || ${id}::bigint || ':' || a || ':t' || n
      from generate_series(0, ${attempts - 1}::int) a cross join generate_series(0, ${partsMax}::int) n) k(key)
    cross join lateral ${withKey(companyId)} p
    where p.state <> 'failed' or p.fail_reason = any(${[...orFor]}::text[])`.execute(db);
  return rows;
}

/** Locks those of a campaign whose last message still waits in the outbox. `parts`: the ids of all messages that were handed over with it. */
export async function lockInOutbox({ db, companyId }: Scoped, campaignId: number): Promise<(ShippingRow & { parts: number[] })[]> {
  const { rows } = await sql<ShippingRow & { parts: number[] }>`
    select s.*, (
      select json_agg(p.id order by p.id) from messages p
      where p.company_id = ${anyCompany(companyId)} and p.client_key = any(array(
        select regexp_replace(m.client_key, '[0-9]+$', '') || n from generate_series(0, substring(m.client_key from '[0-9]+$')::int) n))) as parts
    from message_outbox o
    join messages m on m.company_id = ${anyCompany(companyId)} and m.id = o.message_id and m.automatic = 'campaign'
    join campaign_shippings s on s.company_id = ${anyCompany(companyId)} and s.message_id = o.message_id
    where o.company_id = ${anyCompany(companyId)} and o.state = 'queued' and s.campaign_id = ${campaignId} order by s.id for update of s`.execute(
    db,
  );
  return rows;
}

/** Who has answered the question for confirmation and was not sent the text. */
export async function confirmedOf({ db, companyId }: Scoped, campaignId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from campaign_shippings
    where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'asking' and confirmed_at is not null order by due_at, id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Lets all that failed wait again, but for those that failed for one of these reasons. There may be a hundred thousand. What arrived of it, and
 * that they confirmed, stays noted.
 */
export async function tryFailedAgain({ db, companyId }: Scoped, campaignId: number, except: readonly string[]): Promise<void> {
  await sql`
    with failed as (
      select id, coalesce(variant, 0) as before, case when delivered_at is null then 0 else coalesce(variant, 0) end as variant,
        replied_at is not null as replied
      from campaign_shippings
      where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'failed' and coalesce(reason, '') <> all(${[...except]}::text[])
      order by id for update
    ), saved as (
      update campaign_shippings s set state = 'waiting', reason = null, message_id = null, sent_at = null, due_at = null, attempts = s.attempts + 1,
        variant = nullif(failed.variant, 0), message = case when s.delivered_at is null then '' else s.message end
      from failed where s.company_id = ${anyCompany(companyId)} and s.id = failed.id
    )
    insert into campaign_tallies (company_id, campaign_id, variant, state, replied, n)
    select ${companyId}::bigint, ${campaignId}::bigint, before, 'failed', replied, -count(*) from failed group by before, replied
    union all select ${companyId}::bigint, ${campaignId}::bigint, variant, 'waiting', replied, count(*) from failed group by variant, replied
    on conflict (company_id, campaign_id, variant, state, replied) do update set n = campaign_tallies.n + excluded.n`.execute(db);
}

/** How many of a campaign are in one of these states. */
export async function countInStates({ db, companyId }: Scoped, campaignId: number, states: readonly ShippingState[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from campaign_tallies
    where company_id = ${companyId} and campaign_id = ${campaignId} and state = any(${[...states]}::text[])`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many messages of campaigns wait in the outbox of a connection. Brings the configuration's revision along. */
export async function inOutbox(ctx: Scoped, connectionId: number, limit: number): Promise<number> {
  const { db, companyId } = ctx;
  const { rows } = await sql<{ n: number; revision: string }>`
    select ${revisionColumn(companyId)}, count(*)::int as n from (
      select from message_outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id
      where o.company_id = ${companyId} and o.connection_id = ${connectionId} and m.automatic = 'campaign' limit ${limit}) waiting`.execute(
    db,
  );
  noteRevision(ctx, rows[0]?.revision ?? '');
  return rows[0]?.n ?? 0;
}

/** Has whoever has this number written on the connection since then? */
export async function wroteSince({ db, companyId }: Scoped, connectionId: number, number: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ wrote: boolean }>`
    select exists (
      select from contact_identities i
      join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.connection_id = ${connectionId}
      where i.company_id = ${companyId} and i.kind = 'phone' and i.scope = '' and i.value = ${number} and t.last_inbound_at > ${since}) as wrote`.execute(
    db,
  );
  return rows[0]?.wrote ?? false;
}

const filters: Record<ShippingFilter, RawBuilder<unknown>> = {
  replied: sql`s.replied_at is not null`,
  read: sql`s.state = 'read' and s.replied_at is null`,
  unread: sql`s.state in ('sent', 'delivered') and s.replied_at is null`,
  failed: sql`s.state = 'failed'`,
  skipped: sql`s.state = 'skipped'`,
  waiting: sql`s.state in ('waiting', 'queued', 'asking')`,
};

export type Listed = { campaignId: number; filter: ShippingFilter | null; search: string };

function listed(companyId: number, { campaignId, filter, search }: Listed): RawBuilder<unknown> {
  return sql`s.company_id = ${companyId} and s.campaign_id = ${campaignId} and ${filter ? filters[filter] : sql`true`}
    and ${contains(sql`s.name || ' ' || s.number`, search)}`;
}

/** In the order of sending. Returns one row more than `limit` if there are more. */
export async function listShippings({ db, companyId }: Scoped, of: Listed, limit: number, offset: number): Promise<ShownShipping[]> {
  const ticketId = sql`select m.ticket_id from messages m where m.company_id = ${anyCompany(companyId)} and m.id = s.message_id`;
  const { rows } = await sql<ShownShipping>`
    select s.*, (select t.uuid from tickets t where t.company_id = ${anyCompany(companyId)} and t.id = (${ticketId})) as ticket_uuid
    from campaign_shippings s where ${listed(companyId, of)} order by s.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Exact up to `most`. */
export async function countShippings({ db, companyId }: Scoped, of: Listed, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from campaign_shippings s where ${listed(companyId, of)} limit ${most}) found`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The next contacts after this one. */
export async function shippingsAfter({ db, companyId }: Scoped, campaignId: number, after: number, limit: number): Promise<ShippingRow[]> {
  const { rows } = await sql<ShippingRow>`
    select * from campaign_shippings where company_id = ${companyId} and campaign_id = ${campaignId} and id > ${after}
    order by id limit ${limit}`.execute(db);
  return rows;
}

export type ListItem = { id: number; name: string; number: string; email: string; valid: boolean };

/** Some contacts of a list. */
export async function someItems({ db, companyId }: Scoped, listId: number, limit: number): Promise<ListItem[]> {
  const { rows } = await sql<ListItem>`
    select id, name, number, email, validity in ('valid', 'unverifiable') as valid from contact_list_items
    where company_id = ${companyId} and list_id = ${listId}
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Of all companies: questions for confirmation that were asked before `before` and not answered. */
export async function unconfirmed(
  { db }: Pick<PlatformTx, 'db'>,
  before: Date,
  limit: number,
): Promise<{ company_id: number; campaign_id: number; id: number }[]> {
  const { rows } = await sql<{ company_id: number; campaign_id: number; id: number }>`
    select company_id, campaign_id, id from campaign_shippings
    where state = 'asking' and confirmed_at is null and confirmation_requested_at <= ${before}
    order by confirmation_requested_at limit ${limit}`.execute(db);
  return rows;
}
