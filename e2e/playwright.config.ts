import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'artifacts/runs',
  globalSetup: './global-setup.ts',
  reporter: [['list'], ['json', { outputFile: '../.cache/reports/e2e.json' }]],
  workers: 2,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: await chromiumLaunchOptions(),
    permissions: ['microphone'],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
