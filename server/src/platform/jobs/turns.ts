import { EventEmitter } from 'node:events';
import type { Job, RunnerOptions, WorkerEvents } from 'graphile-worker';
import { createTurns, type Lane } from './lanes.ts';

/** After a look that failed. */
const lookAgainMs = 250;

export type Looking = Required<Pick<RunnerOptions, 'events' | 'forbiddenFlags'>> & {
  /** There may be a job that no slot has seen. */
  look(): void;
};

/**
 * Makes a runner take jobs by lanes, and look for one only when there may be one. Slots without a job wait in a line, and the library lets each
 * look when `forbiddenFlags` answers: for what was just added, after a look that found something, and when what was forbidden may be taken again.
 * One looks after the other: two that look at once would not know of each other's find, and one would not see the jobs of queues that the
 * other has just locked.
 */
export function takingTurns(laneOf: ReadonlyMap<string, Lane>): Looking {
  const events: WorkerEvents = new EventEmitter();
  const turns = createTurns();
  const line: ((forbidden: string[]) => void)[] = [];
  let mayFind = true;
  let looking = false;
  let leftOut = false;
  let stopping = false;
  const next = () => {
    if (looking || !mayFind) return;
    const slot = line.shift();
    if (!slot) return;
    const forbidden = turns.forbidden();
    [looking, mayFind, leftOut] = [true, false, forbidden.length > 0];
    slot(forbidden);
  };
  const look = () => {
    mayFind = true;
    next();
  };
  const looked = (again: boolean) => {
    looking = false;
    mayFind ||= again;
    next();
  };
  const count = (job: Job, counted: (lane: Lane, companyId: number) => void) => {
    const lane = laneOf.get(job.task_identifier);
    const { companyId } = job.payload as { companyId?: unknown };
    if (lane && typeof companyId === 'number') counted(lane, companyId);
  };
  events.on('pool:create', ({ workerPool }) => {
    // What the library calls when another process says that it added jobs.
    workerPool.nudge = look;
  });
  events.on('job:start', ({ job }) => {
    count(job, turns.began);
    looked(true);
  });
  events.on('job:complete', ({ job }) => {
    count(job, turns.ended);
    if (leftOut) look();
  });
  events.on('worker:getJob:empty', ({ worker }) => {
    // Without that it would not come back into the line.
    if (!stopping) worker.nudge();
    looked(turns.foundNone());
  });
  events.on('worker:getJob:error', ({ worker }) => {
    looking = false;
    setTimeout(() => {
      if (!stopping) worker.nudge();
      look();
    }, lookAgainMs).unref();
  });
  events.on('pool:gracefulShutdown', () => {
    stopping = true;
    // None of them finds anything any more.
    for (const slot of line.splice(0)) slot([]);
  });
  return {
    events,
    look,
    forbiddenFlags: () =>
      stopping
        ? []
        : new Promise<string[]>((resolve) => {
            line.push(resolve);
            next();
          }),
  };
}
