import { connectionDeleted } from '../../../events/connections.ts';
import { operatorsRuleChanged } from '../../../events/installation.ts';
import { queueDeleted } from '../../../events/queues.ts';
import { reaction } from '../../../platform/facts.ts';
import { leaveConnection, leaveQueue, recheckOperators } from './actions.ts';

export const userReactions = [
  reaction(
    queueDeleted,
    'users.leaveQueue',
    ({ queueId }) => ({ queueId }),
    (ctx, { queueId }) => leaveQueue(ctx, queueId),
  ),
  reaction(
    connectionDeleted,
    'users.leaveConnection',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => leaveConnection(ctx, connectionId),
  ),
  reaction(
    operatorsRuleChanged,
    'users.recheckOperators',
    () => ({}),
    (ctx) => recheckOperators(ctx),
  ),
];
