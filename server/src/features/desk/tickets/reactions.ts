import { queueDeleted } from '../../../events/queues.ts';
import { userDeleted, userRoleSaved } from '../../../events/users.ts';
import { reaction } from '../../../platform/facts.ts';
import { releaseTicketsOf, releaseTicketsOutOfSightOf, unqueueTicketsOf } from './actions/release-tickets.ts';

export const ticketReactions = [
  reaction(
    userDeleted,
    'tickets.releaseOf',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => releaseTicketsOf(ctx, userId),
  ),
  reaction(
    userRoleSaved,
    'tickets.releaseOutOfSightOf',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => releaseTicketsOutOfSightOf(ctx, userId),
  ),
  reaction(
    queueDeleted,
    'tickets.unqueue',
    ({ queueId }) => ({ queueId }),
    (ctx, { queueId }) => unqueueTicketsOf(ctx, queueId),
  ),
];
