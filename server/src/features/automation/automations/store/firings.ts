import type { AutomationEvent } from '@balcao/contract/automation-rules';
import type { AutomationFiring } from '@balcao/contract/automations';
import { type Selectable, sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import type { AutomationFirings } from '../../../../tables.ts';

export type Outcome = AutomationFiring['outcome'] | 'unmatched';
export type Result = AutomationFiring['results'][number];
export type FiringRow = Omit<Selectable<AutomationFirings>, 'outcome' | 'results' | 'event'> & {
  event: AutomationEvent;
  outcome: Outcome;
  results: Result[];
};
export type LoggedFiring = FiringRow & { automation_name: string; uuid: string; number: number; contact_name: string };

/** What this fact has made these automations do. */
export async function firingsOf({ db, companyId }: Scoped, automationIds: readonly number[], factKey: string): Promise<FiringRow[]> {
  const { rows } = await sql<FiringRow>`
    select * from automation_firings
    where company_id = ${companyId} and automation_id = any(${[...automationIds]}::bigint[]) and fact_key = ${factKey}`.execute(db);
  return rows;
}

/** Locks it until the transaction ends; null if it is gone. */
export async function lockFiring({ db, companyId }: Scoped, id: number): Promise<FiringRow | null> {
  const { rows } = await sql<FiringRow>`
    select * from automation_firings where company_id = ${companyId} and id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

export type NewFiring = {
  automationId: number;
  ticketId: number;
  factKey: string;
  event: AutomationEvent;
  depth: number;
  outcome: Outcome;
  at: Date;
};

export async function insertFiring({ db, companyId }: Scoped, firing: NewFiring): Promise<number> {
  const { id } = await db
    .insertInto('automation_firings')
    .values({
      company_id: companyId,
      automation_id: firing.automationId,
      ticket_id: firing.ticketId,
      fact_key: firing.factKey,
      event: firing.event,
      depth: firing.depth,
      outcome: firing.outcome,
      at: firing.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How often automations fired in a ticket since, and whether the log says already that this one was kept from it. */
export async function firingsSince(
  { db, companyId }: Scoped,
  ticketId: number,
  automationId: number,
  since: Date,
): Promise<{ fired: number; told: boolean }> {
  const { rows } = await sql<{ fired: number; told: boolean }>`
    select count(*) filter (where outcome = 'fired') as fired,
      coalesce(bool_or(outcome = 'limit' and automation_id = ${automationId}), false) as told
    from automation_firings where company_id = ${companyId} and ticket_id = ${ticketId} and at > ${since}`.execute(db);
  return rows[0] ?? { fired: 0, told: false };
}

/** Adds what became of the next action. */
export async function addResult({ db, companyId }: Scoped, id: number, result: Result): Promise<void> {
  await sql`update automation_firings set results = results || ${JSON.stringify([result])}::jsonb
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

/** The log, the newest first, from before an id on; of one automation or of all. */
export async function listFirings(
  { db, companyId }: Scoped,
  { automationId, before }: { automationId: number | undefined; before: number | undefined },
  limit: number,
): Promise<LoggedFiring[]> {
  const { rows } = await sql<LoggedFiring>`
    select f.*, a.name as automation_name, t.uuid, t.number, c.name as contact_name
    from automation_firings f
    join automations a on a.company_id = f.company_id and a.id = f.automation_id
    join tickets t on t.company_id = f.company_id and t.id = f.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where f.company_id = ${companyId} and f.outcome <> 'unmatched'
      ${automationId === undefined ? sql`` : sql`and f.automation_id = ${automationId}`} ${before === undefined ? sql`` : sql`and f.id < ${before}`}
    order by f.id desc limit ${limit}`.execute(db);
  return rows;
}

/** In all companies: removes old ones. */
export async function pruneFirings({ db }: Pick<PlatformTx, 'db'>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from automation_firings where (company_id, id) in (
    select company_id, id from automation_firings where at < ${before} order by at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
