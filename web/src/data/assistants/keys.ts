import { promptKeys } from '../prompts/keys.ts';

/** Below the choices of prompts, so that news of prompts reach it. */
export const assistantKeys = { list: [...promptKeys.choices, 'assistants'] as const };
