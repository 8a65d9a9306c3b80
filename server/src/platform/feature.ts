import type { Broadcaster, Reaction } from './facts.ts';
import type { RawRoutes, RouteEntry } from './http/routes.ts';
import type { AnyJob, Standing } from './jobs/define.ts';

/** The table of contents of a feature. */
export type Feature = {
  name: string;
  routes?: RouteEntry[];
  rawRoutes?: RawRoutes;
  jobs?: AnyJob[];
  standing?: Standing[];
  reactions?: Reaction[];
  broadcasts?: Broadcaster[];
};
