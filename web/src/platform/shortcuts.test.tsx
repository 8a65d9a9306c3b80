import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listenForShortcuts, matches, useShortcut } from './shortcuts.ts';

function Keys({ keys, run }: { keys: string; run: () => void }) {
  useShortcut(keys, 'Algo', run);
  return <input aria-label="campo" />;
}

const key = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init);

test('letters under Alt go by their place, others by their sign', () => {
  expect(matches('Alt+J', key({ key: '∆', code: 'KeyJ', altKey: true }))).toBe(true);
  expect(matches('Ctrl+K', key({ key: 'k', code: 'KeyK', metaKey: true }))).toBe(true);
  expect(matches('Ctrl+K', key({ key: 'k', code: 'KeyK' }))).toBe(false);
  expect(matches('?', key({ key: '?', shiftKey: true }))).toBe(true);
  expect(matches('Alt+E', key({ key: 'e', code: 'KeyE', altKey: true, ctrlKey: true }))).toBe(false);
});

test('a key works while it is offered, but not while the person types', () => {
  const run = vi.fn();
  const stop = listenForShortcuts();
  const { getByLabelText, unmount } = render(<Keys keys="?" run={run} />);
  fireEvent.keyDown(document.body, { key: '?' });
  fireEvent.keyDown(getByLabelText('campo'), { key: '?' });
  expect(run).toHaveBeenCalledTimes(1);
  unmount();
  fireEvent.keyDown(document.body, { key: '?' });
  expect(run).toHaveBeenCalledTimes(1);
  stop();
});

test('switched off, only the sheet of keys still opens', () => {
  localStorage.setItem('shortcuts', 'off');
  const run = vi.fn();
  const stop = listenForShortcuts();
  render(<Keys keys="Ctrl+K" run={run} />);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(run).not.toHaveBeenCalled();
  stop();
});
