import { defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These wait most of the time, for deaths, outages and time-outs, so more of them run at once. */
const waiting = [
  'src/features/channels/linked-devices/*.test.ts',
  'src/features/channels/connection-health/linked.test.ts',
  'src/features/open/webhooks/actions.test.ts',
  'src/gateways/whatsapp/web/**/*.test.ts',
  'test/fake-whatsapp/*.test.ts',
  'test/linked-*.test.ts',
  'test/database-outage.test.ts',
  'test/disk-full.test.ts',
  'test/faults.test.ts',
  'test/idle.test.ts',
  'test/silent-database.test.ts',
  'test/stopping.test.ts',
];

/** These measure the memory of their process, which nothing may have filled before. */
const alone = ['src/features/desk/imports/imports.test.ts', 'src/features/desk/imports/hostile.test.ts'];

/** These take longest, the first of them most, and would else come last, since they are short to read. */
const longest = [
  'test/linked-crash.test.ts',
  'src/features/channels/linked-devices/endings.test.ts',
  'test/faults.test.ts',
  'test/fake-whatsapp/library-accounts.test.ts',
  'test/database-outage.test.ts',
  'test/linked-outage.test.ts',
  'test/silent-database.test.ts',
  'src/features/channels/linked-devices/silence.test.ts',
  'test/linked-takeover.test.ts',
  'test/stopping.test.ts',
  'test/idle.test.ts',
  'test/disk-full.test.ts',
  'test/hearing.test.ts',
  'test/balcao-command.test.ts',
  'test/bad-input.test.ts',
  'src/platform/db/embedded.test.ts',
];

/** This measures how soon a server answers, best when little else runs. */
const last = 'test/fairness.test.ts';

/** In each project the longest begin first, so that in the end no worker waits for another. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(`/server/${path}`));
      return moduleId.endsWith(`/server/${last}`) ? Infinity : at === -1 ? longest.length : at;
    };
    return projects.flatMap((each) => sorted.filter(({ project }) => project === each).sort((a, b) => place(a) - place(b)));
  }
}

const shared = {
  globalSetup: './test/database-server.ts',
  setupFiles: './test/set-up.ts',
  // The SDK complains of every version of Node.js that it will once no longer support.
  env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  pool: 'forks',
  // What lives for one request only dies in the first, cheap collection.
  execArgv: ['--max-semi-space-size=64'],
  // No test leaves anything behind in its modules, and loading them anew for each file takes longer than most files.
  isolate: false,
  // Only what hangs takes so long: on the slowest machine seen, a test took thirty times what it takes alone.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // A busy machine may take longer than the second that is usual.
  expect: { poll: { timeout: 20_000 } },
} satisfies TestUserConfig;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Each project, and the run of those that wait beside the others, would else transform all of the product again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '../.cache/vitest' },
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'seed/**/*.test.ts'],
          exclude: [...waiting, ...alone],
          // More than there are cores on a small machine: now and then, each waits.
          maxWorkers: 3,
        },
      },
      { test: { ...shared, execArgv: [], name: 'alone', include: alone, isolate: true, maxWorkers: 3 } },
      { test: { ...shared, name: 'waiting', include: waiting, maxWorkers: 4, sequence: { groupOrder: 1 } } },
    ],
  },
});
