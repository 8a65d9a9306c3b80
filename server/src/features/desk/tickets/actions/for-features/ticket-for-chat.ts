import type { Rating } from '@balcao/contract/rating-rules';
import { endRating, ratingGiven, reopenByMessage, reopens, startTicket, takesMessage } from '@balcao/contract/ticket-move-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { Tx } from '../../../../../platform/context.ts';
import { queueIfThere } from '../../../../company/queues/actions.ts';
import { keptSettingsOf } from '../../../../company/settings/reads.ts';
import { type HeldTicket, latestTicket } from '../../store/held.ts';
import type { TicketRow } from '../../view.ts';
import { addTicket, changeUnannounced } from '../change.ts';

export type ForChat = {
  contactId: number;
  connectionId: number;
  fromMe: boolean;
  at: Date;
  history: boolean;
  /** What was written, if it is words. */
  text: string;
  /** The latest ticket, if `openChat` has locked it, or there can be none. */
  latest?: HeldTicket | null;
};

/**
 * The ticket a message belongs to: the active one; else the last one if it was closed recently (setting `reopenTicketMinutes`), which then
 * waits again; else a new one. Messages written on the phone, and imported ones, never reopen a ticket. The answer to the question for a
 * rating stays in the closed ticket. The caller holds the chat's lock, and announces the ticket with `noteMessage`. `added`: the ticket as lists
 * show it, if it is a new one.
 */
export async function ticketForChat(
  ctx: Tx,
  chat: ForChat,
): Promise<{ id: number; before: Placed | null; rating: Rating | null; added: TicketRow | null }> {
  const { contactId, connectionId } = chat;
  const latest = chat.latest === undefined ? await latestTicket(ctx, contactId, connectionId) : chat.latest;
  if (latest && takesMessage(latest, chat)) return { id: latest.id, before: latest, rating: null, added: null };
  if (latest) {
    const rating = ratingGiven(latest, chat.text, ctx.now());
    if (rating !== null) {
      await changeUnannounced(ctx, latest, endRating());
      return { id: latest.id, before: latest, rating, added: null };
    }
    if (reopens(latest, Number((await keptSettingsOf(ctx)).reopenTicketMinutes), ctx.now())) {
      await changeUnannounced(ctx, latest, reopenByMessage(await queueIfThere(ctx, latest.queueId), ctx.now()));
      return { id: latest.id, before: latest, rating: null, added: null };
    }
  }
  const ticket = startTicket({ ...chat, sentAt: chat.at }, ctx.now());
  const added = await addTicket(ctx, { ...ticket, contactId });
  return { id: added.id, before: null, rating: null, added };
}
