// Files that the provider of a connection keeps, by which id.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

/** The provider's id of a file, if it still keeps it. */
export async function findUpload({ db, companyId }: Scoped, connectionId: number, key: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select provider_id as id from media_uploads
    where company_id = ${companyId} and connection_id = ${connectionId} and media_key = ${key} and forgotten_at > ${now}`.execute(db);
  return rows[0]?.id ?? null;
}

/** Notes what a file is known by, and drops what the provider no longer keeps. */
export async function saveUpload(
  { db, companyId }: Scoped,
  connectionId: number,
  { key, id, forgottenAt, now }: { key: string; id: string; forgottenAt: Date; now: Date },
): Promise<void> {
  await sql`
    with gone as (
      delete from media_uploads
      where company_id = ${companyId} and connection_id = ${connectionId} and media_key <> ${key} and forgotten_at <= ${now}
    )
    insert into media_uploads (company_id, connection_id, media_key, provider_id, forgotten_at)
    values (${companyId}, ${connectionId}, ${key}, ${id}, ${forgottenAt})
    on conflict (company_id, connection_id, media_key) do update set provider_id = excluded.provider_id, forgotten_at = excluded.forgotten_at`.execute(
    db,
  );
}

/** Drops what is noted about a file. */
export async function dropUpload({ db, companyId }: Scoped, connectionId: number, key: string): Promise<void> {
  await sql`delete from media_uploads where company_id = ${companyId} and connection_id = ${connectionId} and media_key = ${key}`.execute(
    db,
  );
}
