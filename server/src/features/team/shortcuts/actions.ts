import type { ShortcutsView } from '@balcao/contract/shortcuts';
import { shortcutsChanged } from '../../../events/shortcuts.ts';
import { type Ctx, personOf } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { saveShortcuts } from './store.ts';

/** Chooses the keys of commands for the caller, in the place of what they chose before. ERR_NO_PERMISSION. */
export function chooseShortcuts(ctx: Ctx, shortcuts: ShortcutsView): Promise<ShortcutsView> {
  const actor = personOf(ctx.actor);
  return transaction(ctx, async (ctx) => {
    await saveShortcuts(ctx, actor.id, shortcuts);
    await ctx.publish(shortcutsChanged, { userId: actor.id, shortcuts });
    return shortcuts;
  });
}
