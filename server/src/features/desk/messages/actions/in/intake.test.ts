// Which facts wait for which, without a database.
import { expect, test } from 'vitest';
import type { Ctx } from '../../../../../platform/context.ts';
import type { Together } from './apply-together.ts';
import { createIntake, type Waiting } from './intake.ts';

/** An intake whose work ends when the test says so. A fact is called `chat number`. */
function given({ left = [], failing = [] }: { left?: string[]; failing?: string[] } = {}) {
  const began: string[][] = [];
  const ends: (() => void)[] = [];
  const received: string[] = [];
  const nameOf = ({ event }: Waiting) => event.key;
  const work = (names: string[]) => {
    began.push(names);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const intake = createIntake({
    async one(fact) {
      await work([`alone ${nameOf(fact)}`]);
      if (failing.includes(nameOf(fact))) throw new Error('away');
      received.push(nameOf(fact));
    },
    async together(_as, facts) {
      await work(facts.map(nameOf));
      const stay = new Set([...facts.keys()].filter((place) => left.includes(nameOf(facts[place] as Waiting))));
      received.push(...facts.filter((_, place) => !stay.has(place)).map(nameOf));
      return stay;
    },
  });
  const outcomes: Record<string, string> = {};
  const receive = (name: string, as: Together | null) => {
    const event = { key: name } as Waiting['event'];
    intake.receive({ ctx: {} as Ctx, connectionId: 1, event, as }, name.split(' ')[0] ?? '').then(
      () => (outcomes[name] = 'received'),
      () => (outcomes[name] = 'refused'),
    );
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  /** Ends what runs, until nothing does. */
  const endAll = async () => {
    for (await settled(); ends.length > 0; await settled()) ends.shift()?.();
  };
  return { receive, began, ends, received, outcomes, settled, endAll };
}

test('those of different chats go together, those of one chat one after the other', async () => {
  const { receive, began, received, outcomes, endAll } = given();
  for (const name of ['a 1', 'b 1', 'a 2', 'c 1', 'a 3']) receive(name, 'texts');
  await endAll();
  expect(began).toEqual([['a 1', 'b 1', 'c 1'], ['a 2'], ['a 3']]);
  expect(received).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'a 3']);
  expect(Object.values(outcomes)).toEqual(Array(5).fill('received'));
});

test('what is left goes by itself, before what came after it in its chat', async () => {
  const { receive, began, received, endAll } = given({ left: ['a 1'] });
  for (const name of ['a 1', 'b 1', 'a 2']) receive(name, 'texts');
  await endAll();
  expect(began).toEqual([['a 1', 'b 1'], ['alone a 1'], ['a 2']]);
  expect(received).toEqual(['b 1', 'a 1', 'a 2']);
});

test('when one cannot be received, nor is what came after it in its chat', async () => {
  const { receive, received, outcomes, endAll } = given({ failing: ['a 1'] });
  for (const name of ['a 1', 'a 2', 'b 1']) receive(name, null);
  await endAll();
  expect(received).toEqual(['b 1']);
  expect(outcomes).toEqual({ 'a 1': 'refused', 'a 2': 'refused', 'b 1': 'received' });
  receive('a 1', 'texts');
  await endAll();
  expect(received).toEqual(['b 1', 'a 1']);
});

test('four transactions at once, two of them with many; every kind has its turn', async () => {
  const { receive, began, ends, settled, endAll } = given();
  for (let n = 0; n < 40; n++) receive(`text-${n} 1`, 'texts');
  for (let n = 0; n < 40; n++) receive(`tick-${n} 1`, 'ticks');
  for (let n = 0; n < 5; n++) receive(`other-${n} 1`, null);
  await settled();
  expect(ends).toHaveLength(4);
  expect(began.map((names) => [names.length, names[0]])).toEqual([
    [1, 'alone other-0 1'],
    [16, 'text-0 1'],
    [32, 'tick-0 1'],
    [1, 'alone other-1 1'],
  ]);
  await endAll();
  expect(began.flat()).toHaveLength(85);
});

test('no more than two with many, also where nothing else waits', async () => {
  const { receive, ends, settled } = given();
  for (let n = 0; n < 80; n++) receive(`${n} 1`, n % 2 ? 'texts' : 'ticks');
  await settled();
  expect(ends).toHaveLength(2);
});
