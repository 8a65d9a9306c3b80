import { connectionChannelChanged, connectionLimited, connectionSessionChanged } from '../../../events/connections.ts';
import { newChatRefused } from '../../../events/messages.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { beginReplay } from './actions/gaps.ts';
import { pauseNewChats, resetHealth, saveLimits } from './actions/limits.ts';

export const connectionHealthReactions = [
  reactionWithin(
    connectionLimited,
    'connectionHealth.saveLimits',
    (said) => said,
    (ctx, { connectionId, ...said }) => saveLimits(ctx, connectionId, said),
  ),
  reactionWithin(
    newChatRefused,
    'connectionHealth.pauseNewChats',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => pauseNewChats(ctx, connectionId),
  ),
  reactionWithin(
    connectionChannelChanged,
    'connectionHealth.resetHealth',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => resetHealth(ctx, connectionId),
  ),
  reactionWithin(
    connectionSessionChanged,
    'connectionHealth.beginReplay',
    ({ connection }) =>
      connection.status === 'CONNECTED' && connection.channel === 'whatsapp_web' ? { connectionId: connection.id } : null,
    (ctx, { connectionId }) => beginReplay(ctx, connectionId),
  ),
];
