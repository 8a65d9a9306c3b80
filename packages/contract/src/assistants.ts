// The assistants of a company: prompts and integrations alike.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const assistantView = z.object({ kind: z.enum(['prompt', 'integration']), id: z.number(), name: z.string() });
export type AssistantView = z.output<typeof assistantView>;

export const assistantEndpoints = {
  listAssistants: endpoint({
    route: 'GET /v1/assistants',
    access: 'user',
    summary: 'What may answer customers by itself, by name: prompts and integrations that the plan includes, 100 of each at most.',
    answer: z.array(assistantView),
  }),
};
