import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { LoadMore } from './load-more.tsx';

const [loadMore, retryMore] = [vi.fn(), vi.fn()];
const list = (count: number, hasMore: boolean, loadingMore = false, moreError: unknown = null) => {
  const rows = Array.from({ length: count }, (_, i) => `Linha ${i + 1}`);
  return (
    <MantineProvider env="test">
      <input aria-label="Ao lado" />
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button">{row}</button>
          </li>
        ))}
      </ul>
      <LoadMore list={{ rows, hasMore, loadingMore, loadMore, moreError, retryMore }} />
    </MantineProvider>
  );
};
let rerender: ReturnType<typeof render>['rerender'];
beforeEach(() => {
  ({ rerender } = render(list(2, true)));
  const more = screen.getByRole('button', { name: 'Carregar mais' });
  more.focus();
  fireEvent.click(more);
  rerender(list(2, true, true));
  // Browsers take the focus from a button that is disabled; here it goes by way of another place.
  const elsewhere = screen.getByRole('textbox');
  elsewhere.focus();
  elsewhere.blur();
  expect(document.activeElement).toBe(document.body);
});

test('whoever loads more by the keys stays at the button while there is more still', () => {
  rerender(list(4, true));
  expect(document.activeElement?.textContent).toBe('Carregar mais');
});

test('and is at the first row that came once there is no more', () => {
  rerender(list(4, false));
  expect(document.activeElement?.textContent).toBe('Linha 3');
});

test.each([true, false])('who went elsewhere meanwhile stays there; is there more: %s', (hasMore) => {
  const elsewhere = screen.getByRole('textbox');
  elsewhere.focus();
  rerender(list(4, hasMore));
  expect(document.activeElement).toBe(elsewhere);
});

test('what could not be loaded is said, and asked for again', () => {
  rerender(list(2, true, false, new Error('away')));
  expect(screen.getByRole('alert').textContent).toContain('Não foi possível carregar o resto da lista');
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(retryMore).toHaveBeenCalledOnce();
});
