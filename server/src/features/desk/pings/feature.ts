import { followersChanged, pinged, pingsSeen } from '../../../events/pings.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { audienceOf } from '../tickets/reads.ts';
import { followersNews, pingNews, seenNews } from './access.ts';
import { pingReactions } from './reactions.ts';
import { pingRoutes } from './routes.ts';

export const pings: Feature = {
  name: 'pings',
  routes: pingRoutes,
  reactions: pingReactions,
  broadcasts: [
    broadcaster(pinged, pingNews),
    broadcaster(pingsSeen, seenNews),
    broadcaster(followersChanged, ({ placed, ...told }) => followersNews(told, audienceOf(placed))),
  ],
};
