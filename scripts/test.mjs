/**
 * `npm test`: checks, unit and integration tests, browser tests. Everything runs even if something failed before. The last line is the sum;
 * a failed check or a runner that crashed counts as one failure.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installIfStale, readJson, requireNode, root, run } from './workspace.mjs';

requireNode();
await installIfStale();

const reports = join(root, '.cache/reports');
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = await run(process.execPath, ['scripts/check.mjs']);

for (const workspace of ['packages/contract', 'server', 'web']) {
  console.log(`\nTests of ${workspace}`);
  const report = freshReport(workspace);
  const code = await run('vitest', [
    'run',
    '--root',
    workspace,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  count(code, report, ({ numPassedTests, numFailedTests, testResults }) => {
    const brokenFiles = testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    );
    return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
  });
}

console.log('\nTests in the browser');
const report = freshReport('e2e');
const code = await run('playwright', ['test'], { cwd: join(root, 'e2e') });
count(code, report, ({ stats, errors }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }));

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

function freshReport(name) {
  const file = join(reports, `${name.replaceAll('/', '-')}.json`);
  rmSync(file, { force: true });
  return file;
}

function count(code, report, read) {
  const result = existsSync(report) ? read(readJson(report)) : { passed: 0, failed: 0 };
  passed += result.passed;
  failed += code !== 0 && result.failed === 0 ? 1 : result.failed;
}
