/**
 * `npm test`: checks, unit and integration tests, browser tests. Everything runs even if something failed before. At the end stands each test
 * that failed, with its reason, and once more by name alone; the last line is the sum. A failed check or a runner that crashed counts as one
 * failure.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { installIfStale, readJson, requireNode, root, toolEnv } from './workspace.mjs';

requireNode();
await installIfStale();

const reports = join(root, '.cache/reports');
mkdirSync(reports, { recursive: true });

const checks = { name: 'checks', command: [process.execPath, 'scripts/check.mjs'] };
const contract = vitest('contract', 'packages/contract', '--no-isolate');
const web = vitest('web', 'web');
const server = vitest('server', 'server', '--project=server', '--project=alone');
const waiting = vitest('waiting', 'server', '--project=waiting');
const build = { name: 'build', command: [process.execPath, 'scripts/build.mjs'] };
const browser = { name: 'browser', command: ['playwright', 'test'], cwd: join(root, 'e2e'), report: 'e2e', read: readPlaywright };

// Each goes its own way, so that something calculates while others wait. The browser tests have the machine to themselves: beside the server's,
// both take longer than one after the other.
await Promise.all([inTurn(waiting), inTurn(checks, server), inTurn(contract, web, build)]);
await inTurn(browser);

const parts = [checks, contract, web, build, server, waiting, browser];
for (const { name, failures } of parts) {
  for (const { test, error } of failures) console.log(`\n${name.padEnd(9)}| ${test}\n${firstLines(error)}`);
}
console.log('');
for (const { name, seconds, passed, failed } of parts) {
  console.log(`${failed ? 'FAILED' : 'ok    '} ${name.padEnd(9)} ${seconds.padStart(4)} s  ${passed} passed, ${failed} failed`);
}
// So that the end of the output alone tells what failed.
for (const { name, failures } of parts) {
  for (const { test } of failures) console.log(`FAILED ${name.padEnd(9)} ${test}`);
}
const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') ? 1 : 0;

function vitest(name, folder, ...more) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return { name, command: ['vitest', 'run', '--root', folder, ...reporters, ...more], report: name, read: readVitest };
}

async function inTurn(...some) {
  for (const part of some) await perform(part);
}

/** Runs a part and notes in it how it ended. */
async function perform(part) {
  const { command, cwd, report, read } = part;
  const began = performance.now();
  if (report) rmSync(reportOf(report), { force: true });
  const code = await show(part.name, command, cwd);
  const result = report && existsSync(reportOf(report)) ? read(readJson(reportOf(report))) : { passed: 0, failed: 0, failures: [] };
  part.seconds = ((performance.now() - began) / 1000).toFixed(0);
  part.passed = result.passed;
  part.failures = result.failures;
  // Where there is no report, the exit code is the number of what failed.
  part.failed = !report ? code : code !== 0 && result.failed === 0 ? 1 : result.failed;
}

/** Runs a program and shows its lines as they come, each behind the name of the part it belongs to. */
function show(name, [command, ...args], cwd = root) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: toolEnv(cwd) });
    const print = (line) => console.log(line.trim() ? `${name.padEnd(9)}| ${line}` : '');
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', print);
    child.once('error', (error) => {
      print(`${command}: ${error.message}`);
      done(127);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

function readVitest({ numPassedTests, numFailedTests, testResults }) {
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = [
    ...brokenFiles.map(({ name, message }) => ({ test: name, error: message })),
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({ test: `${name}: ${fullName}`, error: failureMessages.join('\n') })),
    ),
  ];
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length, failures };
}

function readPlaywright({ stats, errors, suites }) {
  const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];
  const failures = [
    ...errors.map(({ message }) => ({ test: 'the run itself', error: message })),
    ...suites
      .flatMap(specsIn)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => ({
        test: `${file}: ${title}`,
        error: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))).join('\n'),
      })),
  ];
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, failures };
}

function firstLines(error) {
  const lines = stripVTControlCharacters(error ?? '').split('\n');
  const ours = lines.filter((line) => line.trim() && !line.includes('node_modules'));
  return ours
    .slice(0, 14)
    .map((line) => `           ${line}`)
    .join('\n');
}

function reportOf(name) {
  return join(reports, `${name}.json`);
}
