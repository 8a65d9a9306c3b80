import { afterEach, vi } from 'vitest';

// Test files share a process, which saves loading React and the rest for each; what our own modules remember they do not share.
vi.resetModules();

// Most rules need no browser and run without one.
if (typeof window !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');

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
