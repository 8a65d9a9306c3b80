import react from '@vitejs/plugin-react';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { emojiData } from './emoji-data.ts';

/** Besides components: what keeps, hears or asks for something in a browser. */
const inBrowser = [
  'src/**/*.test.tsx',
  'src/**/{live,live-cache,live-rows,option-store,outbox}.test.ts',
  'src/platform/{api,format,refresh-soon,session,socket,sound}.test.ts',
];

const shared = {
  setupFiles: ['src/platform/test-setup.ts'],
  css: false,
  restoreMocks: true,
  isolate: false,
  // What lives for one rendering only dies in the first, cheap collection.
  execArgv: ['--max-semi-space-size=64'],
  // The machine may be busy with the other tests.
  testTimeout: 60_000,
} satisfies TestUserConfig;

export default defineConfig({
  plugins: [react(), emojiData()],
  test: {
    projects: [
      { extends: true, test: { ...shared, name: 'rules', include: ['src/**/*.test.ts'], exclude: inBrowser, environment: 'node' } },
      { extends: true, test: { ...shared, name: 'browser', include: inBrowser, environment: 'happy-dom' } },
    ],
  },
});
