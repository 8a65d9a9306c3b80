import { afterEach, expect, vi } from 'vitest';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: as in the types of Vitest that this adds to.
  interface Matchers<T = any> {
    /** The element is on the page, and neither it nor what it is in is hidden. */
    toBeShown(): T;
  }
}

// Test files share a process, which saves loading React and the rest for each; what our own modules remember they do not share.
vi.resetModules();

// The machine may be busy with the other tests. The files that share a process share it too.
const { waitFor } = vi;
if (waitFor.name !== 'waitLonger') {
  vi.waitFor = function waitLonger(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: 10_000, ...options });
  };
}

// Most rules need no browser and run without one.
if (typeof window !== 'undefined') {
  expect.extend({
    toBeShown(found: unknown) {
      const pass = found instanceof Element && found.isConnected && !found.closest('[hidden], [aria-hidden="true"]');
      return { pass, message: () => `expected an element ${pass ? 'not ' : ''}to be shown, got ${this.utils.printReceived(found)}` };
    },
  });
  const { cleanup, configure } = await import('@testing-library/react');
  await withoutOwnerStacks();

  // The machine may be busy with the other tests.
  configure({ asyncUtilTimeout: 10_000 });

  afterEach(() => {
    cleanup();
    localStorage.clear();
  });

  window.matchMedia ??= ((query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;

  // Fields that grow with their text listen to it.
  if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
}

/** React notes for each element where it was made, which takes a tenth of the time and which no test reads. It stops after very many. */
async function withoutOwnerStacks(): Promise<void> {
  const react = await import('react');
  const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof internals !== 'object' || internals === null) return;
  // React begins to count anew now and then.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_SAFE_INTEGER, set: () => undefined });
}
