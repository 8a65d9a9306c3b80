import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const product = `import { users } from './features/company/users/feature.ts';\nimport { tickets } from './features/desk/tickets/feature.ts';\nexport const domains = { company: [users], desk: [tickets] } satisfies Record<string, Feature[]>;\n`;

const scripts = resolve(import.meta.dirname, '../../scripts');
const { breachesIn } = (await import(pathToFileURL(join(scripts, 'check-boundaries/breaches.mjs')).href)) as {
  breachesIn(root: string): string[];
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
  write('server/src/product.ts', product);
  write('server/src/features/company/users/feature.ts', 'export const users = 1;');
  write('server/src/features/desk/tickets/feature.ts', 'export const tickets = 1;');
});

afterEach(() => rmSync(root, { recursive: true }));

test('the straight path is allowed', () => {
  write('server/src/features/desk/tickets/routes.ts', `import { move } from './actions.ts';`);
  write(
    'server/src/features/desk/tickets/actions.ts',
    `import { canMove } from './access.ts';\nimport { lock } from './store.ts';\nimport { show } from '../../company/users/reads.ts';`,
  );
  write(
    'server/src/features/desk/tickets/store.ts',
    `import { sql } from 'kysely';\nimport type { Tx } from '../../../platform/context.ts';`,
  );
  write('server/src/features/desk/tickets/access.ts', `import type { Room } from '../../../events/rooms.ts';`);
  write(
    'server/src/features/desk/tickets/view/list.ts',
    `import type { Row } from '../store.ts';\nimport { Ticket } from '@balcao/contract/tickets';`,
  );
  write(
    'server/src/features/desk/tickets/rules.test.ts',
    `import { test } from 'vitest';\nimport { Db } from '../../../platform/db/pool.ts';`,
  );
  write(
    'web/src/features/desk/tickets/live.ts',
    `import { socket } from '../../../platform/socket.ts';\nimport { Ticket } from '@balcao/contract/tickets';`,
  );
  write('web/src/data/tickets/live.ts', `import { users } from '../users/keys.ts';\nimport { socket } from '../../platform/socket.ts';`);
  write('web/src/features/desk/tickets/list.tsx', `import { useTickets } from '../../../data/tickets/queries.ts';`);
  expect(breaches()).toEqual([]);
});

test.each([
  ['web/src/app/page.tsx', `import { x } from '../../../server/src/app.ts';`, 'web and server meet only in @balcao/contract'],
  ['packages/contract/src/a.ts', `import { x } from 'kysely';`, 'the contract imports zod'],
  ['server/src/platform/a.ts', `import { x } from '../app.ts';`, 'platform lies below app'],
  ['server/src/gateways/a.ts', `export * from '../events/b.ts';`, 'gateways and events do not know each other'],
  ['server/src/features/desk/tickets/actions.ts', `import { x } from './routes.ts';`, 'actions lies below routes'],
  ['server/src/features/desk/tickets/rules.ts', `import type { Row } from './store.ts';`, 'rules is pure'],
  ['server/src/features/desk/tickets/rules.ts', `import { z } from 'zod';`, 'rules is pure'],
  ['server/src/features/desk/tickets/access.ts', `import { room } from '../../../events/rooms.ts';`, 'access is pure'],
  ['server/src/features/desk/tickets/store.ts', `import { log } from '../../../platform/log.ts';`, 'a store imports'],
  ['server/src/features/desk/tickets/actions.ts', `import { x } from '../../company/users/store.ts';`, 'only actions and reads'],
  [
    'server/src/features/company/users/actions.ts',
    `import { x } from '../../desk/tickets/actions.ts';`,
    'desk/tickets comes after company/users',
  ],
  ['server/src/features/desk/tickets/mailer.ts', '', 'a feature holds only'],
  ['server/src/features/desk/actions.ts', '', 'a domain holds features'],
  ['web/src/data/tickets/live.ts', `import { x } from '../../features/desk/tickets/b.tsx';`, 'data lies below features'],
  ['server/src/features/desk/tickets/actions/helpers.ts', '', 'helpers says nothing'],
  ['server/src/platform/a.ts', 'export const ticketId = 1;', 'platform/ does not know the word ticket'],
  ['server/src/platform/a.ts', 'export type View = TicketView;', 'platform/ does not know the word Ticket'],
  ['server/src/platform/a.ts', 'export const contactName = 1;', 'platform/ does not know the word contact'],
  ['server/src/platform/a.ts', '// Every customer waits.', 'platform/ does not know the word customer'],
  ['server/src/other/a.ts', '', 'server/src holds only'],
  ['server/src/platform/a.ts', 'export const x = process.env.X;', 'the environment is read in'],
  ['server/src/features/desk/tickets/rules.ts', 'export const x = () => new Date();', 'time is an argument'],
  ['server/src/features/desk/tickets/view.ts', 'export const x = Date.now();', 'time is an argument'],
  ['packages/contract/src/a.ts', 'export const x = Math.random();', 'chance is an argument'],
  ['server/src/features/desk/tickets/actions.ts', `import { randomUUID } from 'node:crypto';`, 'chance is an argument'],
  ['web/src/features/desk/tickets/a.tsx', `const x = () => api('GET /tickets');`, 'what is read by GET is read in web/src/data'],
  ['web/src/features/desk/tickets/a.tsx', 'const x = () => api(`GET /tickets`);', 'what is read by GET is read in web/src/data'],
  ['web/src/features/desk/tickets/a.tsx', `const route = 'GET /tickets' as const;`, 'what is read by GET is read in web/src/data'],
  ['web/src/features/desk/tickets/a.tsx', `const x = () => fetch('/tickets');`, 'the server is called through platform/api.ts'],
  ['server/src/features/company/users/actions.ts', `import { x } from '../../desk/other/actions.ts';`, 'desk/other is not in the list'],
  ['web/src/app/shell/a.tsx', `const x = () => fetchFile('GET /file', {});`, 'what is read by GET is read in web/src/data'],
  ['web/src/features/desk/tickets/a.tsx', `import { x } from '../../company/users/b.tsx';`, 'web features do not import each other'],
  ['web/src/features/desk/tickets/a.tsx', `const x = () => import('../../../app/b.tsx');`, 'features lies below app'],
  ['web/src/ui/a.tsx', `import { x } from '../features/desk/tickets/b.tsx';`, 'ui lies below features'],
])('%s with %s is refused', (path, text, reason) => {
  write(path, `\n${text}`);
  const line = text ? 2 : 1;
  const found = breaches();
  expect(found).toEqual([expect.stringContaining(`${path}:${line} `)]);
  expect(found[0]).toContain(reason);
});

