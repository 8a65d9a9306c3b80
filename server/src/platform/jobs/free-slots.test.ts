import { expect, test } from 'vitest';
import { createFreeSlots } from './free-slots.ts';
import { createTurns, lanes } from './lanes.ts';

/** A runner with so many slots, told what the library tells it. */
function createRunner(slots: number) {
  const { look, options } = createFreeSlots(new Map([['test.send', 'sending']]), createTurns());
  const looks: string[][] = [];
  const enter = async () => void looks.push(await options.forbiddenFlags());
  const tell = (event: string, more: object) => void options.events.emit(event as never, more as never);
  const job = (companyId: number) => ({ job: { task_identifier: 'test.send', payload: { companyId } } });
  for (let i = 0; i < slots; i++) void enter();
  return {
    look,
    /** The forbidden flags of each look. */
    looks,
    found: (companyId: number) => tell('job:start', job(companyId)),
    /** The slot of a job is free again. */
    ended(companyId: number) {
      tell('job:complete', job(companyId));
      void enter();
    },
    foundNone: () => tell('worker:getJob:empty', { worker: { nudge: () => queueMicrotask(enter) } }),
    /** The slot comes back when the returned function is called. */
    failed() {
      tell('worker:getJob:error', {});
      return enter;
    },
    tell,
  };
}

const passed = () => new Promise((resolve) => setImmediate(resolve));

test('one slot looks after the other, until none finds a job', async () => {
  const runner = createRunner(2);
  await passed();
  expect(runner.looks).toHaveLength(1);
  runner.found(1);
  await passed();
  expect(runner.looks).toHaveLength(2);
  runner.foundNone();
  runner.ended(1);
  await passed();
  expect(runner.looks).toHaveLength(2);
  for (let i = 3; i < 8; i++) {
    runner.look();
    await passed();
    expect(runner.looks).toHaveLength(i);
    runner.foundNone();
  }
});

test('what it is told of during a look is looked for afterwards, once', async () => {
  const runner = createRunner(4);
  await passed();
  for (let i = 0; i < 3; i++) runner.look();
  for (let i = 0; i < 2; i++) {
    runner.foundNone();
    await passed();
  }
  expect(runner.looks).toHaveLength(2);
});

test('the end of a job lets a slot look when jobs may have been passed over, and counts', async () => {
  const { perCompany } = lanes.sending;
  const runner = createRunner(perCompany + 1);
  for (let i = 0; i < perCompany; i++) {
    await passed();
    runner.found(1);
  }
  await passed();
  expect(runner.looks.at(-1)).toEqual(['sending:1']);
  runner.foundNone();
  await passed();
  expect(runner.looks).toHaveLength(perCompany + 1);
  runner.ended(1);
  await passed();
  expect(runner.looks.slice(perCompany + 1)).toEqual([[]]);
});

test('a company that has had its turn is looked for again at once when no other waits', async () => {
  const runner = createRunner(1);
  for (let i = 0; i < 4; i++) {
    await passed();
    runner.found(1);
    runner.ended(1);
  }
  await passed();
  runner.foundNone();
  await passed();
  expect(runner.looks.slice(4)).toEqual([['sending:1'], []]);
});

test('after a look that failed the next waits until its slot is back', async () => {
  const runner = createRunner(2);
  await passed();
  const comeBack = runner.failed();
  await passed();
  expect(runner.looks).toHaveLength(1);
  void comeBack();
  await passed();
  expect(runner.looks).toHaveLength(2);
});

test('when another process tells of jobs, a slot looks', async () => {
  const runner = createRunner(1);
  const workerPool = { nudge: (_count: number) => {} };
  runner.tell('pool:create', { workerPool });
  await passed();
  runner.foundNone();
  await passed();
  workerPool.nudge(7);
  await passed();
  expect(runner.looks).toHaveLength(2);
});

test('no slot waits once the runner stops, and none that found nothing looks again', async () => {
  const runner = createRunner(3);
  runner.tell('pool:gracefulShutdown', {});
  runner.ended(1);
  await passed();
  expect(runner.looks).toHaveLength(4);
  runner.foundNone();
  await passed();
  expect(runner.looks).toHaveLength(4);
});
