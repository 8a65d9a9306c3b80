import { connectionChannelChanged, connectionDeleted, connectionSessionChanged } from '../../events/connections.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { reaction } from '../../platform/facts.ts';
import { announceChanged } from './actions/announce.ts';
import { settleUnderWay, wakeOutbox } from './actions/wake.ts';
import { failOutboxOf } from './store.ts';

export const messageReactions = [
  // What still waited on a connection that is gone will never leave.
  reaction(connectionDeleted, 'messages.failOutbox', async (ctx, { connectionId }) => {
    await transaction(ctx, async (ctx) => {
      for (const id of await failOutboxOf(ctx, connectionId, 'connection_down', ctx.now())) await announceChanged(ctx, id);
    });
  }),
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
