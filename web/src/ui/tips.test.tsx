import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tip, useTips } from './tips.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Page({ opened = false }: { opened?: boolean }) {
  useTips();
  return (
    <>
      <button type="button" aria-label="Transferir" aria-expanded={opened} {...tip('Transferir (Alt T)')}>
        <i data-testid="icon" />
      </button>
      <p>Texto</p>
    </>
  );
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const pointAt = (element: Element, pointerType = 'mouse') => fireEvent.pointerOver(element, { pointerType });
const shown = () => screen.queryByRole('tooltip')?.textContent;

test('what is pointed at says its name after a moment, until the pointer leaves, presses or a key is pressed', () => {
  render(<Page />);
  const icon = screen.getByTestId('icon');
  for (const end of [() => pointAt(screen.getByText('Texto')), () => fireEvent.pointerDown(icon), () => fireEvent.keyDown(icon)]) {
    pointAt(icon);
    wait(300);
    expect(shown()).toBeUndefined();
    wait(100);
    expect(shown()).toBe('Transferir (Alt T)');
    end();
    expect(shown()).toBeUndefined();
  }
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
  const { unmount } = render(<Page />);
  pointAt(screen.getByTestId('icon'));
  unmount();
  wait(400);
  expect(shown()).toBeUndefined();
});
