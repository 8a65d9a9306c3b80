import type { Broadcaster, Reaction, Recorder } from './facts.ts';
import type { RawRoutes, RouteEntry } from './http/routes.ts';
import type { AnyJob, BackgroundService } from './jobs/define.ts';

/** The table of contents of a feature. */
export type Feature = {
  name: string;
  routes?: RouteEntry[];
  rawRoutes?: RawRoutes;
  jobs?: AnyJob[];
  backgroundServices?: BackgroundService[];
  reactions?: Reaction[];
  broadcasts?: Broadcaster[];
  recorders?: Recorder[];
};
