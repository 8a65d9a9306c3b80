import type { Feature } from '../../../platform/feature.ts';
import { assignmentRecorder } from './actions/record.ts';
import { assignmentJobs } from './jobs.ts';

export const assignment: Feature = { name: 'assignment', jobs: assignmentJobs, recorders: [assignmentRecorder] };
