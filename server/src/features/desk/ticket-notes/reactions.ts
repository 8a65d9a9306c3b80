import { pingsSeen } from '../../../events/pings.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { readNotes } from './actions.ts';

export const ticketNoteReactions = [
  reactionWithin(
    pingsSeen,
    'ticketNotes.read',
    // Who puts all of it aside at once has read none of it.
    ({ userId, ticketId, seenAt }) => (ticketId === null ? null : { userId, ticketId, at: seenAt }),
    (ctx, read) => readNotes(ctx, read),
  ),
];
