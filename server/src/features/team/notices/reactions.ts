import { signedOut } from '../../../events/auth.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { forgetDeviceOf } from './actions/devices.ts';

export const noticeReactions = [
  reactionWithin(
    signedOut,
    'notices.forgetDevice',
    ({ sessionId }) => ({ sessionId }),
    (ctx, { sessionId }) => forgetDeviceOf(ctx, sessionId),
  ),
];
