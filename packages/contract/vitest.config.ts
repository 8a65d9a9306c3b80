import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Property tests calculate, and the machine may be busy with the other tests.
    testTimeout: 60_000,
  },
});
