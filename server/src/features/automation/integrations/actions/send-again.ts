import type { DeliveryView } from '@balcao/contract/integration-deliveries';
import { type DeliveryState, isUnderWay } from '@balcao/contract/integration-rules';
import type { Ctx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { audit } from '../../../company/system/actions.ts';
import { mustBeThere } from '../reads.ts';
import { findDelivery, lockDelivery } from '../store/deliveries.ts';
import { findIntegration } from '../store/integrations.ts';
import { deliveryView } from '../view.ts';
import { noteDelivery } from './announce.ts';
import { talkSoon } from './talk-job.ts';

/**
 * Sends a delivery again, with the same event id. ERR_NO_DIALOG_FOUND, ERR_NO_DELIVERY_FOUND; ERR_DELIVERY_UNDER_WAY; ERR_NO_TICKET_FOUND
 * when its ticket is gone.
 */
export function sendAgain(ctx: Ctx, integrationId: number, id: number): Promise<DeliveryView> {
  return transaction(ctx, async (ctx) => {
    mustBeThere(await findIntegration(ctx, integrationId));
    const row = (await findDelivery(ctx, integrationId, id)) && (await lockDelivery(ctx, id));
    if (!row) throw new AppError('ERR_NO_DELIVERY_FOUND');
    if (row.ticket_id === null) throw new AppError('ERR_NO_TICKET_FOUND');
    if (isUnderWay(row.state as DeliveryState)) throw new AppError('ERR_DELIVERY_UNDER_WAY');
    const change = { state: 'waiting', sent_again: true, attempts: 0, said: 0, reply: null, next_try_at: null } as const;
    const again = await noteDelivery(ctx, id, change);
    await audit(ctx, { verb: 'integration.sentAgain', subject: String(integrationId), details: { delivery: id } });
    await talkSoon(ctx, row.ticket_id);
    return deliveryView(again);
  });
}
