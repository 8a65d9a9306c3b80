// This folder alone writes campaigns, their contacts and their pace. Here: campaigns.
import type { CampaignStatus, HaltReason } from '@balcao/contract/campaign-rules';
import type { TemplateChoice } from '@balcao/contract/template-rules';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../../platform/context.ts';
import { alphabetical } from '../../../../platform/db/alphabet.ts';
import { contains } from '../../../../platform/db/matching.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Campaigns } from '../../../../tables.ts';

type Row = Omit<Selectable<Campaigns>, 'status' | 'halt' | 'template'> & {
  status: CampaignStatus;
  halt: HaltReason | null;
  template: TemplateChoice | null;
};
export type CampaignRow = Row & {
  list_name: string | null;
  connection_name: string | null;
  file_list_name: string | null;
  tallies: { variant: number; state: string; replied: boolean; n: number }[];
};

const withNames = sql`
  select c.*, l.name as list_name, w.name as connection_name, f.name as file_list_name,
    coalesce((select json_agg(json_build_object('variant', t.variant, 'state', t.state, 'replied', t.replied, 'n', t.n))
      from campaign_tallies t where t.company_id = c.company_id and t.campaign_id = c.id and t.n > 0), '[]') as tallies
  from campaigns c
  left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
  left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id
  left join connections w on w.company_id = c.company_id and w.id = c.connection_id and w.deleted_at is null`;

/** Campaigns by name. Returns one row more than `limit` if there are more. */
export async function listCampaigns({ db, companyId }: Scoped, search: string, limit: number, offset: number): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    ${withNames} where c.company_id = ${companyId} and ${contains(sql`c.name`, search)}
    order by ${alphabetical(sql`c.name`)}, c.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countCampaigns({ db, companyId }: Scoped, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from campaigns c where c.company_id = ${companyId} and ${contains(sql`c.name`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Throws ERR_NO_CAMPAIGN_FOUND. */
export async function getCampaign({ db, companyId }: Scoped, id: number): Promise<CampaignRow> {
  const { rows } = await sql<CampaignRow>`${withNames} where c.company_id = ${companyId} and c.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_CAMPAIGN_FOUND');
  return rows[0];
}

/** Locks the row until the transaction ends; whoever changes its contacts holds this lock. Null if it is gone. */
export async function lockCampaign({ db, companyId }: Scoped, id: number): Promise<Row | null> {
  const { rows } = await sql<Row>`select * from campaigns where company_id = ${companyId} and id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

export async function insertCampaign({ db, companyId }: Scoped, row: Omit<Insertable<Campaigns>, 'company_id'>): Promise<number> {
  const { id } = await db
    .insertInto('campaigns')
    .values({ ...row, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes the given columns. */
export async function saveCampaign({ db, companyId }: Scoped, id: number, change: Updateable<Campaigns>): Promise<void> {
  await db.updateTable('campaigns').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function removeCampaign({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('campaigns').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Running campaigns of a connection whose list is taken over; who had no turn for longest comes first. */
export async function runningOn({ db, companyId }: Scoped, connectionId: number, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from campaigns
    where company_id = ${companyId} and connection_id = ${connectionId} and status = 'EM_ANDAMENTO' and planned_at is not null
    order by turn_at nulls first, id limit ${limit}`.execute(db);
  return rows;
}

/** Unfinished campaigns of a connection. */
export async function unfinishedOn({ db, companyId }: Scoped, connectionId: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from campaigns where company_id = ${companyId} and connection_id = ${connectionId}
      and status in ('EM_ANDAMENTO', 'PROGRAMADA') order by id limit 500`.execute(db);
  return rows;
}

type OfCompany = { company_id: number };

/** Of all companies: scheduled campaigns whose time has come. */
export async function dueCampaigns({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<(OfCompany & { id: number })[]> {
  const { rows } = await sql<OfCompany & { id: number }>`
    select company_id, id from campaigns where status = 'PROGRAMADA' and scheduled_at <= ${now} order by scheduled_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Of all companies: running campaigns that nothing holds back now. */
export async function campaignsToWake(
  { db }: Pick<PlatformTx, 'db'>,
  now: Date,
  limit: number,
): Promise<(OfCompany & { id: number; connection_id: number | null; planned: boolean })[]> {
  const { rows } = await sql<OfCompany & { id: number; connection_id: number | null; planned: boolean }>`
    select c.company_id, c.id, c.connection_id, c.planned_at is not null as planned from campaigns c
    left join campaign_paces p on p.company_id = c.company_id and p.connection_id = c.connection_id
    where c.status = 'EM_ANDAMENTO' and (c.halted_until is null or c.halted_until <= ${now}) and (p.next_at is null or p.next_at <= ${now})
    order by c.halted_until nulls first limit ${limit}`.execute(db);
  return rows;
}
