import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGatherer } from './gather.ts';

/** A line as engine.io has it, which notes what is written. `answered`: how often engine.io was told that what it sent is on its way. */
function lineOf() {
  const written: string[] = [];
  const line = {
    ...{ written, answered: 0 },
    transport: Object.assign(new EventEmitter(), {
      readyState: 'open',
      send: (packets: unknown[]) => void written.push(packets.join(' ')),
      close: () => void written.push('closed'),
    }),
    request: { socket: { cork: () => void written.push('('), uncork: () => void written.push(')') } },
  };
  line.transport.on('drain', () => line.answered++);
  return line;
}

test('what is said in one turn is written at once and in its order, to each line for itself', async () => {
  const gather = createGatherer();
  const [one, other] = [lineOf(), lineOf()];
  for (const line of [one, other]) gather(line);
  one.transport.send(['a', 'b']);
  other.transport.send(['x']);
  one.transport.send(['c']);
  expect([one.written, other.written]).toEqual([[], []]);
  await nextTurn();
  expect([one.written, other.written]).toEqual([
    ['(', 'a b c', ')'],
    ['(', 'x', ')'],
  ]);
  // The first is answered when it is written, by the transport itself.
  expect([one.answered, other.answered]).toEqual([1, 0]);
  one.transport.send(['d']);
  await nextTurn();
  expect(one.written.slice(3)).toEqual(['(', 'd', ')']);
});

test('what was said before a line is closed is written before', async () => {
  const line = lineOf();
  createGatherer()(line);
  line.transport.send(['refused']);
  line.transport.close();
  await nextTurn();
  expect(line.written).toEqual(['(', 'refused', ')', 'closed']);
});

test('nothing is written to a line that was closed from the other side', async () => {
  const line = lineOf();
  createGatherer()(line);
  line.transport.send(['a']);
  line.transport.readyState = 'closed';
  await nextTurn();
  expect(line.written).toEqual([]);
});
