import { fact } from '../platform/facts.ts';

/** What answers customers by itself. */
export type Assistant = { kind: 'prompt' | 'integration'; id: number };

/** It is this assistant's turn to answer a message. The ticket names it already. */
export const assistantAsked = fact<{ assistant: Assistant; ticketId: number; messageId: number }>('assistant.asked');
