import { connectionChannelChanged, connectionDeleted, connectionSessionChanged } from '../../../events/connections.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { reaction } from '../../../platform/facts.ts';
import { failOutbox, settleUnderWay, wakeOutbox } from './actions/out/wake.ts';

export const messageReactions = [
  reaction(connectionDeleted, 'messages.failOutbox', (ctx, { connectionId }) => transaction(ctx, (ctx) => failOutbox(ctx, connectionId))),
  reaction(
    connectionSessionChanged,
    'messages.wakeOutbox',
    (ctx, { connection }) => transaction(ctx, (ctx) => wakeOutbox(ctx, connection.id)),
    ({ connection }) => connection.status === 'CONNECTED',
  ),
  reaction(connectionChannelChanged, 'messages.settleUnderWay', (ctx, { connectionId }) =>
    transaction(ctx, (ctx) => settleUnderWay(ctx, connectionId)),
  ),
];
