import { defineCron } from '../../../platform/jobs/define.ts';
import { eraseCompanyJob, tellWhoRanOut } from './actions.ts';

export const companyJobs = [eraseCompanyJob, defineCron({ name: 'companies.tellWhoRanOut', cron: '* * * * *', run: tellWhoRanOut })];
