import { queueDeleted } from '../../../events/queues.ts';
import { userDeleted } from '../../../events/users.ts';
import { reaction } from '../../../platform/facts.ts';
import { leaveQueue, removePrivateOf } from './actions.ts';

export const quickMessageReactions = [
  reaction(
    userDeleted,
    'quickMessages.removePrivateOf',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => removePrivateOf(ctx, userId),
  ),
  reaction(
    queueDeleted,
    'quickMessages.leaveQueue',
    ({ queueId }) => ({ queueId }),
    (ctx, { queueId }) => leaveQueue(ctx, queueId),
  ),
];
