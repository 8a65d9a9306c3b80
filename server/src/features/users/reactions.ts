import { queueDeleted } from '../../events/queues.ts';
import { reaction } from '../../platform/facts.ts';
import { leaveQueue } from './actions.ts';

export const userReactions = [reaction(queueDeleted, 'users.leaveQueue', (ctx, { queueId }) => leaveQueue(ctx, queueId))];
