import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyAfter, useStanding } from './after-standing.ts';

const asked = vi.fn();
const Better = lazyAfter(async () => {
  asked();
  return () => <b>melhor</b>;
});
const Gone = lazyAfter<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

function List() {
  useStanding(true);
  return (
    <p>
      Helena
      <Suspense>
        <Better />
      </Suspense>
      <Suspense>
        <Gone />
      </Suspense>
    </p>
  );
}

afterEach(cleanup);

test('what comes once the list stands is not asked for before; what cannot be had leaves the list as it is', async () => {
  const { container } = render(<List />);
  expect([container.textContent, asked.mock.calls.length]).toEqual(['Helena', 0]);
  fireEvent.pointerMove(window);
  await screen.findByText('melhor');
  await vi.waitFor(() => expect(container.textContent).toBe('Helenamelhor'));
});
