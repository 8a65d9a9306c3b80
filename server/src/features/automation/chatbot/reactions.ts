import { messageReceived } from '../../../events/messages.ts';
import { ticketChanged } from '../../../events/tickets.ts';
import { reaction } from '../../../platform/facts.ts';
import { answer } from './actions/answer.ts';
import { isWorthSaying, sayMoved } from './actions/say-moved.ts';

export const chatbotReactions = [
  reaction(messageReceived, 'chatbot.answer', answer, ({ unattended }) => unattended),
  reaction(ticketChanged, 'chatbot.sayMoved', sayMoved, isWorthSaying),
];
