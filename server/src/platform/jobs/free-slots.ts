import { EventEmitter } from 'node:events';
import type { Job, WorkerEvents } from 'graphile-worker';
import type { Lane, Turns } from './lanes.ts';

export type FreeSlots = {
  /** Lets a slot look: there may be a job that none has seen. */
  look(): void;
  /** For the runner whose slots they are. */
  options: { events: WorkerEvents; forbiddenFlags(): string[] | Promise<string[]>; pollInterval: number };
};

/**
 * The slots of one runner that have no job. They take jobs by lanes, and look for one only when there may be one: when told to, after a look
 * that found one, and when one that was passed over may be taken. One looks after the other: two at once would not know of each other's find,
 * and one would not see the jobs of queues that the other has just locked. `turns` may know of jobs of an earlier runner, too.
 */
export function createFreeSlots(laneOf: ReadonlyMap<string, Lane>, turns: Turns): FreeSlots {
  const events: WorkerEvents = new EventEmitter();
  const waiting: ((forbidden: string[]) => void)[] = [];
  let mayFind = true;
  let looking = false;
  let passedOver = false;
  let stopping = false;
  const next = () => {
    if (looking || !mayFind) return;
    const slot = waiting.shift();
    if (!slot) return;
    const forbidden = turns.forbidden();
    [looking, mayFind, passedOver] = [true, false, forbidden.length > 0];
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
    // Whoever adds a job by hand may give it nothing. What throws here would keep all slots from looking.
    const { companyId } = (job.payload ?? {}) as { companyId?: unknown };
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
    if (passedOver) look();
  });
  events.on('worker:getJob:empty', ({ worker }) => {
    // Or it would come back into the line only after `pollInterval`.
    if (!stopping) worker.nudge();
    looked(turns.foundNone());
  });
  events.on('worker:getJob:error', () => {
    [looking, mayFind] = [false, true];
  });
  events.on('pool:gracefulShutdown', () => {
    stopping = true;
    // None of them finds anything any more.
    for (const slot of waiting.splice(0)) slot([]);
  });
  return {
    look,
    options: {
      events,
      // A slot asks for them before it looks, and waits for the answer.
      forbiddenFlags: () =>
        stopping
          ? []
          : new Promise<string[]>((resolve) => {
              waiting.push(resolve);
              next();
            }),
      // How long a slot whose look failed stays away.
      pollInterval: 250,
    },
  };
}
