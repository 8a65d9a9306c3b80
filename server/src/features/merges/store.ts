// The only writer of the log of merged contacts.
import { sql } from 'kysely';
import type { Scoped } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';

export type MergeRow = {
  id: number;
  contact_id: number;
  other_id: number;
  undo: unknown;
  user_id: number | null;
  user_name: string | null;
  created_at: Date;
  undone_at: Date | null;
};

export async function insertMerge(
  { db, companyId }: Scoped,
  merge: { contactId: number; otherId: number; undo: unknown; by: { id: number; name: string } | null; at: Date },
): Promise<MergeRow> {
  const { rows } = await sql<MergeRow>`
    insert into contact_merges (company_id, contact_id, other_id, undo, user_id, user_name, created_at)
    values (${companyId}, ${merge.contactId}, ${merge.otherId}, ${JSON.stringify(merge.undo)}, ${merge.by?.id ?? null}, ${merge.by?.name ?? null}, ${merge.at})
    returning *`.execute(db);
  if (!rows[0]) throw new Error('the merge was not noted');
  return rows[0];
}

/** Holds the row until the transaction ends. Throws ERR_NO_MERGE_FOUND. */
export async function lockMerge({ db, companyId }: Scoped, id: number): Promise<MergeRow> {
  const { rows } = await sql<MergeRow>`select * from contact_merges where company_id = ${companyId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_MERGE_FOUND');
  return rows[0];
}

/** Newest first. */
export async function mergesOf({ db, companyId }: Scoped, contactId: number, limit: number): Promise<MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select * from contact_merges where company_id = ${companyId} and contact_id = ${contactId} order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** What was merged into a contact that goes into another itself goes along. */
export async function handOverMerges({ db, companyId }: Scoped, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update contact_merges set contact_id = ${to} where company_id = ${companyId} and contact_id = ${from} returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function returnMerges({ db, companyId }: Scoped, ids: readonly number[], to: number): Promise<void> {
  await sql`update contact_merges set contact_id = ${to} where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
}

export async function saveUndone({ db, companyId }: Scoped, id: number, at: Date): Promise<MergeRow> {
  const { rows } = await sql<MergeRow>`
    update contact_merges set undone_at = ${at} where company_id = ${companyId} and id = ${id} returning *`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_MERGE_FOUND');
  return rows[0];
}
