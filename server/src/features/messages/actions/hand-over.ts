import type { Tx } from '../../../platform/context.ts';
import { handOverMessages } from '../store/hand-over.ts';

/** The messages of tickets that went from one contact to another follow them. */
export function followTickets(ctx: Tx, from: number, to: number, ticketIds: readonly number[]): Promise<void> {
  return handOverMessages(ctx, from, to, ticketIds);
}
