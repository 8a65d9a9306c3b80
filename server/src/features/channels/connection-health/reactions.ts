import { connectionChannelChanged, connectionLimited, connectionSessionChanged } from '../../../events/connections.ts';
import { newChatRefused } from '../../../events/messages.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { noteBack } from './actions/gaps.ts';
import { noteLimits, pauseNewChats, startAnew } from './actions/limits.ts';

export const connectionHealthReactions = [
  reactionWithin(
    connectionLimited,
    'connectionHealth.noteLimits',
    (said) => said,
    (ctx, { connectionId, ...said }) => noteLimits(ctx, connectionId, said),
  ),
  reactionWithin(
    newChatRefused,
    'connectionHealth.pauseNewChats',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => pauseNewChats(ctx, connectionId),
  ),
  reactionWithin(
    connectionChannelChanged,
    'connectionHealth.startAnew',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => startAnew(ctx, connectionId),
  ),
  reactionWithin(
    connectionSessionChanged,
    'connectionHealth.noteBack',
    ({ connection }) =>
      connection.status === 'CONNECTED' && connection.channel === 'whatsapp_web' ? { connectionId: connection.id } : null,
    (ctx, { connectionId }) => noteBack(ctx, connectionId),
  ),
];
