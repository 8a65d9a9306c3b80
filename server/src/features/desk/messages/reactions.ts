import { connectionChannelChanged, connectionDeleted, connectionSessionChanged } from '../../../events/connections.ts';
import { reaction } from '../../../platform/facts.ts';
import { failOutbox, settleUnderWay, wakeOutbox } from './actions/out/wake.ts';

// Jobs, for each may touch a whole outbox, and after the commit, so that what was claimed until then is seen.
export const messageReactions = [
  reaction(
    connectionDeleted,
    'messages.failOutbox',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => failOutbox(ctx, connectionId),
  ),
  reaction(
    connectionSessionChanged,
    'messages.wakeOutbox',
    ({ connection }) => (connection.status === 'CONNECTED' ? { connectionId: connection.id } : null),
    (ctx, { connectionId }) => wakeOutbox(ctx, connectionId),
  ),
  reaction(
    connectionChannelChanged,
    'messages.settleUnderWay',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => settleUnderWay(ctx, connectionId),
  ),
];
