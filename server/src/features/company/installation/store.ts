// The only writer of the installation's one row; it belongs to no company.
import type { Kysely, Selectable } from 'kysely';
import type { DB as Database, Installation } from '../../../tables.ts';

export type InstallationRow = Selectable<Installation>;

export function getInstallationRow(db: Kysely<Database>): Promise<InstallationRow> {
  return db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
}

/** Null stays as it is. */
export function saveInstallation(
  db: Kysely<Database>,
  { sign_up, operators_second_factor }: { sign_up: boolean | null; operators_second_factor: boolean | null },
): Promise<InstallationRow> {
  return db
    .updateTable('installation')
    .set(({ fn, ref, val }) => ({
      sign_up: fn.coalesce(val(sign_up), ref('sign_up')),
      operators_second_factor: fn.coalesce(val(operators_second_factor), ref('operators_second_factor')),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveStandingDay(db: Kysely<Database>, day: string): Promise<void> {
  await db.updateTable('installation').set({ standing_day: day }).execute();
}

/** The row, if the day that it notes is another one. */
export function isStandingBehind(db: Kysely<Database>, day: string): Promise<unknown[]> {
  return db.selectFrom('installation').select('standing_day').where('standing_day', 'is distinct from', day).execute();
}
