import { subscriptionDay } from '@balcao/contract/plan-rules';
import { defineSweep } from '../../../platform/jobs/define.ts';
import { standingToTell } from '../installation/reads.ts';
import { eraseCompanyJob, tellWhoRanOut } from './actions.ts';

const ranOut = defineSweep({
  name: 'companies.tellWhoRanOut',
  due: (tx, ctx) => [standingToTell(tx, subscriptionDay(ctx.now()))],
  run: tellWhoRanOut,
});

export const companyJobs = [eraseCompanyJob, ranOut];
