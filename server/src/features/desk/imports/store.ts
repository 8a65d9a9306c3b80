// The only writer of imports, of their rows that wait, and of those that were refused.
import type { ErrorCode } from '@balcao/contract/errors';
import type { ColumnMapping } from '@balcao/contract/import-rules';
import type { ImportView } from '@balcao/contract/imports';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Imports } from '../../../tables.ts';

export type ImportRow = Omit<Selectable<Imports>, 'status' | 'kind' | 'mapping' | 'error'> & {
  kind: ImportView['kind'];
  status: ImportView['status'];
  mapping: ColumnMapping;
  error: ErrorCode | null;
};

export type RefusedRow = {
  row: number;
  name: string;
  number: string;
  email: string;
  code: ErrorCode;
  /** The contact that has the number already; it may be gone by now. */
  contactId: number | null;
  fields: { name: string; value: string }[];
};

/** Newest first. Returns one row more than `limit` if there are more. */
export async function listImports({ db, companyId }: Scoped, limit: number, offset: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select * from imports where company_id = ${companyId} order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Throws ERR_NO_IMPORT_FOUND. */
export async function getImport({ db, companyId }: Scoped, id: number): Promise<ImportRow> {
  const { rows } = await sql<ImportRow>`select * from imports where company_id = ${companyId} and id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_IMPORT_FOUND');
  return rows[0];
}

/** Locks the row until the transaction ends. Throws ERR_NO_IMPORT_FOUND. */
export async function lockImport({ db, companyId }: Scoped, id: number): Promise<ImportRow> {
  const { rows } = await sql<ImportRow>`select * from imports where company_id = ${companyId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_IMPORT_FOUND');
  return rows[0];
}

export async function insertImport(
  { db, companyId }: Scoped,
  row: {
    kind: ImportRow['kind'];
    listId: number | null;
    userId: number | null;
    fileKey: string;
    fileName: string;
    mapping: ColumnMapping;
    total: number;
    at: Date;
  },
): Promise<ImportRow> {
  const { rows } = await sql<ImportRow>`
    insert into imports (company_id, kind, list_id, user_id, file_key, file_name, mapping, total, created_at, updated_at)
    values (${companyId}, ${row.kind}, ${row.listId}, ${row.userId}, ${row.fileKey}, ${row.fileName}, ${JSON.stringify(row.mapping)}, ${row.total}, ${row.at}, ${row.at})
    returning *`.execute(db);
  if (!rows[0]) throw new Error('the import was not inserted');
  return rows[0];
}

/** Writes the given columns. */
export async function saveImport({ db, companyId }: Scoped, id: number, change: Updateable<Imports>): Promise<ImportRow> {
  const row = await db
    .updateTable('imports')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as ImportRow;
}

/** A row of a sheet that was read, and why it will not be added; null if it can be. */
export type WaitingRow = Omit<RefusedRow, 'code' | 'contactId'> & { refusal: ErrorCode | null };

/** Skips rows that are there already. */
export async function insertRows({ db, companyId }: Scoped, importId: number, rows: readonly WaitingRow[]): Promise<void> {
  await sql`
    insert into import_rows (company_id, import_id, row, name, number, email, refusal, fields)
    select ${companyId}, ${importId}, * from unnest(${rows.map((each) => each.row)}::int[], ${rows.map((each) => each.name)}::text[],
      ${rows.map((each) => each.number)}::text[], ${rows.map((each) => each.email)}::text[], ${rows.map((each) => each.refusal)}::text[],
      ${rows.map((each) => JSON.stringify(each.fields))}::jsonb[])
    on conflict do nothing`.execute(db);
}

/** Removes the next rows of a sheet and returns them, in order. */
export async function takeRows({ db, companyId }: Scoped, importId: number, limit: number): Promise<WaitingRow[]> {
  // Not `row in (…)`: nothing is known yet of rows just written, so that they seem few, and the next ones would be looked for anew for each of all.
  const { rows } = await sql<WaitingRow>`
    delete from import_rows where company_id = ${companyId} and import_id = ${importId} and row <= (
      select max(row) from (
        select row from import_rows where company_id = ${companyId} and import_id = ${importId} order by row limit ${limit}) next)
    returning row, name, number, email, refusal, fields`.execute(db);
  return rows.sort((a, b) => a.row - b.row);
}

/** Removes all rows that wait. */
export async function dropRows({ db, companyId }: Scoped, importId: number): Promise<void> {
  await sql`delete from import_rows where company_id = ${companyId} and import_id = ${importId}`.execute(db);
}

export async function insertRefused({ db, companyId }: Scoped, importId: number, refused: readonly RefusedRow[]): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    insert into import_errors (company_id, import_id, row, name, number, email, code, contact_id, fields)
    select ${companyId}, ${importId}, * from unnest(${refused.map((each) => each.row)}::int[], ${refused.map((each) => each.name)}::text[],
      ${refused.map((each) => each.number)}::text[], ${refused.map((each) => each.email)}::text[], ${refused.map((each) => each.code)}::text[],
      ${refused.map((each) => each.contactId)}::bigint[], ${refused.map((each) => JSON.stringify(each.fields))}::jsonb[])`.execute(db);
}

/** The names of the custom fields in refused rows. */
export async function refusedFields({ db, companyId }: Scoped, importId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select field ->> 'name' as name from import_errors cross join lateral jsonb_array_elements(fields) with ordinality as f (field, place)
    where company_id = ${companyId} and import_id = ${importId} group by 1 order by min(place), 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** The next refused rows. */
export async function refusedAfter({ db, companyId }: Scoped, importId: number, row: number, limit: number): Promise<RefusedRow[]> {
  const { rows } = await sql<RefusedRow>`
    select row, name, number, email, code, contact_id as "contactId", fields from import_errors
    where company_id = ${companyId} and import_id = ${importId} and row > ${row} order by row limit ${limit}`.execute(db);
  return rows;
}

/** Of all companies: deletes the refused rows of imports that ended before `before`. Answers how many. */
export async function pruneRefused({ db }: Pick<PlatformTx, 'db'>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_errors where (company_id, import_id, row) in (
      select e.company_id, e.import_id, e.row from import_errors e join imports i on i.company_id = e.company_id and i.id = e.import_id
      where i.finished_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
