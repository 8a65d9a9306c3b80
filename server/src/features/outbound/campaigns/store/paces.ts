// The pace of numbers, what campaigns have sent over time, and the settings of both.
import type { HaltReason } from '@balcao/contract/campaign-rules';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { CampaignPaces, CampaignSettings } from '../../../../tables.ts';
import type { ReportedHealth } from '../view.ts';

export type PaceRow = Omit<Selectable<CampaignPaces>, 'pause' | 'health'> & { pause: HaltReason | null; health: ReportedHealth | null };
export type SettingRow = Selectable<CampaignSettings>;

/** Locks the pace of a number; creates the row if needed. */
export async function lockPace({ db, companyId }: Scoped, connectionId: number): Promise<PaceRow> {
  for (;;) {
    const { rows } = await sql<PaceRow>`
      select * from campaign_paces where company_id = ${companyId} and connection_id = ${connectionId} for update`.execute(db);
    if (rows[0]) return rows[0];
    await sql`insert into campaign_paces (company_id, connection_id) values (${companyId}, ${connectionId}) on conflict do nothing`.execute(
      db,
    );
  }
}

export async function findPace({ db, companyId }: Scoped, connectionId: number): Promise<PaceRow | null> {
  const { rows } =
    await sql<PaceRow>`select * from campaign_paces where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db);
  return rows[0] ?? null;
}

export async function savePace({ db, companyId }: Scoped, connectionId: number, change: Updateable<CampaignPaces>): Promise<void> {
  await db
    .updateTable('campaign_paces')
    .set(change)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .execute();
}

const bucketSeconds = 300;

export async function noteProgress({ db, companyId }: Scoped, campaignId: number, at: Date, count: number): Promise<void> {
  await sql`
    insert into campaign_progress (company_id, campaign_id, at, n)
    values (${companyId}, ${campaignId}, date_bin(${bucketSeconds} * interval '1 second', ${at}::timestamptz, timestamptz '2000-01-01'), ${count})
    on conflict (company_id, campaign_id, at) do update set n = campaign_progress.n + excluded.n`.execute(db);
}

/** How many were sent by then, in at most `points` steps. */
export async function progressOf({ db, companyId }: Scoped, campaignId: number, points: number): Promise<{ at: Date; sent: number }[]> {
  const { rows } = await sql<{ at: Date; sent: number }>`
    with steps as (
      select at, n, ntile(${points}) over (order by at) as step from campaign_progress
      where company_id = ${companyId} and campaign_id = ${campaignId})
    select max(at) + ${bucketSeconds} * interval '1 second' as at, (sum(sum(n)) over (order by step))::int as sent
    from steps group by step order by step`.execute(db);
  return rows;
}

export function listSettings({ db, companyId }: Scoped): Promise<SettingRow[]> {
  return db.selectFrom('campaign_settings').selectAll().where('company_id', '=', companyId).orderBy('id').limit(20).execute();
}

export async function saveSetting({ db, companyId }: Scoped, key: string, value: string, now: Date): Promise<void> {
  await sql`
    insert into campaign_settings (company_id, key, value, created_at, updated_at) values (${companyId}, ${key}, ${value}, ${now}, ${now})
    on conflict (company_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
}
