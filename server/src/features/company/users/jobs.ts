import { defineCron } from '../../../platform/jobs/define.ts';
import { markSilentOffline } from './actions.ts';

/** A browser that vanished says no goodbye. */
export const noticeAbsence = defineCron({ name: 'users.noticeAbsence', cron: '* * * * *', run: markSilentOffline });
