import { defineCron } from '../../../platform/jobs/define.ts';
import { forgetThrottles } from '../system/actions.ts';

export const forgetOldThrottles = defineCron({ name: 'auth.forgetThrottles', cron: '29 * * * *', run: forgetThrottles });
