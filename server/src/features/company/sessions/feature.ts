import type { Feature } from '../../../platform/feature.ts';
import { forgetEndedSessions } from './jobs.ts';

export const sessions: Feature = { name: 'sessions', jobs: [forgetEndedSessions] };
