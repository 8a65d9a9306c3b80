import { expect, test } from 'vitest';
import { serverSettings } from './embedded-settings.ts';

const settings = (memoryMb: number, hasStatements = true) => serverSettings({ memoryMb, hasStatements });

test.each([
  [512, '128MB', '256MB', '4MB', '64MB'],
  [2_048, '256MB', '1024MB', '4MB', '64MB'],
  [4_096, '768MB', '2048MB', '8MB', '128MB'],
  [24_105, '4096MB', '12053MB', '32MB', '512MB'],
  [1_048_576, '4096MB', '65536MB', '32MB', '512MB'],
])('a machine with %i MB gives the database a bounded part', (memoryMb, shared, cache, work, maintenance) => {
  expect(settings(memoryMb)).toMatchObject({
    shared_buffers: shared,
    effective_cache_size: cache,
    work_mem: work,
    maintenance_work_mem: maintenance,
  });
});

test('a library that the platform does not bring is not asked for', () => {
  expect(settings(4_096)).toMatchObject({ shared_preload_libraries: 'pg_stat_statements' });
  expect(Object.keys(settings(4_096, false)).filter((name) => name.includes('statements') || name.includes('preload'))).toEqual([]);
});
