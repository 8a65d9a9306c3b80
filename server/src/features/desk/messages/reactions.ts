import { connectionChannelChanged, connectionDeleted, connectionSessionChanged } from '../../../events/connections.ts';
import { reaction, reactionWithin } from '../../../platform/facts.ts';
import { failOutbox, settleUnderWay, wakeOutbox } from './actions/out/wake.ts';

export const messageReactions = [
  reaction(
    connectionDeleted,
    'messages.failOutbox',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => failOutbox(ctx, connectionId),
  ),
  reactionWithin(
    connectionSessionChanged,
    'messages.wakeOutbox',
    ({ connection }) => (connection.status === 'CONNECTED' ? { connectionId: connection.id } : null),
    (ctx, { connectionId }) => wakeOutbox(ctx, connectionId),
  ),
  reactionWithin(
    connectionChannelChanged,
    'messages.settleUnderWay',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => settleUnderWay(ctx, connectionId),
  ),
];
