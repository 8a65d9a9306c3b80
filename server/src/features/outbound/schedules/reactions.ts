import { connectionHealthChanged } from '../../../events/connections.ts';
import { contactDeleted, contactMerged } from '../../../events/contacts.ts';
import { messageChanged } from '../../../events/messages.ts';
import { reaction, reactionWithin } from '../../../platform/facts.ts';
import { followMessage, moveScheduled, removeScheduledFor } from './actions/follow.ts';
import { tryHeld } from './actions/send-due.ts';

export const scheduleReactions = [
  reactionWithin(
    messageChanged,
    'schedules.followMessage',
    // The key tells without a statement, as this is on the way of every message.
    ({ message }) => (message.clientKey?.startsWith('schedule:') ? { messageId: Number(message.id) } : null),
    (ctx, { messageId }) => followMessage(ctx, messageId),
  ),
  reactionWithin(
    contactDeleted,
    'schedules.removeScheduledFor',
    ({ contactId }) => ({ contactId }),
    (ctx, { contactId }) => removeScheduledFor(ctx, contactId),
  ),
  reactionWithin(
    contactMerged,
    'schedules.moveScheduled',
    ({ keptId, otherId }) => ({ keptId, otherId }),
    (ctx, merged) => moveScheduled(ctx, merged),
  ),
  reaction(
    connectionHealthChanged,
    'schedules.lookAtHealth',
    ({ connectionId }) => ({ connectionId }),
    (ctx) => tryHeld(ctx),
  ),
];
