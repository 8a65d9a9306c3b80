import { deliveryChanged } from '../../../../events/integrations.ts';
import type { Tx } from '../../../../platform/context.ts';
import { type DeliveryRow, saveDelivery } from '../store/deliveries.ts';
import { deliveryView } from '../view.ts';

/** Adds the job that goes on with a ticket, now or at a time. */
export type GoOn = (ctx: Tx, ticketId: number, at?: Date | null) => Promise<void>;

export async function announceDelivery(ctx: Tx, row: DeliveryRow, isNew = false): Promise<void> {
  await ctx.publish(deliveryChanged, { delivery: deliveryView(row), isNew });
}

/** Writes the given columns of a locked delivery, and announces it. */
export async function noteDelivery(ctx: Tx, id: number, change: Parameters<typeof saveDelivery>[2]): Promise<DeliveryRow> {
  const row = await saveDelivery(ctx, id, { ...change, updated_at: ctx.now() });
  await announceDelivery(ctx, row);
  return row;
}
