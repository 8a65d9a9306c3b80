// The log of merges, and contacts whose number is hidden.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { IdentityRow } from './contacts.ts';

export type MergeRow = {
  id: number;
  contact_id: number;
  other_id: number;
  /** What a split needs. */
  for_split: unknown;
  user_id: number | null;
  user_name: string | null;
  /** The addresses of the event that proved it; null when a person decided. */
  proof: IdentityRow[] | null;
  created_at: Date;
  split_at: Date | null;
};

export type NewMerge = {
  contactId: number;
  otherId: number;
  forSplit: unknown;
  by: { id: number; name: string } | null;
  proof: readonly IdentityRow[] | null;
  at: Date;
};

export async function insertMerge({ db, companyId }: Scoped, merge: NewMerge): Promise<MergeRow> {
  const proof = merge.proof === null ? null : JSON.stringify(merge.proof);
  const { rows } = await sql<MergeRow>`
    insert into contact_merges (company_id, contact_id, other_id, for_split, user_id, user_name, proof, created_at)
    values (${companyId}, ${merge.contactId}, ${merge.otherId}, ${JSON.stringify(merge.forSplit)}, ${merge.by?.id ?? null}, ${merge.by?.name ?? null},
      ${proof}, ${merge.at})
    returning *`.execute(db);
  if (!rows[0]) throw new Error('the merge was not noted');
  return rows[0];
}

/** Locks the row until the transaction ends. Throws ERR_NO_MERGE_FOUND. */
export async function lockMerge({ db, companyId }: Scoped, id: number): Promise<MergeRow> {
  const { rows } = await sql<MergeRow>`select * from contact_merges where company_id = ${companyId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_MERGE_FOUND');
  return rows[0];
}

/** Locks the contact that was kept in a merge until the transaction ends. Null if it is just being merged into another, or there is no such merge. */
export async function lockKeptOf({ db, companyId }: Scoped, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from contact_merges m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where m.company_id = ${companyId} and m.id = ${id} for no key update of c`.execute(db);
  return rows[0]?.id ?? null;
}

/** Newest first. */
export async function mergesOf({ db, companyId }: Scoped, contactId: number, limit: number): Promise<MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select * from contact_merges where company_id = ${companyId} and contact_id = ${contactId} order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Which of these contacts a person has split from this one. */
export async function splitFrom({ db, companyId }: Scoped, contactId: number, others: readonly number[]): Promise<Set<number>> {
  const ids = [...others];
  const { rows } = await sql<{ id: number }>`
    select other_id as id from contact_merges
      where company_id = ${companyId} and other_id = any(${ids}::bigint[]) and contact_id = ${contactId} and split_at is not null
    union
    select contact_id from contact_merges
      where company_id = ${companyId} and other_id = ${contactId} and contact_id = any(${ids}::bigint[]) and split_at is not null`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Moves the merges of a contact that is merged into another itself. Returns their ids. */
export async function moveMergeRows({ db, companyId }: Scoped, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update contact_merges set contact_id = ${to} where company_id = ${companyId} and contact_id = ${from} returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function moveMergeRowsBack({ db, companyId }: Scoped, ids: readonly number[], to: number): Promise<void> {
  await sql`update contact_merges set contact_id = ${to} where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
}

export async function saveSplit({ db, companyId }: Scoped, id: number, at: Date): Promise<MergeRow> {
  const { rows } = await sql<MergeRow>`
    update contact_merges set split_at = ${at} where company_id = ${companyId} and id = ${id} returning *`.execute(db);
  if (!rows[0]) throw new AppError('ERR_NO_MERGE_FOUND');
  return rows[0];
}

/** LIDs of contacts without a number, in the order of the contacts' ids. */
export async function hiddenLids({ db, companyId }: Scoped, limit: number, after: number): Promise<{ contactId: number; lid: string }[]> {
  const { rows } = await sql<{ contactId: number; lid: string }>`
    select c.id as "contactId", i.value as lid from contacts c
    join lateral (
      select value from contact_identities i
      where i.company_id = c.company_id and i.contact_id = c.id and i.kind = 'wa_lid' order by i.created_at desc limit 1) i on true
    where c.company_id = ${companyId} and c.number = '' and not c.is_group and c.id > ${after} order by c.id limit ${limit}`.execute(db);
  return rows;
}
