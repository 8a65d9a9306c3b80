import { defineCron } from '../../../platform/jobs/define.ts';
import { measureCompanies, measureCompany } from './actions.ts';

export const usageJobs = [measureCompany, defineCron({ name: 'usage.measureAll', cron: '*/20 * * * *', run: measureCompanies })];
