import { type DraftKind, emptyDraftsLastMs } from '@balcao/contract/draft-rules';
import type { DraftView } from '@balcao/contract/drafts';
import { draftSaved } from '../../../events/drafts.ts';
import { type Ctx, personOf } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { seeableBy, visibleTicket } from '../tickets/reads.ts';
import { emptyLater, findDraft, forgetEmpty, keepLater } from './store.ts';
import { draftView } from './view.ts';

/**
 * Keeps what the caller has begun to write in a ticket, unless they typed something else there later; answers what counts. A time in the
 * future counts as now. Deleting (an empty text) needs no ticket in sight: one's own draft may outlast
 * one's view of it. ERR_NO_TICKET_FOUND.
 */
export function saveDraft(
  ctx: Ctx,
  { ticketId, kind, text, at }: { ticketId: number; kind: DraftKind; text: string; at: string },
): Promise<DraftView> {
  return transaction(ctx, async (ctx) => {
    const actor = personOf(ctx.actor);
    const now = ctx.now();
    const draft = { ticketId, kind, text, at: new Date(Math.min(Date.parse(at), now.getTime())) };
    if (text !== '') await visibleTicket(ctx, ticketId);
    if (await (text === '' ? emptyLater(ctx, actor.id, draft, seeableBy(actor)) : keepLater(ctx, actor.id, draft))) {
      if (text === '') await forgetEmpty(ctx, actor.id, new Date(now.getTime() - emptyDraftsLastMs));
      await ctx.publish(draftSaved, { userId: actor.id, draft: draftView(draft) });
      return draftView(draft);
    }
    return draftView((await findDraft(ctx, actor.id, draft)) ?? draft);
  });
}
