/** Before the journeys: what they run against is built from the sources as they are now. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: resolve(import.meta.dirname, '..'), stdio: 'inherit' });
}
