import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './browser.ts';

const ownServers = ['subscription', 'linked-phone', 'payments'].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  // The longest come first, so that in the end no worker waits for the other.
  projects: [
    { name: 'looks', testMatch: '**/looks.spec.ts' },
    // Only these use such servers, so each of them is left to one worker.
    { name: 'own servers', testMatch: ownServers },
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: ['**/looks.spec.ts', ...ownServers], fullyParallel: true },
  ],
  outputDir: 'artifacts/runs',
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['json', { outputFile: '../.cache/reports/e2e.json' }]],
  // More than there are cores on a small machine: now and then, each journey waits.
  workers: 3,
  timeout: 120_000,
  // The machine may be busy with a build.
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: await chromiumLaunchOptions(),
    permissions: ['microphone'],
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
