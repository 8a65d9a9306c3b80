import { importJob } from './actions/import-sheet.ts';

export const importJobs = [importJob];
