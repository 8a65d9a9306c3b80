import type { Tx } from '../../../../../platform/context.ts';
import { lockTickets } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { lockMessage, ticketsOf } from '../../store/messages.ts';
import { failMessage } from './fail-message.ts';

/** Takes back those of the messages that wait in the outbox: they fail with `reason`. Resolves with their ids; none of them will be sent. */
export async function withdrawQueued(ctx: Tx, ids: readonly number[], reason: string): Promise<Set<number>> {
  const withdrawn = new Set<number>();
  await lockTickets(ctx, await ticketsOf(ctx, ids));
  for (const id of ids) {
    const message = await lockMessage(ctx, id);
    if (message?.outbox?.state !== 'queued') continue;
    await failMessage(ctx, message, reason);
    withdrawn.add(id);
  }
  return withdrawn;
}
