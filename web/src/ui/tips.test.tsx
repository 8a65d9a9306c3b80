import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tip, useTips } from './tips.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Page({ opened = false, gone = false }) {
  useTips();
  return (
    <>
      {!gone && (
        <button type="button" aria-label="Transferir" aria-expanded={opened} {...tip('Transferir (Alt T)')}>
          <i data-testid="icon" />
        </button>
      )}
      <p>Texto</p>
    </>
  );
}
const button = () => screen.getByRole('button');
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const pointAt = (element: Element, pointerType = 'mouse') => fireEvent.pointerOver(element, { pointerType });
const shown = () => screen.queryByRole('tooltip')?.textContent;

test('what is pointed at says its name after a moment, until the pointer leaves it or the page, or a button, key or wheel is used', () => {
  render(<Page />);
  const icon = screen.getByTestId('icon');
  const ends = [
    () => pointAt(screen.getByText('Texto')),
    () => fireEvent.pointerLeave(document.documentElement),
    () => fireEvent.pointerDown(icon),
    () => fireEvent.keyDown(icon),
    () => fireEvent.wheel(icon),
  ];
  for (const end of ends) {
    pointAt(icon);
    wait(300);
    expect(shown()).toBeUndefined();
    wait(100);
    expect(shown()).toBe('Transferir (Alt T)');
    expect(button().getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    end();
    expect(shown()).toBeUndefined();
  }
});

test('what the keyboard comes to says its name at once, what was clicked does not', () => {
  render(<Page />);
  const target = button();
  const byKeyboard = vi.spyOn(target, 'matches').mockReturnValue(false);
  act(() => target.focus());
  wait(400);
  expect(shown()).toBeUndefined();
  act(() => target.blur());
  byKeyboard.mockReturnValue(true);
  act(() => target.focus());
  wait(0);
  expect(shown()).toBe('Transferir (Alt T)');
});

test('a finger shows none, and neither does a button whose menu is open', () => {
  const { rerender } = render(<Page />);
  pointAt(screen.getByTestId('icon'), 'touch');
  wait(400);
  expect(shown()).toBeUndefined();
  rerender(<Page opened />);
  pointAt(screen.getByTestId('icon'));
  wait(400);
  expect(shown()).toBeUndefined();
});

test('where nothing can be pointed at none is shown, though the browser tells of a mouse', () => {
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ matches: query === '(any-hover: none)' }) as MediaQueryList);
  render(<Page />);
  pointAt(screen.getByTestId('icon'));
  wait(400);
  expect(shown()).toBeUndefined();
  media.mockRestore();
});

test('one that leaves the page before its moment shows none', () => {
  const { rerender } = render(<Page />);
  pointAt(screen.getByTestId('icon'));
  rerender(<Page gone />);
  wait(400);
  expect(shown()).toBeUndefined();
});
