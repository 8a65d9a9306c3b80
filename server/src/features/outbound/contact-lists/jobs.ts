import { defineCron } from '../../../platform/jobs/define.ts';
import { checkJob } from './actions/check-numbers.ts';
import { followBehind, followJob } from './actions/follow-filter.ts';
import { listSheets } from './actions/list-sheets.ts';

const followFilters = defineCron({ name: 'contactLists.followFilters', cron: '* * * * *', run: (ctx) => followBehind(ctx) });

export const contactListJobs = [checkJob, followJob, listSheets.job, followFilters];
