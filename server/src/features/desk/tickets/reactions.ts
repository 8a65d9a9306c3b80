import { queueDeleted } from '../../../events/queues.ts';
import { userDeleted, userRestricted } from '../../../events/users.ts';
import { reaction } from '../../../platform/facts.ts';
import { releaseTicketsOf, releaseUnseenTicketsOf, unqueueTicketsOf } from './actions/release-tickets.ts';

export const ticketReactions = [
  reaction(
    userDeleted,
    'tickets.releaseOf',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => releaseTicketsOf(ctx, userId),
  ),
  reaction(
    userRestricted,
    'tickets.releaseUnseenOf',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => releaseUnseenTicketsOf(ctx, userId),
  ),
  reaction(
    queueDeleted,
    'tickets.unqueue',
    ({ queueId }) => ({ queueId }),
    (ctx, { queueId }) => unqueueTicketsOf(ctx, queueId),
  ),
];
