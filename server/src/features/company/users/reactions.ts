import { connectionDeleted } from '../../../events/connections.ts';
import { queueDeleted } from '../../../events/queues.ts';
import { reaction } from '../../../platform/facts.ts';
import { leaveConnection, leaveQueue } from './actions.ts';

export const userReactions = [
  reaction(queueDeleted, 'users.leaveQueue', (ctx, { queueId }) => leaveQueue(ctx, queueId)),
  reaction(connectionDeleted, 'users.leaveConnection', (ctx, { connectionId }) => leaveConnection(ctx, connectionId)),
];
