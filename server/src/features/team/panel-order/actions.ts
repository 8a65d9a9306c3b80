import type { PanelOrderView } from '@balcao/contract/panel-order';
import { panelOrdered } from '../../../events/panel-order.ts';
import { type Ctx, personOf } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { savePanelOrder } from './store.ts';

/** Puts the sections of the caller's contact panel in order. ERR_NO_PERMISSION. */
export function orderPanel(ctx: Ctx, order: PanelOrderView): Promise<PanelOrderView> {
  const actor = personOf(ctx.actor);
  return transaction(ctx, async (ctx) => {
    await savePanelOrder(ctx, actor.id, order.sections);
    await ctx.publish(panelOrdered, { userId: actor.id, order });
    return order;
  });
}
