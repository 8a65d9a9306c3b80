import { EventEmitter } from 'node:events';
import type { Job, RunnerOptions, WorkerEvents } from 'graphile-worker';
import { createTurns, type Lane } from './lanes.ts';

/**
 * Makes a runner take jobs by lanes. Its slots look for a job one after the other: two that look at once would not know of each other's
 * find, and one would not see the jobs of queues that the other has just locked.
 */
export function takingTurns(laneOf: ReadonlyMap<string, Lane>): Pick<RunnerOptions, 'events' | 'forbiddenFlags'> {
  const events: WorkerEvents = new EventEmitter();
  const turns = createTurns();
  let looking: Promise<void> = Promise.resolve();
  let finishLook = () => {};
  let stopping = false;
  const count = (job: Job, counted: (lane: Lane, companyId: number) => void) => {
    const lane = laneOf.get(job.task_identifier);
    const { companyId } = job.payload as { companyId?: unknown };
    if (lane && typeof companyId === 'number') counted(lane, companyId);
  };
  events.on('pool:gracefulShutdown', () => {
    stopping = true;
  });
  events.on('job:start', ({ job }) => {
    count(job, turns.began);
    finishLook();
  });
  events.on('job:complete', ({ job }) => count(job, turns.ended));
  events.on('worker:getJob:error', () => finishLook());
  events.on('worker:getJob:empty', ({ worker }) => {
    finishLook();
    if (!stopping && turns.foundNone()) worker.nudge();
  });
  return {
    events,
    async forbiddenFlags() {
      const before = looking;
      let finish = () => {};
      looking = new Promise((resolve) => {
        finish = resolve;
      });
      await before;
      finishLook = finish;
      return turns.forbidden();
    },
  };
}
