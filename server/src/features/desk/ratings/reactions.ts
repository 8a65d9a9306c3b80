import { messageReceived } from '../../../events/messages.ts';
import { ticketClosed } from '../../../events/tickets.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { receiveRating, sayGoodbye } from './actions.ts';

export const ratingReactions = [
  reactionWithin(
    ticketClosed,
    'ratings.sayGoodbye',
    ({ ticketId, attendanceId, byUserId }) => (byUserId === null ? null : { ticketId, attendanceId }),
    sayGoodbye,
  ),
  reactionWithin(
    messageReceived,
    'ratings.receive',
    ({ ticketId, rating }) => (rating === null ? null : { ticketId, rating }),
    receiveRating,
  ),
];
