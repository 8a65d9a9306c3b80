import { defineSweep } from '../../../platform/jobs/define.ts';
import { markSilentOffline } from './actions.ts';
import { silentSince } from './rules.ts';
import { listSilent } from './store.ts';

/** A browser that crashed or lost its network does not report that it is gone. */
export const markSilentUsers = defineSweep({
  name: 'users.markSilentUsers',
  due: (tx, ctx) => [listSilent(tx, silentSince(ctx.now()), 1)],
  run: markSilentOffline,
});
