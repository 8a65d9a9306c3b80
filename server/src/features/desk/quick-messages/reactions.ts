import { userDeleted } from '../../../events/users.ts';
import { reaction } from '../../../platform/facts.ts';
import { removePrivateOf } from './actions.ts';

export const quickMessageReactions = [
  reaction(
    userDeleted,
    'quickMessages.removePrivateOf',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => removePrivateOf(ctx, userId),
  ),
];
