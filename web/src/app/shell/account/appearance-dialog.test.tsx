import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../../../ui/test-render.tsx';
import { AppearanceDialog } from './appearance-dialog.tsx';

afterEach(() => {
  localStorage.clear();
  for (const key of ['textSize', 'density']) delete document.documentElement.dataset[key];
});

test('text size and density hold at once, and at the next visit', () => {
  const { unmount } = renderUi(<AppearanceDialog onClose={vi.fn()} />);
  const root = document.documentElement.dataset;
  expect([root.textSize, root.density]).toEqual(['normal', 'comfortable']);
  fireEvent.click(screen.getByRole('radio', { name: 'Grande' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Compacta' }));
  expect([root.textSize, root.density]).toEqual(['large', 'compact']);
  unmount();
  renderUi(<AppearanceDialog onClose={vi.fn()} />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Grande' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Compacta' }).checked).toBe(true);
});
