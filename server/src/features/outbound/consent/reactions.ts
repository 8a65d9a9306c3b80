import { messageReceived } from '../../../events/messages.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { hearConsent } from './actions/note-consent.ts';

export const consentReactions = [
  reactionWithin(
    messageReceived,
    'consent.hear',
    ({ contactId, ticketId, messageId, consent }) => consent && { contactId, ticketId, messageId, ...consent },
    hearConsent,
  ),
];
