import type { Feature } from '../../../platform/feature.ts';

/** What prompts and integrations have in common. */
export const assistants: Feature = { name: 'assistants' };
