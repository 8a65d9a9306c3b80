import { userDeleted } from '../../../events/users.ts';
import { reaction } from '../../../platform/facts.ts';
import { removePrivateOf } from './actions.ts';

export const ticketViewReactions = [
  reaction(
    userDeleted,
    'ticketViews.removePrivateOf',
    ({ userId }) => ({ userId }),
    (ctx, { userId }) => removePrivateOf(ctx, userId),
  ),
];
