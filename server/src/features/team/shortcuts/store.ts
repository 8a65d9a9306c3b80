// The only writer of the keys that people chose.
import type { ShortcutsView } from '@balcao/contract/shortcuts';
import type { Scoped } from '../../../platform/context.ts';

export async function saveShortcuts({ db, companyId }: Scoped, userId: number, { used, keys }: ShortcutsView): Promise<void> {
  const chosen = { used, keys: JSON.stringify(keys) };
  await db
    .insertInto('shortcut_choices')
    .values({ company_id: companyId, user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(chosen))
    .execute();
}
