import type { Feature } from '../../../platform/feature.ts';
import { goodbyeJob } from './actions.ts';
import { ratingReactions } from './reactions.ts';

export const ratings: Feature = { name: 'ratings', reactions: ratingReactions, jobs: [goodbyeJob] };