test('a route is read in one module of data', () => {
  write('web/src/data/tickets/queries.ts', `const x = () => [api('GET /tickets'), api('GET /tickets'), api('POST /tickets')];`);
  write('web/src/data/tickets/keys.ts', `type Pages = AnswerOf<'GET /tickets'>[];`);
  write('web/src/data/tickets/queries.test.ts', `const x = () => api('GET /tickets');`);
  expect(breaches()).toEqual([]);
  write('web/src/data/users/queries.ts', `\nconst x = () => api('GET /tickets');`);
  expect(breaches()).toEqual([
    'web/src/data/users/queries.ts:2 GET /tickets is read in web/src/data/tickets/queries.ts already: one module reads a route',
  ]);
});

test('the nouns of data import each other without circles', () => {
  write('web/src/data/tickets/queries.ts', `import { x } from '../users/keys.ts';`);
  write('web/src/data/users/keys.ts', '');
  write('web/src/data/users/live.ts', `import type { X } from '../tickets/queries.ts';`);
  expect(breaches()).toEqual([]);
  write('web/src/data/users/live.ts', `import { x } from '../tickets/queries.ts';`);
  expect(breaches()).toEqual([expect.stringContaining('a noun of data imports itself by way of')]);
});

test('a part that is a file and a folder is refused', () => {
  write('server/src/features/desk/tickets/actions.ts', '');
  write('server/src/features/desk/tickets/actions/move.ts', '');
  expect(breaches()).toEqual([expect.stringContaining('server/src/features/desk/tickets/actions.ts:1 a part is a file or a folder')]);
});

test('a feature that is listed in another domain is refused', () => {
  write('server/src/product.ts', product.replace('company: [users], desk: [tickets]', 'company: [users, tickets]'));
  expect(breaches()).toEqual([expect.stringContaining('desk/tickets is listed in the domain company')]);
});

test('a circle of imports is refused, one of types is not', () => {
  write('server/src/platform/a.ts', `import { b } from './b.ts';`);
  write('server/src/platform/b.ts', `import type { A } from './a.ts';`);
  expect(breaches()).toEqual([]);
  write('server/src/platform/b.ts', `import { a } from './a.ts';`);
  expect(breaches()).toEqual([expect.stringContaining('imports itself by way of')]);
});

test('the command prints what it finds, and fails if that is anything', () => {
  const command = () => execFileSync(process.execPath, [join(scripts, 'check-boundaries.mjs'), root], { encoding: 'utf8' });
  expect(command()).toBe('');
  write('server/src/features/desk/tickets/actions.ts', '');
  write('server/src/features/desk/tickets/actions/move.ts', '');
  expect(command).toThrow(expect.objectContaining({ status: 1, stdout: `${breaches()[0]}\n` }));
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const breaches = (): string[] => breachesIn(root);
