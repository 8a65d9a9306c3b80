// The only writer of what people chose.
import type { ChosenTones, NoticeKind, QuietHours } from '@balcao/contract/notice-rules';
import type { Scoped } from '../../../../platform/context.ts';

export type Choices = { silent: NoticeKind[]; quiet: QuietHours | null; tones: ChosenTones; insist: boolean };

/** The kinds that do not ring for a user, when nothing does, what it sounds like, and whether it rings again. */
export async function findChoices({ db, companyId }: Scoped, userId: number): Promise<Choices> {
  const row = await db
    .selectFrom('notice_choices')
    .select(['silent', 'quiet_from', 'quiet_to', 'tones', 'insist'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    silent: (row?.silent ?? []) as NoticeKind[],
    quiet: row?.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null,
    tones: (row?.tones as ChosenTones | undefined) ?? { kinds: {}, queues: {} },
    insist: row?.insist ?? false,
  };
}

/** Keeps what is given; the rest stays. */
export async function saveChoices(
  { db, companyId }: Scoped,
  userId: number,
  { silent, quiet, tones, insist }: Pick<Choices, 'silent'> & { [Name in Exclude<keyof Choices, 'silent'>]?: Choices[Name] | undefined },
): Promise<void> {
  const chosen = {
    silent,
    ...(quiet === undefined ? {} : { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
    ...(tones === undefined ? {} : { tones: JSON.stringify(tones) }),
    ...(insist === undefined ? {} : { insist }),
  };
  await db
    .insertInto('notice_choices')
    .values({ company_id: companyId, user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(chosen))
    .execute();
}
