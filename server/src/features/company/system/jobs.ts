import { removeFilesJob } from './actions.ts';

export const systemJobs = [removeFilesJob];
