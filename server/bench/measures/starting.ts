import { setTimeout as delay } from 'node:timers/promises';
import type { Tell } from '../figures.ts';
import { percentile } from '../load.ts';
import { npmStart } from '../server-process.ts';

/** `npm start` after install and build, with an existing database; then the memory of the idle server. */
export async function measureStarting({ tell, pace }: { tell: Tell; pace: number }): Promise<void> {
  // The first start builds what is outdated and creates the database.
  await (await npmStart()).stop();
  const seconds: number[] = [];
  let residentMb = 0;
  for (let i = 0; i < 3 * pace; i++) {
    const server = await npmStart();
    seconds.push(server.readyAfterMs / 1000);
    await delay(5_000);
    residentMb = Math.max(residentMb, await server.residentMb());
    await server.stop();
  }
  const middle = percentile(
    seconds.toSorted((a, b) => a - b),
    0.5,
  );
  tell({
    what: `npm start until /readyz, the middle of ${seconds.length}`,
    value: { amount: middle, unit: 's' },
    target: { atMost: 4 },
  });
  tell({ what: 'memory of the idle server (resident)', value: { amount: residentMb, unit: 'MB' }, target: { atMost: 250 } });
}
