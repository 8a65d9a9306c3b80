import { defineCron } from '../../../platform/jobs/define.ts';
import { markSilentOffline } from './actions.ts';

/** A browser that crashed or lost its network does not report that it is gone. */
export const markSilentUsers = defineCron({ name: 'users.markSilentUsers', cron: '* * * * *', run: markSilentOffline });
