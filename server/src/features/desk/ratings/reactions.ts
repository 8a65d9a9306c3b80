import { messageReceived } from '../../../events/messages.ts';
import { ticketClosed } from '../../../events/tickets.ts';
import { reaction } from '../../../platform/facts.ts';
import { receiveRating, sayGoodbye } from './actions.ts';

export const ratingReactions = [
  reaction(ticketClosed, 'ratings.sayGoodbye', sayGoodbye, ({ byUserId }) => byUserId !== null),
  reaction(messageReceived, 'ratings.receive', receiveRating, ({ rating }) => rating !== null),
];
