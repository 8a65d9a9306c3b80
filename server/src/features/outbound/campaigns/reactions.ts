import { connectionDeleted, connectionHealthChanged, connectionSessionChanged } from '../../../events/connections.ts';
import { messageChanged, messageReceived } from '../../../events/messages.ts';
import { reaction, reactionWithin } from '../../../platform/facts.ts';
import { followMessage, hear } from './actions/follow.ts';
import { lookAgain, stopOnConnection } from './actions/move.ts';

export const campaignReactions = [
  reaction(
    messageChanged,
    'campaigns.followMessage',
    ({ message }) => (message.clientKey?.startsWith('campaign:') ? { messageId: Number(message.id) } : null),
    (ctx, { messageId }) => followMessage(ctx, messageId),
  ),
  reactionWithin(messageReceived, 'campaigns.hear', ({ contactId, messageId }) => ({ contactId, messageId }), hear),
  reaction(
    connectionDeleted,
    'campaigns.stopOnConnection',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => stopOnConnection(ctx, connectionId),
  ),
  reaction(
    connectionHealthChanged,
    'campaigns.lookAtHealth',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => lookAgain(ctx, connectionId),
  ),
  reaction(
    connectionSessionChanged,
    'campaigns.goOnConnected',
    ({ connection }) => (connection.status === 'CONNECTED' ? { connectionId: connection.id } : null),
    (ctx, { connectionId }) => lookAgain(ctx, connectionId),
  ),
];
