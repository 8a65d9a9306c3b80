// A ticket is saved, its attendance followed and its news announced in one place, so that no verb can forget one of the three.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(new URL(file.replaceAll('\\', '/'), root), 'utf8') }));

/** The files in which a pattern occurs, each as often as it does. */
const callers = (pattern: RegExp) => sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(() => file));

test.each([
  ['saveTicket', /(?<!function )\bsaveTicket\(/g],
  ['insertTicket', /(?<!function )\binsertTicket\(/g],
  ['saveAttendance', /(?<!function )\bsaveAttendance\(/g],
  ['startAttendance', /(?<!function )\bstartAttendance\(/g],
  ['publish(ticketChanged', /\bpublish\(ticketChanged\b/g],
  ['publish(ticketClosed', /\bpublish\(ticketClosed\b/g],
])('%s is called once, in change.ts', (_name, pattern) => {
  expect(callers(pattern)).toEqual(['features/desk/tickets/actions/change.ts']);
});
