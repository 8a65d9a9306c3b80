// The only writer of file lists and of the files in them.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';
import { alphabetical } from '../../../platform/db/alphabet.ts';
import { contains } from '../../../platform/db/matching.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FileLists, FileOptions } from '../../../tables.ts';

export type FileListRow = Selectable<FileLists>;
export type FileOptionRow = Selectable<FileOptions>;

/** Lists by name. Returns one row more than `limit` if there are more. */
export async function listFileLists({ db, companyId }: Scoped, search: string, limit: number, offset: number): Promise<FileListRow[]> {
  const { rows } = await sql<FileListRow>`
    select * from file_lists f where f.company_id = ${companyId} and ${contains(sql`f.name`, search)}
    order by ${alphabetical(sql`f.name`)}, f.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countFileLists({ db, companyId }: Scoped, search: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from file_lists f where f.company_id = ${companyId} and ${contains(sql`f.name`, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Throws ERR_NO_FILE_FOUND. */
export async function getFileList({ db, companyId }: Scoped, id: number): Promise<FileListRow> {
  const row = await db.selectFrom('file_lists').selectAll().where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('ERR_NO_FILE_FOUND');
  return row;
}

/** Locks the row until the transaction ends. Throws ERR_NO_FILE_FOUND. */
export async function lockFileList({ db, companyId }: Scoped, id: number): Promise<FileListRow> {
  const { rows } = await sql<FileListRow>`select * from file_lists where company_id = ${companyId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_FILE_FOUND');
  return rows[0];
}

export function insertFileList({ db, companyId }: Scoped, list: Omit<Insertable<FileLists>, 'company_id'>): Promise<FileListRow> {
  return db
    .insertInto('file_lists')
    .values({ ...list, company_id: companyId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes the given columns. */
export function saveFileList({ db, companyId }: Scoped, id: number, change: Updateable<FileLists>): Promise<FileListRow> {
  return db
    .updateTable('file_lists')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeFileList({ db, companyId }: Scoped, id: number): Promise<void> {
  await db.deleteFrom('file_lists').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** In order. */
export function optionsOf({ db, companyId }: Scoped, listId: number): Promise<FileOptionRow[]> {
  return db
    .selectFrom('file_options')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('list_id', '=', listId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** In order, kept as they are until the transaction ends: their files may be given to messages. */
export async function holdOptions({ db, companyId }: Scoped, listId: number): Promise<FileOptionRow[]> {
  const { rows } = await sql<FileOptionRow>`
    select * from file_options where company_id = ${companyId} and list_id = ${listId} order by position, id for share`.execute(db);
  return rows;
}

/** Sets the entries of a list, in this order: those with an id are renamed, others added, missing ones removed. Returns the removed. */
export async function saveOptions(
  ctx: Scoped,
  listId: number,
  options: readonly { id?: number | null | undefined; name: string }[],
): Promise<FileOptionRow[]> {
  const { db, companyId } = ctx;
  const before = await optionsOf(ctx, listId);
  const known = new Set(before.map(({ id }) => id));
  const kept = new Set(options.flatMap(({ id }) => (id && known.has(id) ? [id] : [])));
  const removed = before.filter(({ id }) => !kept.has(id));
  for (const { id } of removed) await db.deleteFrom('file_options').where('company_id', '=', companyId).where('id', '=', id).execute();
  for (const [position, { id, name }] of options.entries()) {
    if (id && kept.delete(id))
      await db.updateTable('file_options').set({ name, position }).where('company_id', '=', companyId).where('id', '=', id).execute();
    else await db.insertInto('file_options').values({ company_id: companyId, list_id: listId, name, position }).execute();
  }
  return removed;
}

export async function saveOption({ db, companyId }: Scoped, id: number, change: Updateable<FileOptions>): Promise<void> {
  await db.updateTable('file_options').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}
