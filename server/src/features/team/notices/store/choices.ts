// The only writer of what people chose.
import type { NoticeKind } from '@balcao/contract/notice-rules';
import type { Scoped } from '../../../../platform/context.ts';

/** The kinds that do not ring for a user. */
export async function findSilent({ db, companyId }: Scoped, userId: number): Promise<NoticeKind[]> {
  const row = await db
    .selectFrom('notice_choices')
    .select('silent')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.silent ?? []) as NoticeKind[];
}

export async function saveSilent({ db, companyId }: Scoped, userId: number, silent: NoticeKind[]): Promise<void> {
  await db
    .insertInto('notice_choices')
    .values({ company_id: companyId, user_id: userId, silent })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ silent }))
    .execute();
}
