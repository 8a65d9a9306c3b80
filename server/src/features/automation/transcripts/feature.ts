import type { Feature } from '../../../platform/feature.ts';

/** What voice messages say, for assistants and for people. */
export const transcripts: Feature = { name: 'transcripts' };
