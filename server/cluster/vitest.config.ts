import { defineConfig } from 'vitest/config';

/** `npm run test:cluster`: not part of `npm test`, since it needs programs of the machine. */
export default defineConfig({
  test: {
    include: ['cluster/*.test.ts'],
    root: new URL('..', import.meta.url).pathname,
    experimental: { fsModuleCache: true, fsModuleCachePath: '../.cache/vitest' },
    globalSetup: './test/database-server.ts',
    setupFiles: './test/set-up.ts',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
