import { companyDeleted } from '../../../events/companies.ts';
import { connectionConfigured } from '../../../events/connections.ts';
import { queueDeleted } from '../../../events/queues.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { reaction, reactionWithin } from '../../../platform/facts.ts';
import { leaveQueue, removeAllConnections, startSession } from './actions.ts';
import { findConnection } from './reads.ts';

export const connectionReactions = [
  reactionWithin(
    companyDeleted,
    'connections.leaveCompany',
    ({ companyId }) => ({ companyId }),
    (ctx) => removeAllConnections(ctx),
  ),
  reaction(
    connectionConfigured,
    'connections.start',
    ({ connectionId }) => ({ connectionId }),
    async (ctx, { connectionId }) => {
      if (await reading(ctx, (ctx) => findConnection(ctx, connectionId))) await startSession(ctx, connectionId);
    },
  ),
  reaction(
    queueDeleted,
    'connections.leaveQueue',
    ({ queueId }) => ({ queueId }),
    (ctx, { queueId }) => leaveQueue(ctx, queueId),
  ),
];
