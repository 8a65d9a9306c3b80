import { messageReceived } from '../../../events/messages.ts';
import { queueDeleted } from '../../../events/queues.ts';
import { ticketChanged } from '../../../events/tickets.ts';
import { reaction, reactionWithin } from '../../../platform/facts.ts';
import { answer, answerHeld } from './actions/answer.ts';
import { removeFilesOfOptions } from './actions/options.ts';
import { pickMove, sayMoved } from './actions/say-moved.ts';

export const chatbotReactions = [
  reactionWithin(
    messageReceived,
    'chatbot.answer',
    ({ unattended, ticketId, messageId, choice, consent }) =>
      unattended ? { ticketId, messageId, choice, consent: consent?.state ?? null } : null,
    // Whoever stores a message holds its ticket. A second lock, in a savepoint, would be a multixact for each message.
    answerHeld,
    answer,
  ),
  reaction(
    queueDeleted,
    'chatbot.removeFilesOfOptions',
    ({ queueId }) => ({ queueId }),
    (ctx, { queueId }) => removeFilesOfOptions(ctx, queueId),
  ),
  reactionWithin(ticketChanged, 'chatbot.sayMoved', pickMove, sayMoved),
];
