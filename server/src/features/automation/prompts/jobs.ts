import { answerPromptJob } from './actions/answer.ts';

export const promptJobs = [answerPromptJob];
