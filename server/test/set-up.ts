/** Before each test file. */
import { showLogOfFailures } from './log.ts';

showLogOfFailures();
