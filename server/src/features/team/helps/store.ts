// The only writer of helps. They belong to no company, so the statements name none.
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTx } from '../../../platform/context.ts';
import { contains } from '../../../platform/db/matching.ts';
import type { Helps } from '../../../tables.ts';

export type HelpRow = Selectable<Helps>;
type Platform = Pick<PlatformTx, 'db'>;

/** By title. */
export async function listHelpRows({ db }: Platform, search: string, limit: number, offset: number): Promise<HelpRow[]> {
  const { rows } = await sql<HelpRow>`
    select * from helps h where ${matching(search)} order by lower(h.title), h.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countHelps({ db }: Platform, search: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from helps h where ${matching(search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

function matching(search: string): RawBuilder<unknown> {
  return contains(sql`h.title`, search);
}

export async function findHelp({ db }: Platform, id: number): Promise<HelpRow | null> {
  return (await db.selectFrom('helps').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export function insertHelp({ db }: Platform, row: Insertable<Helps>): Promise<HelpRow> {
  return db.insertInto('helps').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the given columns; undefined ones stay. Null if there is no such row. */
export async function saveHelp({ db }: Platform, id: number, change: Updateable<Helps>): Promise<HelpRow | null> {
  return (await db.updateTable('helps').set(change).where('id', '=', id).returningAll().executeTakeFirst()) ?? null;
}

/** Answers whether there was one. */
export async function removeHelp({ db }: Platform, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('helps').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
