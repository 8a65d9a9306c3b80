import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useVisibleHeight } from './visible-height.ts';

afterEach(() => vi.unstubAllGlobals());

test('while a keyboard covers the page, the page is as high as what is left of it', () => {
  const seen = Object.assign(new EventTarget(), { height: 800, scale: 1 });
  vi.stubGlobal('visualViewport', seen);
  vi.stubGlobal('innerHeight', 844);
  vi.stubGlobal('scrollTo', vi.fn());
  const height = () => document.documentElement.style.getPropertyValue('--visible-h');
  const { unmount } = renderHook(useVisibleHeight);
  const become = (height: number, scale = 1) => {
    Object.assign(seen, { height, scale }).dispatchEvent(new Event('resize'));
  };
  become(508);
  expect(height()).toBe('508px');
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  become(790);
  expect(height()).toBe('');
  become(422, 2);
  expect(height()).toBe('');
  become(508);
  unmount();
  expect(height()).toBe('');
});
