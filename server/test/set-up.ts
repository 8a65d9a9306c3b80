/** Before each test file. */
import { hashWeakly } from '../src/platform/passwords.ts';
import { showLogOfFailures } from './log.ts';

hashWeakly();
showLogOfFailures();
