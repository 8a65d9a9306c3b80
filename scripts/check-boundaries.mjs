/**
 * Checks the one-way rules of ARCHITECTURE.md on the sources. Prints file:line and the reason of each violation.
 * Reads the checkout that contains it, or the directory given as argument.
 */
import { resolve } from 'node:path';
import { breachesIn } from './check-boundaries/breaches.mjs';
import { root } from './workspace.mjs';

const breaches = breachesIn(resolve(process.argv[2] ?? root));
for (const breach of breaches) console.log(breach);
process.exitCode = breaches.length ? 1 : 0;
