// Dockerfile, compose.yaml and the configurations of server/cluster say the same as README.md and the code. Nothing is built or run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { Copy, DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { ConfigError, readEnv } from '../src/env.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');

type Healthcheck = { disable?: boolean; test?: string[] };
type Service = {
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: Healthcheck;
  configs?: { source: string }[];
  depends_on?: Record<string, { condition: string }> | string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown>; configs: Record<string, unknown> };

const document = parseDocument(read('compose.yaml'), { merge: true, uniqueKeys: true });
const compose = document.toJS() as Compose;
const own = Object.entries(compose.services).filter(([, { build }]) => build);
const lines = DockerfileParser.parse(read('Dockerfile')).getInstructions();
const said = (keyword: string) => lines.filter((line) => line.getKeyword() === keyword).map((line) => line.getArgumentsContent() ?? '');
/** What compose puts in for a variable: its default, or something. */
const filledIn = (value: string) =>
  value.replaceAll(/\$\{\w+(?::([-?])([^}]*))?\}/g, (_, how: string | undefined, given = '') => (how === '-' ? given : 'x'.repeat(32)));

test('linters have nothing to say about Dockerfile and compose.yaml', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
  const linter = new DCLinter({
    rules: {
      ...{ 'services-alphabetical-order': 0, 'service-keys-order': 0, 'top-level-properties-order': 0, 'no-quotes-in-volumes': 0 },
      // The folder’s name is the project’s.
      'require-project-name-field': 0,
      'require-quotes-in-ports': [1, { quoteType: 'double' }],
    },
    ...{ quiet: false, debug: false, exclude: [] },
  });
  expect(linter.lintFiles([join(root, 'compose.yaml')], false).map(({ messages }) => messages)).toEqual([[]]);
});

test('compose.yaml is read without a complaint, and names nothing that it does not have', () => {
  expect([...document.errors, ...document.warnings]).toEqual([]);
  for (const [name, { volumes = [], configs = [], depends_on: needs = {} }] of Object.entries(compose.services)) {
    const named = {
      volumes: volumes.map((volume) => volume.split(':')[0]).filter((volume) => !volume?.startsWith('.') && !volume?.startsWith('/')),
      configs: configs.map(({ source }) => source),
      services: Array.isArray(needs) ? needs : Object.keys(needs),
    };
    for (const [kind, all] of Object.entries(named))
      for (const one of all) expect(Object.keys(compose[kind as keyof Compose]), `${kind} of ${name}`).toContain(one);
  }
});

test('who is waited for until healthy has a health check', () => {
  const image = said('HEALTHCHECK').length > 0;
  for (const [name, { depends_on: needs = {} }] of Object.entries(compose.services))
    for (const [other, { condition }] of Object.entries(Array.isArray(needs) ? {} : needs)) {
      if (condition !== 'service_healthy') continue;
      const { healthcheck, build } = compose.services[other] as Service;
      expect(
        healthcheck?.disable !== true && (healthcheck?.test !== undefined || (image && build !== undefined)),
        `${name}: ${other}`,
      ).toBe(true);
    }
});

test('each process is told what the server understands, and all roles are there', () => {
  const roles = own.flatMap(([name, { environment = {} }]) => {
    const given = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filledIn(value)]));
    for (const key of Object.keys(given)) expect(readme, `${key} of ${name}`).toContain(`\`${key}\``);
    return [...readEnv({ ...given, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }).roles];
  });
  expect(roles.sort()).toEqual(['connections', 'web', 'worker']);
  expect(() => readEnv({ ROLES: 'webb' })).toThrow(ConfigError);
});

test('only processes that serve are asked how they are and have a port: that of the image', () => {
  const [port = ''] = said('EXPOSE');
  for (const [name, { environment, ports = [], healthcheck }] of own) {
    const serves = environment?.ROLES?.split(',').includes('web') ?? true;
    expect(healthcheck?.disable ?? false, name).toBe(!serves);
    expect(
      ports.map((each) => each.split(':').at(-1)),
      name,
    ).toEqual(serves ? [port] : []);
    // TLS is the proxy's, so nothing is open to the world.
    for (const each of ports) expect(each, name).toMatch(/^127\.0\.0\.1:/);
  }
  expect(said('ENV').join(' ')).toContain(`PORT=${port}`);
  expect(said('HEALTHCHECK').join(' ')).toContain('/healthz');
});

test('the image runs as nobody special, keeps its data in a volume, and stops as the server does', () => {
  const after = lines.slice(lines.findLastIndex((line) => line.getKeyword() === 'FROM'));
  const keywords = after.map((line) => line.getKeyword());
  expect(said('USER')).toEqual(['node']);
  expect(keywords.indexOf('USER')).toBeLessThan(keywords.indexOf('CMD'));
  const [volume = ''] = said('VOLUME');
  expect(said('ENV').join(' ')).toContain(`DATA_DIR=${volume}`);
  // As a list, so that the server itself gets SIGTERM, not a shell.
  const command = said('CMD').at(-1) ?? '';
  expect(command).toMatch(/^\[/);
  // By hand it is run with as much memory for what is young, and measured so.
  const [young = 'not said'] = /--max-semi-space-size=\d+/.exec(command) ?? [];
  const { start, demo } = JSON.parse(read('package.json')).scripts;
  for (const also of [start, demo, read('server/bench/server-process.ts')]) expect(also).toContain(young);
  const version = Number(/node:(\d+)/.exec(said('FROM')[0] ?? '')?.[1]);
  expect(version).toBeGreaterThanOrEqual(Number(/>=(\d+)/.exec(JSON.parse(read('package.json')).engines.node)?.[1]));
  for (const from of said('FROM')) expect(from).toMatch(/^[\w./-]+:[\w.-]+/);
});

test('what is copied into the image is there', () => {
  // What comes from another stage is made there.
  const copied = lines
    .filter((line) => line instanceof Copy && line.getFromFlag() === null)
    .flatMap((line) => line.getArguments().slice(0, -1))
    .map((path) => path.getValue());
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every variable of the server is in README.md', () => {
  const names = [...read('server/src/env.ts').matchAll(/^ {2}([A-Z][A-Z\d_]+): z/gm)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(40);
  // For tests, and set by the platform.
  const inner = ['FAULT_POINT', 'WEAK_PASSWORDS', 'NODE_ENV'];
  expect(names.filter((name) => !inner.includes(name) && !readme.includes(`\`${name}\``))).toEqual([]);
});
