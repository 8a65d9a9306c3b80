import type { AutomationAction, AutomationCondition, AutomationEvent } from '@balcao/contract/automation-rules';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Automations } from '../../../../tables.ts';

export type AutomationRow = Omit<Selectable<Automations>, 'event' | 'match' | 'conditions' | 'actions'> & {
  event: AutomationEvent;
  match: 'all' | 'any';
  conditions: AutomationCondition[];
  actions: AutomationAction[];
  last_fired_at: Date | null;
};

const withLog = sql`select a.*, (
  select f.at from automation_firings f where f.company_id = a.company_id and f.automation_id = a.id and f.outcome <> 'unmatched'
  order by f.id desc limit 1) as last_fired_at from automations a`;

/** In their order. */
export async function listAutomations({ db, companyId }: Scoped, limit: number): Promise<AutomationRow[]> {
  const { rows } = await sql<AutomationRow>`${withLog} where a.company_id = ${companyId} order by a.position, a.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Those that are on and wait for this event, in their order. */
export async function automationsFor({ db, companyId }: Scoped, event: AutomationEvent, limit: number): Promise<AutomationRow[]> {
  const { rows } = await sql<AutomationRow>`
    select a.*, null as last_fired_at from automations a
    where a.company_id = ${companyId} and a.active and a.event = ${event} order by a.position, a.id limit ${limit}`.execute(db);
  return rows;
}

export async function findAutomation({ db, companyId }: Scoped, id: number): Promise<AutomationRow | null> {
  const { rows } = await sql<AutomationRow>`${withLog} where a.company_id = ${companyId} and a.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Throws ERR_NO_AUTOMATION_FOUND. */
export async function getAutomation(ctx: Scoped, id: number): Promise<AutomationRow> {
  const row = await findAutomation(ctx, id);
  if (!row) throw new AppError('ERR_NO_AUTOMATION_FOUND');
  return row;
}

/** Locks the automations of the company: their number and order stay until the transaction ends. Resolves with their ids, in order. */
export async function holdAutomations({ db, companyId }: Scoped): Promise<{ id: number; position: number }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`automations:${companyId}`}, 0))`.execute(db);
  const { rows } = await sql<{ id: number; position: number }>`
    select id, position from automations where company_id = ${companyId} order by position, id for no key update`.execute(db);
  return rows;
}

export async function insertAutomation({ db, companyId }: Scoped, values: Omit<Insertable<Automations>, 'company_id'>): Promise<number> {
  const { id } = await db
    .insertInto('automations')
    .values({ ...values, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False if there is none. */
export async function saveAutomation({ db, companyId }: Scoped, id: number, change: Updateable<Automations>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('automations')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts them in this order. */
export async function saveOrder({ db, companyId }: Scoped, ids: readonly number[]): Promise<void> {
  await sql`update automations a set position = given.place
    from unnest(${[...ids]}::bigint[]) with ordinality as given (id, place) where a.company_id = ${companyId} and a.id = given.id`.execute(
    db,
  );
}

/** With its log. */
export async function removeAutomation({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('automations').where('company_id', '=', companyId).where('id', '=', id).execute();
}

export type Due = { company_id: number; automation_id: number; ticket_id: number; fact_key: string };

// What is computed stands behind an `offset 0`: under row-level security an index serves no comparison with a function that may leak.

/**
 * Of all companies: tickets that have waited, since the automation is on, as long as it wants, within the last hour, and for which it was not
 * looked at yet. Companies take turns where there is more than `limit`.
 */
export async function waitingLong({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select company_id, automation_id, ticket_id, fact_key from (
    select a.company_id, a.id as automation_id, t.id as ticket_id, t.fact_key, row_number() over (partition by a.company_id order by t.at, t.id, a.id) as turn
    from automations a
    cross join lateral (
      select ${now}::timestamptz - a.minutes * interval '1 minute' as until,
        greatest(a.active_since, ${now}::timestamptz - interval '1 hour') - a.minutes * interval '1 minute' as since offset 0) due
    cross join lateral (
      select w.id, k.fact_key, s.queued_at as at
      from tickets w
      join attendances s on s.company_id = w.company_id and s.ticket_id = w.id and s.finished_at is null
      cross join lateral (select concat('waiting:', s.id, ':', floor(extract(epoch from s.queued_at))) as fact_key offset 0) k
      where w.company_id = a.company_id and w.status = 'pending' and not w.is_group and s.queued_at <= due.until and s.queued_at > due.since
        and not exists (select from automation_firings f
          where f.company_id = a.company_id and f.automation_id = a.id and f.fact_key = k.fact_key)
      order by s.queued_at limit 100
    ) t
    where a.active and a.event = 'waitingLong' and a.minutes is not null) found
    order by turn limit ${limit}`.execute(db);
  return rows;
}

/** The same: tickets whose window closes within so many minutes. `hours`: how long it is open. */
export async function windowClosing({ db }: Pick<PlatformTx, 'db'>, now: Date, hours: number, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select company_id, automation_id, ticket_id, fact_key from (
    select a.company_id, a.id as automation_id, t.id as ticket_id, t.fact_key, row_number() over (partition by a.company_id order by t.at, t.id, a.id) as turn
    from automations a
    cross join lateral (
      select ${now}::timestamptz - ${hours} * interval '1 hour' as closed,
        ${now}::timestamptz - ${hours} * interval '1 hour' + a.minutes * interval '1 minute' as until,
        a.active_since - ${hours} * interval '1 hour' + a.minutes * interval '1 minute' as since offset 0) due
    cross join lateral (
      select o.id, k.fact_key, o.last_inbound_at as at
      from connections w
      join tickets o on o.company_id = w.company_id and o.connection_id = w.id and o.status in ('pending', 'open') and not o.is_group
      cross join lateral (select concat('window:', o.id, ':', floor(extract(epoch from o.last_inbound_at))) as fact_key offset 0) k
      where w.company_id = a.company_id and w.channel = 'whatsapp_cloud' and w.deleted_at is null
        and o.last_inbound_at > due.closed and o.last_inbound_at <= due.until and o.last_inbound_at > due.since
        and not exists (select from automation_firings f
          where f.company_id = a.company_id and f.automation_id = a.id and f.fact_key = k.fact_key)
      order by o.last_inbound_at limit 100
    ) t
    where a.active and a.event = 'windowClosing' and a.minutes is not null) found
    order by turn limit ${limit}`.execute(db);
  return rows;
}
