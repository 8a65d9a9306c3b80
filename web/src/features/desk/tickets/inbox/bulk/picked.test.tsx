import { act, fireEvent, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeTicket } from '../../../../../data/tickets/test-tickets.ts';
import { usePicked } from './picked.ts';

const rows = [1, 2, 3, 4, 5].map((id) => makeTicket(id));

function choosing() {
  const { result, rerender } = renderHook(({ list }) => usePicked(rows, list, () => undefined), { initialProps: { list: 'open' } });
  act(() => result.current.onListed(rows));
  const pick = (id: number, range = false) => act(() => result.current.pick(makeTicket(id), range));
  return {
    pick,
    picked: () => [...result.current.picked].sort(),
    all: () => result.current.all,
    show: (list: string) => rerender({ list }),
  };
}

test('a range is all from the one that was chosen last, both ends in it, whichever comes first', () => {
  const { pick, picked } = choosing();
  pick(2);
  pick(4, true);
  expect(picked()).toEqual([2, 3, 4]);
  pick(1, true);
  expect(picked()).toEqual([1, 2, 3, 4]);
  pick(3);
  expect(picked()).toEqual([1, 2, 4]);
});

test('Escape chooses none any more, and neither does another list; all are offered until they are chosen', () => {
  const { pick, picked, all, show } = choosing();
  pick(2);
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(picked()).toEqual([]);
  pick(2);
  act(() => all()?.());
  expect([picked(), all()]).toEqual([[1, 2, 3, 4, 5], null]);
  show('closed');
  expect(picked()).toEqual([]);
});
