import { userDeleted } from '../../../events/users.ts';
import { reaction } from '../../../platform/facts.ts';
import { leaveChats } from './actions/change-chat.ts';

export const chatReactions = [
  reaction(
    userDeleted,
    'internalChat.leaveChats',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => leaveChats(ctx, userId),
  ),
];
