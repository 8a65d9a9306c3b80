import { messageReceived } from '../../../events/messages.ts';
import { ticketChanged } from '../../../events/tickets.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { answer } from './actions/answer.ts';
import { pickMove, sayMoved } from './actions/say-moved.ts';

export const chatbotReactions = [
  reactionWithin(
    messageReceived,
    'chatbot.answer',
    ({ unattended, ticketId, messageId, choice }) => (unattended ? { ticketId, messageId, choice } : null),
    answer,
  ),
  reactionWithin(ticketChanged, 'chatbot.sayMoved', pickMove, sayMoved),
];
