import { mayAttend } from '@balcao/contract/ticket-move-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../platform/context.ts';
import { AppError, must } from '../../../../platform/errors.ts';
import { holdQueue } from '../../../company/queues/actions.ts';
import { holdUser } from '../../../company/users/actions.ts';
import { shareIntegration, sharePrompt } from '../store/held.ts';

/**
 * A new queue and a new agent must exist, and the agent must be able to see the ticket; so must the one to whom a closed ticket opens again.
 * Locks them, so that they still exist when the transaction commits. ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_USER_NOT_IN_QUEUE.
 */
export async function checkPlace(ctx: Tx, placed: Placed, before?: Placed): Promise<void> {
  const queueIsNew = placed.queueId !== null && placed.queueId !== before?.queueId;
  const userIsNew = placed.userId !== null && placed.userId !== before?.userId;
  if (queueIsNew && placed.queueId !== null) await holdQueue(ctx, placed.queueId);
  const opens = placed.status === 'open' && before?.status !== 'open';
  if (placed.userId === null || !(userIsNew || opens || (queueIsNew && placed.status === 'open'))) return;
  const user = await holdUser(ctx, placed.userId);
  if (!user) throw new AppError('ERR_NO_USER_FOUND');
  if (placed.status === 'open') must(mayAttend(user, placed));
}

/** The assistant that a person names must exist. ERR_NO_PROMPT_FOUND, ERR_NO_DIALOG_FOUND. */
export async function checkAssistant(
  ctx: Tx,
  { promptId, integrationId }: { promptId?: number | null | undefined; integrationId?: number | null | undefined },
): Promise<void> {
  if (promptId != null && !(await sharePrompt(ctx, promptId))) throw new AppError('ERR_NO_PROMPT_FOUND');
  if (integrationId != null && !(await shareIntegration(ctx, integrationId))) throw new AppError('ERR_NO_DIALOG_FOUND');
}
