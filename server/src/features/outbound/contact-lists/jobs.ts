import { defineSweep } from '../../../platform/jobs/define.ts';
import { checkJob } from './actions/check-numbers.ts';
import { behindBefore, followBehind, followJob } from './actions/follow-filter.ts';
import { listSheets } from './actions/list-sheets.ts';
import { listsBehind } from './store/lists.ts';

const followFilters = defineSweep({
  name: 'contactLists.followFilters',
  due: (tx, ctx) => [listsBehind(tx, behindBefore(ctx.now()), 1)],
  run: followBehind,
});

export const contactListJobs = [checkJob, followJob, listSheets.job, followFilters];
