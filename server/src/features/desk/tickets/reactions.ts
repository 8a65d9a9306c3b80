import { queueDeleted } from '../../../events/queues.ts';
import { userDeleted } from '../../../events/users.ts';
import type { Outside } from '../../../platform/context.ts';
import { reaction } from '../../../platform/facts.ts';
import { releaseTicketsOf, unqueueTicketsOf } from './actions/release-tickets.ts';

export const ticketReactions = [
  reaction(
    userDeleted,
    'tickets.releaseOf',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => repeat(ctx, (ctx) => releaseTicketsOf(ctx, userId)),
  ),
  reaction(
    queueDeleted,
    'tickets.unqueue',
    ({ queueId }) => ({ queueId }),
    (ctx, { queueId }) => repeat(ctx, (ctx) => unqueueTicketsOf(ctx, queueId)),
  ),
];

/** Works through many tickets in short transactions. */
async function repeat(ctx: Outside, step: (ctx: Outside) => Promise<boolean>): Promise<void> {
  while (await step(ctx));
}
