import { connectionChannelChanged, connectionLimited, connectionSessionChanged } from '../../../events/connections.ts';
import { newChatRefused } from '../../../events/messages.ts';
import { reaction } from '../../../platform/facts.ts';
import { noteBack } from './actions/gaps.ts';
import { noteLimits, pauseNewChats, startAnew } from './actions/limits.ts';

export const connectionHealthReactions = [
  reaction(connectionLimited, 'connectionHealth.noteLimits', (ctx, { connectionId, ...said }) => noteLimits(ctx, connectionId, said)),
  reaction(newChatRefused, 'connectionHealth.pauseNewChats', (ctx, { connectionId }) => pauseNewChats(ctx, connectionId)),
  reaction(connectionChannelChanged, 'connectionHealth.startAnew', (ctx, { connectionId }) => startAnew(ctx, connectionId)),
  reaction(
    connectionSessionChanged,
    'connectionHealth.noteBack',
    (ctx, { connection }) => noteBack(ctx, connection.id),
    ({ connection }) => connection.status === 'CONNECTED' && connection.channel === 'whatsapp_web',
  ),
];
