import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createGatherer } from './gather.ts';

let gather: ReturnType<typeof createGatherer>;
beforeEach(() => {
  gather = createGatherer();
});

/** A line as engine.io has it, which notes what is written. `answered`: how often engine.io was told that what it sent is on its way. */
function lineOf({ send = (packets: unknown[]) => packets.join(' ') } = {}) {
  const written: string[] = [];
  const line = {
    ...{ written, answered: 0 },
    transport: Object.assign(new EventEmitter(), {
      readyState: 'open',
      send: (packets: unknown[]) => void written.push(send(packets)),
      close: (after?: () => void) => {
        written.push('closed');
        after?.();
      },
    }),
    request: {
      socket: { cork: () => void written.push('('), uncork: () => void written.push(')'), destroy: () => void written.push('cut') },
    },
  };
  line.transport.on('drain', () => line.answered++);
  gather(line);
  return line;
}

test('what is said in one turn is written at once and in its order, to each line for itself', async () => {
  const [one, other] = [lineOf(), lineOf()];
  one.transport.send(['a', 'b']);
  other.transport.send(['x']);
  await Promise.resolve();
  one.transport.send(['c', 'd']);
  expect([one.written, other.written]).toEqual([[], []]);
  await nextTurn();
  expect([one.written, other.written]).toEqual([
    ['(', 'a b c d', ')'],
    ['(', 'x', ')'],
  ]);
  // The first is answered when it is written, by the transport itself.
  expect([one.answered, other.answered]).toEqual([1, 0]);
  one.transport.send(['e']);
  await nextTurn();
  expect(one.written.slice(3)).toEqual(['(', 'e', ')']);
});

test('a line that was slow is told all that it had to wait for', async () => {
  const line = lineOf({ send: (packets) => String(packets.length) });
  line.transport.send(new Array(200_000).fill('a'));
  await nextTurn();
  expect(line.written).toEqual(['(', '200000', ')']);
});

test('what is said because something was sent comes after it', async () => {
  const line = lineOf();
  line.transport.once('drain', () => line.transport.send(['c']));
  line.transport.send(['a']);
  line.transport.send(['b']);
  await nextTurn();
  expect(line.written).toEqual(['(', 'a b c', ')']);
});

test('what was said before a line is closed is written before', async () => {
  const line = lineOf();
  line.transport.send(['refused']);
  line.transport.close(() => line.written.push('over'));
  await nextTurn();
  expect(line.written).toEqual(['(', 'refused', ')', 'closed', 'over']);
});

test('nothing is written to a line that was closed from the other side', async () => {
  const line = lineOf();
  line.transport.send(['a']);
  line.transport.readyState = 'closed';
  await nextTurn();
  expect(line.written).toEqual([]);
});

test('a line that cannot be written to is cut, and others are told what they are to hear', async () => {
  const send = () => {
    throw new Error('no line');
  };
  const [broken, other] = [lineOf({ send }), lineOf()];
  for (const line of [broken, other]) line.transport.send(['a']);
  await nextTurn();
  expect([broken.written, other.written]).toEqual([
    ['(', 'cut', ')'],
    ['(', 'a', ')'],
  ]);
});
