import { defineCron } from '../../../platform/jobs/define.ts';
import { cancelCharge, checkChargeJob, sweepCharges } from './actions.ts';

export const paymentJobs = [cancelCharge, checkChargeJob, defineCron({ name: 'payments.sweep', cron: '*/2 * * * *', run: sweepCharges })];
