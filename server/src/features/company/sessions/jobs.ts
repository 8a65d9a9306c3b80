import { defineCron } from '../../../platform/jobs/define.ts';
import { forgetSessions } from './actions.ts';

export const forgetEndedSessions = defineCron({ name: 'sessions.forgetEnded', cron: '17 3 * * *', run: forgetSessions });
