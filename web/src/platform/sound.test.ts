import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inOneTab, keepVolume, readVolume } from './sound.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The locks of a browser, shared by its tabs: who does not say `ifAvailable` waits for the lock, and who shares it gets it at once. */
function locks() {
  const held = new Map<string, Promise<void>>();
  return {
    async request(name: string, { ifAvailable, mode }: LockOptions, use: (lock: object | null) => Promise<void>): Promise<void> {
      if (mode === 'shared') return use({ name });
      if (ifAvailable && held.has(name)) return use(null);
      const mine = (held.get(name) ?? Promise.resolve()).then(() => use({ name }));
      held.set(name, mine);
      await mine;
      held.delete(name);
    },
  };
}

test('what reaches every tab is done in one of them', async () => {
  vi.stubGlobal('navigator', { locks: locks() });
  const act = vi.fn();
  void inOneTab('ring-1', act);
  // Another tab hears of it a little later.
  await vi.advanceTimersByTimeAsync(300);
  void inOneTab('ring-1', act);
  await vi.advanceTimersByTimeAsync(0);
  expect(act).toHaveBeenCalledTimes(1);
  void inOneTab('ring-2', act);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(act).toHaveBeenCalledTimes(2);
});

test('a browser without locks does it in each tab', async () => {
  vi.stubGlobal('navigator', {});
  const act = vi.fn();
  await inOneTab('ring-1', act);
  expect(act).toHaveBeenCalledOnce();
});

test('the volume is kept in steps of a tenth, and is full where none or nonsense is stored', () => {
  expect(readVolume()).toBe(1);
  keepVolume(0.4321);
  expect(readVolume()).toBe(0.4);
  keepVolume(7);
  expect(readVolume()).toBe(1);
  localStorage.setItem('volume', 'alto');
  expect(readVolume()).toBe(1);
});
