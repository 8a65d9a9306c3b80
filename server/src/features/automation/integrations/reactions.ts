import { assistantAsked } from '../../../events/assistants.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { hear } from './actions/hear.ts';

export const integrationReactions = [
  reactionWithin(
    assistantAsked,
    'integrations.hear',
    ({ assistant, ticketId, messageId }) =>
      assistant.kind === 'integration' ? { ticketId, messageId, integrationId: assistant.id } : null,
    hear,
  ),
];
