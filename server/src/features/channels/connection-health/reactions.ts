import { connectionChannelChanged, connectionLimited, connectionSessionChanged } from '../../../events/connections.ts';
import { newChatRefused } from '../../../events/messages.ts';
import { reaction } from '../../../platform/facts.ts';
import { beginReplay } from './actions/gaps.ts';
import { pauseNewChats, resetHealth, saveLimits } from './actions/limits.ts';

// Jobs: they lock the health before the connection, what publishes these facts the connection first.
export const connectionHealthReactions = [
  reaction(
    connectionLimited,
    'connectionHealth.saveLimits',
    (said) => said,
    (ctx, { connectionId, ...said }) => saveLimits(ctx, connectionId, said),
  ),
  reaction(
    newChatRefused,
    'connectionHealth.pauseNewChats',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => pauseNewChats(ctx, connectionId),
  ),
  reaction(
    connectionChannelChanged,
    'connectionHealth.resetHealth',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => resetHealth(ctx, connectionId),
  ),
  reaction(
    connectionSessionChanged,
    'connectionHealth.beginReplay',
    ({ connection }) =>
      connection.status === 'CONNECTED' && connection.channel === 'whatsapp_web' ? { connectionId: connection.id } : null,
    (ctx, { connectionId }) => beginReplay(ctx, connectionId),
  ),
];
