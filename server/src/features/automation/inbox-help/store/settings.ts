// The only writer of how the help in the inbox is set up.
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { InboxAssistants } from '../../../../tables.ts';

export type HelpRow = Selectable<InboxAssistants>;

export async function findHelp({ db, companyId }: Scoped): Promise<HelpRow | null> {
  const { rows } = await sql<HelpRow>`select * from inbox_assistants where company_id = ${companyId}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the row, which is made if it is not there. */
export async function lockHelp({ db, companyId }: Scoped, begins: { model: string; transcription_model: string }): Promise<HelpRow> {
  await db
    .insertInto('inbox_assistants')
    .values({ ...begins, company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('inbox_assistants').selectAll().where('company_id', '=', companyId).forUpdate().executeTakeFirstOrThrow();
}

export async function saveHelp({ db, companyId }: Scoped, change: Updateable<InboxAssistants>): Promise<void> {
  await db.updateTable('inbox_assistants').set(change).where('company_id', '=', companyId).execute();
}
