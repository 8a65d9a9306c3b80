import type { Tx } from '../../../../../platform/context.ts';
import { lockTickets } from '../../../tickets/actions/for-features/hold-ticket.ts';
import { type HeldMessage, lockMessage, ticketsOf } from '../../store/messages.ts';
import { failMessage } from './fail-message.ts';

/**
 * Takes back what waits in the outbox: the messages of a group fail with `reason`, unless one of them has begun to leave, since what belongs
 * together arrives together. Resolves with whether that was done, for each group; nothing of those will be sent.
 */
export async function withdrawQueued(ctx: Tx, groups: readonly (readonly number[])[], reason: string): Promise<boolean[]> {
  const withdrawn: boolean[] = [];
  await lockTickets(ctx, await ticketsOf(ctx, groups.flat()));
  for (const group of groups) {
    const waiting: HeldMessage[] = [];
    for (const id of group) {
      const message = await lockMessage(ctx, id);
      if (message?.outbox?.state === 'queued') waiting.push(message);
    }
    const isWhole = waiting.length === group.length;
    if (isWhole) for (const message of waiting) await failMessage(ctx, message, reason);
    withdrawn.push(isWhole);
  }
  return withdrawn;
}
