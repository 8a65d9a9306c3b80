// The only writer of mails.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';
import type { Mails } from '../../../tables.ts';

export type MailRow = Selectable<Mails>;
export type MailOfCompany = MailRow & { company_name: string };

export async function insertMail({ db, companyId }: Scoped, mail: Omit<Insertable<Mails>, 'company_id'>): Promise<number> {
  const row = await db
    .insertInto('mails')
    .values({ ...mail, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Locks the row until the transaction ends. */
export async function lockMail({ db, companyId }: Scoped, id: number): Promise<MailRow | null> {
  const row = await db
    .selectFrom('mails')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function saveMail({ db, companyId }: Scoped, id: number, change: Updateable<Mails>): Promise<void> {
  await db.updateTable('mails').set(change).where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Above companies: one mail. */
export async function findMail({ db }: PlatformTx, id: number): Promise<MailOfCompany | null> {
  return (await mailsOfCompanies(db).where('mails.id', '=', id).executeTakeFirst()) ?? null;
}

/** Above companies, newest first. */
export function listMailRows({ db }: PlatformTx, wanted: { state: MailRow['state'] | null; before: number | null }, limit: number) {
  return mailsOfCompanies(db)
    .$if(wanted.state !== null, (query) => query.where('mails.state', '=', wanted.state ?? 'waiting'))
    .$if(wanted.before !== null, (query) => query.where('mails.id', '<', wanted.before ?? 0))
    .orderBy('mails.id', 'desc')
    .limit(limit)
    .execute();
}

/** Above companies: waiting mails whose next attempt is due. */
export function listDueMails({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<{ company_id: number; id: number }[]> {
  return db
    .selectFrom('mails')
    .select(['company_id', 'id'])
    .where('state', '=', 'waiting')
    .where('try_at', '<=', now)
    .orderBy('try_at')
    .limit(limit)
    .execute();
}

/** Above companies: mails that are of no more use, and still have their text. */
export function listExpired({ db }: Pick<PlatformTx, 'db'>, now: Date, limit: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('mails')
    .select('id')
    .where((eb) => eb.or([eb('state', '=', 'waiting'), eb.and([eb('state', '=', 'failed'), eb('content', 'is not', null)])]))
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute();
}

/** Above companies: mails that are of no more use lose their text; those that waited have failed. */
export async function expireMails({ db }: PlatformTx, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', reason: 'expired', content: null })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .execute();
  await db
    .updateTable('mails')
    .set({ content: null })
    .where('state', '=', 'failed')
    .where('content', 'is not', null)
    .where('expires_at', '<=', now)
    .execute();
}

/** Above companies: deletes mails made before `before`. Answers how many. */
export async function pruneMails({ db }: Pick<PlatformTx, 'db'>, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('id', 'in', (from) => from.selectFrom('mails').select('id').where('created_at', '<', before).orderBy('id').limit(limit))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function mailsOfCompanies(db: PlatformTx['db']) {
  return db
    .selectFrom('mails')
    .innerJoin('companies', 'companies.id', 'mails.company_id')
    .selectAll('mails')
    .select('companies.name as company_name');
}
