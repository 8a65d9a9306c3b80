import { webhookAutomationEvent } from '@balcao/contract/webhook-rules';
import { newId } from '../../../../platform/chance.ts';
import type { Tx } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import { planOf } from '../../../company/companies/reads.ts';
import { deliveryService } from '../rules.ts';
import { addDeliveries } from '../store/lines.ts';
import { lockWebhook } from '../store/webhooks.ts';
import { bodyOf } from './record.ts';

/**
 * Tells one webhook that an automation fired, whatever events it listens to: with its signature, its attempts and its log, in order with what
 * else is told of this line. ERR_NO_WEBHOOK_FOUND, also where it is switched off; ERR_NO_PERMISSION where the plan has none.
 */
export async function tellWebhook(ctx: Tx, webhookId: number, line: string, data: object): Promise<void> {
  if (!(await planOf(ctx)).useExternalApi) throw new AppError('ERR_NO_PERMISSION', { plan: 'useExternalApi' });
  const webhook = await lockWebhook(ctx, webhookId);
  if (!webhook?.active) throw new AppError('ERR_NO_WEBHOOK_FOUND');
  const now = ctx.now();
  const eventId = newId();
  const body = bodyOf({ eventId, event: webhookAutomationEvent, at: now, companyId: ctx.companyId, data });
  await addDeliveries(ctx, [{ webhookId, eventId, event: webhookAutomationEvent, line, body }], now);
  ctx.wake(deliveryService);
}
