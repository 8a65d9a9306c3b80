import { messageReceived } from '../../../events/messages.ts';
import { ticketClosed } from '../../../events/tickets.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { goodbyeSoon, receiveRating } from './actions.ts';

export const ratingReactions = [
  reactionWithin(
    ticketClosed,
    'ratings.goodbyeSoon',
    ({ ticketId, attendanceId, byUserId }) => (byUserId === null ? null : { ticketId, attendanceId }),
    goodbyeSoon,
  ),
  reactionWithin(
    messageReceived,
    'ratings.receive',
    ({ ticketId, rating }) => (rating === null ? null : { ticketId, rating }),
    receiveRating,
  ),
];
