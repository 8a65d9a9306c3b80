import { defineSweep } from '../../../platform/jobs/define.ts';
import { cancelCharge, checkChargeJob, sweepCharges, withdrawLeftJob } from './actions.ts';
import { listDueCharges } from './store.ts';

const sweep = defineSweep({ name: 'payments.sweep', due: (tx, ctx) => [listDueCharges(tx, ctx.now(), 1)], run: sweepCharges });

export const paymentJobs = [cancelCharge, checkChargeJob, withdrawLeftJob, sweep];
