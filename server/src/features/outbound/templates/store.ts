// The only writer of templates, and of when they were last compared with Meta's list.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { TemplateCategory, TemplateContent, TemplateQuality, TemplateStatus } from '@balcao/contract/template-rules';
import { type Selectable, sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { alphabetical } from '../../../platform/db/alphabet.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { TemplateSyncs, Templates } from '../../../tables.ts';

export type TemplateRow = Omit<Selectable<Templates>, 'category' | 'status' | 'quality' | 'content'> & {
  category: TemplateCategory;
  status: TemplateStatus;
  quality: TemplateQuality;
  content: TemplateContent;
};
export type SyncRow = Selectable<TemplateSyncs>;

type Wanted = { connectionId: number; search: string; sendable: boolean };

function matching({ companyId }: Scoped, { connectionId, search, sendable }: Wanted) {
  return sql`t.company_id = ${companyId} and t.connection_id = ${connectionId} and ${contains(sql`t.name`, search)}
    and (not ${sendable} or (t.status = 'APPROVED' and t.content ->> 'unsupported' is null))`;
}

/** Templates of a connection by name. */
export async function listTemplates(ctx: Scoped, wanted: Wanted, limit: number, offset: number): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select t.* from templates t where ${matching(ctx, wanted)} order by ${alphabetical(sql`t.name`)}, t.language, t.id limit ${limit} offset ${offset}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countTemplates(ctx: Scoped, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from templates t where ${matching(ctx, wanted)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function findTemplate(
  { db, companyId }: Scoped,
  connectionId: number,
  { name, language }: { name: string; language: string },
): Promise<TemplateRow | null> {
  const { rows } = await sql<TemplateRow>`
    select * from templates where company_id = ${companyId} and connection_id = ${connectionId} and name = ${name} and language = ${language}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function findTemplates({ db, companyId }: Scoped, ids: readonly number[]): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select * from templates where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

export type ListedRow = Pick<TemplateRow, 'name' | 'language' | 'category' | 'status' | 'reason' | 'quality' | 'content'>;

/** Adds or replaces templates of a connection, and notes that they were seen at `at`. Of twins in the list, the last counts. False if all were seen then already. */
export async function saveListed(
  { db, companyId }: Scoped,
  connectionId: number,
  listed: readonly ListedRow[],
  at: Date,
): Promise<boolean> {
  const each = [...new Map(listed.map((row) => [JSON.stringify([row.name, row.language]), row])).values()];
  if (each.length === 0) return true;
  const saved = await db
    .insertInto('templates')
    .values(
      each.map(({ content, ...row }) => ({
        ...row,
        company_id: companyId,
        connection_id: connectionId,
        content: JSON.stringify(content),
        seen_at: at,
        created_at: at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'connection_id', 'name', 'language'])
        .doUpdateSet(({ ref }) => ({
          category: ref('excluded.category'),
          status: ref('excluded.status'),
          reason: ref('excluded.reason'),
          quality: ref('excluded.quality'),
          content: ref('excluded.content'),
          seen_at: ref('excluded.seen_at'),
          updated_at: ref('excluded.updated_at'),
        }))
        .whereRef('templates.seen_at', '<', 'excluded.seen_at' as 'templates.seen_at'),
    )
    .returning('id')
    .execute();
  return saved.length > 0;
}

/** Removes the templates of a connection that were last seen before `before`; all without it. */
export async function removeUnseen({ db, companyId }: Scoped, connectionId: number, before?: Date): Promise<void> {
  await sql`delete from templates where company_id = ${companyId} and connection_id = ${connectionId}
    and (${before ?? null}::timestamptz is null or seen_at < ${before ?? null})`.execute(db);
}

export type Report = {
  status: TemplateStatus | null;
  quality: TemplateQuality | null;
  category: TemplateCategory | null;
  reason: string | null;
};

/**
 * Saves what was said about a template, at every connection of the same account. Returns the connections that have it. A reason belongs to
 * a status.
 */
export async function saveReport(
  { db, companyId }: Scoped,
  connectionId: number,
  { name, language }: { name: string; language: string },
  { status, quality, category, reason }: Report,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ connection_id: number }>`
    update templates t set status = coalesce(${status}, t.status), quality = coalesce(${quality}, t.quality),
      category = coalesce(${category}, t.category), reason = case when ${status}::text is null then t.reason else ${reason} end, updated_at = ${at}
    from connections w, connections said
    where t.company_id = ${companyId} and t.name = ${name} and t.language = ${language}
      and w.company_id = t.company_id and w.id = t.connection_id and w.deleted_at is null
      and said.company_id = t.company_id and said.id = ${connectionId}
      and (w.id = said.id or w.cloud_waba_id = said.cloud_waba_id)
    returning t.connection_id`.execute(db);
  return rows.map((row) => row.connection_id);
}

export async function findSync({ db, companyId }: Scoped, connectionId: number): Promise<SyncRow | null> {
  const { rows } = await sql<SyncRow>`
    select * from template_syncs where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db);
  return rows[0] ?? null;
}

/** Saves how far the comparison is; `syncedAt` undefined keeps the last one. */
export async function saveSync(
  { db, companyId }: Scoped,
  connectionId: number,
  { startedAt, syncedAt, failure }: { startedAt: Date | null; syncedAt?: Date; failure: string | null },
): Promise<SyncRow> {
  const { rows } = await sql<SyncRow>`
    insert into template_syncs as s (company_id, connection_id, started_at, synced_at, failure)
    values (${companyId}, ${connectionId}, ${startedAt}, ${syncedAt ?? null}, ${failure})
    on conflict (company_id, connection_id) do update
      set started_at = excluded.started_at, synced_at = coalesce(excluded.synced_at, s.synced_at), failure = excluded.failure
    returning *`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert returns its row');
  return row;
}

export async function removeSync({ db, companyId }: Scoped, connectionId: number): Promise<void> {
  await sql`delete from template_syncs where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db);
}

/** Of all companies: connected Cloud API numbers whose list was not looked at since `before`, the oldest first. */
export async function dueForSync(
  { db }: Pick<PlatformTx, 'db'>,
  before: Date,
  limit: number,
): Promise<{ company_id: number; connection_id: number }[]> {
  const channel: ConnectionChannel = 'whatsapp_cloud';
  const { rows } = await sql<{ company_id: number; connection_id: number }>`
    select w.company_id, w.id as connection_id from connections w
    left join template_syncs s on s.company_id = w.company_id and s.connection_id = w.id
    where w.channel = ${channel} and w.status = 'CONNECTED' and w.deleted_at is null
      and (s.synced_at is null or s.synced_at < ${before}) and (s.started_at is null or s.started_at < ${before})
    order by s.synced_at nulls first, w.company_id, w.id limit ${limit}`.execute(db);
  return rows;
}
