import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRowIds } from './row-ids.ts';

test('a row keeps its id when others come, go and change places', () => {
  const { result, rerender } = renderHook(({ count }) => useRowIds(count), { initialProps: { count: 3 } });
  const [first, second, third] = result.current.ids;
  expect(new Set([first, second, third]).size).toBe(3);
  act(() => {
    result.current.remove(0);
    rerender({ count: 2 });
  });
  expect(result.current.ids).toEqual([second, third]);
  act(() => result.current.swap(0, 1));
  expect(result.current.ids).toEqual([third, second]);
  rerender({ count: 3 });
  expect(result.current.ids.slice(0, 2)).toEqual([third, second]);
  expect(new Set(result.current.ids).size).toBe(3);
  rerender({ count: 1 });
  expect(result.current.ids).toEqual([third]);
});
