import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useEscape } from './escape.ts';

const press = () => fireEvent.keyDown(document.body, { key: 'Escape' });

test('Escape does what was enabled last, then what was enabled before', () => {
  const [leave, unquote] = [vi.fn(), vi.fn()];
  renderHook(() => useEscape(leave, true));
  const quote = renderHook(({ on }) => useEscape(unquote, on), { initialProps: { on: true } });
  press();
  expect([leave.mock.calls.length, unquote.mock.calls.length]).toEqual([0, 1]);
  quote.rerender({ on: false });
  press();
  expect([leave.mock.calls.length, unquote.mock.calls.length]).toEqual([1, 1]);
});

test('a dialog that is open comes first', () => {
  const leave = vi.fn();
  renderHook(() => useEscape(leave, true));
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  press();
  expect(leave).not.toHaveBeenCalled();
  dialog.remove();
  press();
  expect(leave).toHaveBeenCalledOnce();
});

test('what a closing layer enables does not run by the same key', () => {
  const leave = vi.fn();
  const page = renderHook(({ free }) => useEscape(leave, free), { initialProps: { free: true } });
  page.rerender({ free: false });
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  const close = () => {
    dialog.remove();
    page.rerender({ free: true });
  };
  document.body.addEventListener('keydown', close, { once: true });
  press();
  expect(leave).not.toHaveBeenCalled();
  press();
  expect(leave).toHaveBeenCalledOnce();
});
