import type { PromptView } from '@balcao/contract/prompts';
import { fact } from '../platform/facts.ts';

export const promptCreated = fact<{ prompt: PromptView }>('prompt.created');
export const promptChanged = fact<{ prompt: PromptView }>('prompt.changed');
export const promptDeleted = fact<{ promptId: number }>('prompt.deleted');
