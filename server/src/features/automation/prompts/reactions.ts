import { assistantAsked } from '../../../events/assistants.ts';
import { queueDeleted } from '../../../events/queues.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { answerSoon } from './actions/answer.ts';
import { leaveQueue } from './actions/manage.ts';

export const promptReactions = [
  reactionWithin(
    assistantAsked,
    'prompts.answerSoon',
    ({ assistant, ticketId, messageId }) => (assistant.kind === 'prompt' ? { promptId: assistant.id, ticketId, messageId } : null),
    answerSoon,
  ),
  reactionWithin(
    queueDeleted,
    'prompts.leaveQueue',
    ({ queueId }) => ({ queueId }),
    (ctx, { queueId }) => leaveQueue(ctx, queueId),
  ),
];
