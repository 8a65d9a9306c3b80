import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const app = `import { users } from './features/users/feature.ts';\nimport { tickets } from './features/tickets/feature.ts';\nexport const features: Feature[] = [users, tickets];\n`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  write('server/src/app.ts', app);
  write('server/src/features/users/feature.ts', 'export const users = 1;');
  write('server/src/features/tickets/feature.ts', 'export const tickets = 1;');
});

afterEach(() => rmSync(root, { recursive: true }));

test('the straight path is allowed', () => {
  write('server/src/features/tickets/routes.ts', `import { move } from './actions.ts';`);
  write(
    'server/src/features/tickets/actions.ts',
    `import { canMove } from './access.ts';\nimport { lock } from './store.ts';\nimport { show } from '../users/reads.ts';`,
  );
  write('server/src/features/tickets/store.ts', `import { sql } from 'kysely';\nimport type { Tx } from '../../platform/context.ts';`);
  write('server/src/features/tickets/access.ts', `import type { Room } from '../../platform/sockets/rooms.ts';`);
  write(
    'server/src/features/tickets/view/list.ts',
    `import type { Row } from '../store.ts';\nimport { Ticket } from '@balcao/contract/tickets';`,
  );
  write('server/src/features/tickets/rules.test.ts', `import { test } from 'vitest';\nimport { Db } from '../../platform/db/pool.ts';`);
  write(
    'web/src/features/tickets/live.ts',
    `import { socket } from '../../platform/socket.ts';\nimport { Ticket } from '@balcao/contract/tickets';`,
  );
  expect(breaches()).toEqual([]);
});

test.each([
  ['web/src/app/page.tsx', `import { x } from '../../../server/src/app.ts';`, 'web and server meet only in @balcao/contract'],
  ['packages/contract/src/a.ts', `import { x } from 'kysely';`, 'the contract imports zod'],
  ['server/src/platform/a.ts', `import { x } from '../app.ts';`, 'platform lies below app'],
  ['server/src/gateways/a.ts', `export * from '../events/b.ts';`, 'gateways and events do not know each other'],
  ['server/src/features/tickets/actions.ts', `import { x } from './routes.ts';`, 'actions lies below routes'],
  ['server/src/features/tickets/rules.ts', `import type { Row } from './store.ts';`, 'rules is pure'],
  ['server/src/features/tickets/rules.ts', `import { z } from 'zod';`, 'rules is pure'],
  ['server/src/features/tickets/access.ts', `import { room } from '../../platform/sockets/rooms.ts';`, 'access is pure'],
  ['server/src/features/tickets/store.ts', `import { log } from '../../platform/log.ts';`, 'a store imports'],
  ['server/src/features/tickets/actions.ts', `import { x } from '../users/store.ts';`, 'only actions and reads'],
  ['server/src/features/users/actions.ts', `import { x } from '../tickets/actions.ts';`, 'tickets comes after users'],
  ['server/src/features/tickets/mailer.ts', '', 'a feature holds only'],
  ['server/src/features/tickets/actions/helpers.ts', '', 'helpers says nothing'],
  ['server/src/other/a.ts', '', 'server/src holds only'],
  ['server/src/platform/a.ts', 'export const x = process.env.X;', 'the environment is read in'],
  ['server/src/features/tickets/rules.ts', 'export const x = () => new Date();', 'time is an argument'],
  ['server/src/features/tickets/view.ts', 'export const x = Date.now();', 'time is an argument'],
  ['packages/contract/src/a.ts', 'export const x = Math.random();', 'chance is an argument'],
  ['web/src/features/tickets/a.tsx', `import { x } from '../users/b.tsx';`, 'web features do not import each other'],
  ['web/src/features/tickets/a.tsx', `const x = () => import('../../app/b.tsx');`, 'features lies below app'],
  ['web/src/ui/a.tsx', `import { x } from '../features/tickets/b.tsx';`, 'ui lies below features'],
])('%s with %s is refused', (path, text, reason) => {
  write(path, `\n${text}`);
  const line = text ? 2 : 1;
  const found = breaches();
  expect(found).toEqual([expect.stringContaining(`${path}:${line} `)]);
  expect(found[0]).toContain(reason);
});

test('a circle of imports is refused, one of types is not', () => {
  write('server/src/platform/a.ts', `import { b } from './b.ts';`);
  write('server/src/platform/b.ts', `import type { A } from './a.ts';`);
  expect(breaches()).toEqual([]);
  write('server/src/platform/b.ts', `import { a } from './a.ts';`);
  expect(breaches()).toEqual([expect.stringContaining('imports itself by way of')]);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function breaches(): string[] {
  try {
    execFileSync(process.execPath, [resolve(import.meta.dirname, '../../scripts/check-boundaries.mjs'), root], { encoding: 'utf8' });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.trim().split('\n');
  }
}
