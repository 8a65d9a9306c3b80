import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, removeCompanies, tokenOf } from '../bench.ts';
import { openOnNewPhone, signUpCompany } from '../company.ts';
import { timesOf } from '../figures.ts';
import { createHttp } from '../http.ts';
import { inboxBeside } from '../inbox.ts';
import { summary } from '../load.ts';
import { size, words } from '../seed.ts';

const searchers = 40;
const terms = [words.commonName, words.common, 'bom dia', words.rare, '551195', 'zzzzqqq'];
const companyName = 'Vizinha das buscas';

/** Forty people of one company search without a pause, some leaving before they are answered, and what a neighbour waits meanwhile. */
export async function measureSearchers({ server, database, tell, pace, afterwards }: Bench): Promise<void> {
  afterwards(() => removeCompanies(database.superUrl, companyName));
  const neighbour = await signUpCompany(server.url, companyName);
  const http = createHttp(server.url, 32);
  try {
    const { tickets: desk } = await openOnNewPhone(neighbour, 20);
    const seconds = 8 * pace;
    const inbox = (work: () => Promise<unknown>) => inboxBeside({ http, token: neighbour.token, desk }, work);
    await inbox(() => delay(3_000));
    const quiet = await inbox(() => delay(seconds * 1000));
    for (const [how, leaveMs] of [
      ['who wait', null],
      ['who leave', 30],
    ] as const) {
      const counts = { done: 0, left: 0, refused: 0 };
      const over = performance.now() + seconds * 1000;
      const during = await inbox(() =>
        Promise.all(
          Array.from({ length: searchers }, async (_, i) => search(await tokenOf(1 + (i % size.users)), i, over, leaveMs, counts)),
        ),
      );
      console.log(`  ${how}: ${JSON.stringify(counts)}`);
      for (const kind of ['reads', 'sends'] as const) {
        if (leaveMs === null) tell(timesOf(`${kind} of a neighbour, beside no searchers`, summary(quiet[kind]), {}));
        tell(timesOf(`${kind} of a neighbour beside ${searchers} searchers ${how}`, summary(during[kind]), { p99: 150 }));
      }
      await delay(3_000);
    }
  } finally {
    http.close();
  }

  async function search(
    token: string,
    i: number,
    over: number,
    leaveMs: number | null,
    counts: { done: number; left: number; refused: number },
  ) {
    for (let n = i; performance.now() < over; n++) {
      const term = encodeURIComponent(terms[n % terms.length] ?? '');
      const leaving = leaveMs === null ? undefined : AbortSignal.timeout(leaveMs);
      try {
        const response = await fetch(`${server.url}/tickets?pageNumber=1&searchParam=${term}`, {
          headers: { authorization: `Bearer ${token}` },
          ...(leaving ? { signal: leaving } : {}),
        });
        await response.arrayBuffer();
        if (response.ok) counts.done += 1;
        else {
          counts.refused += 1;
          await delay(100);
        }
      } catch {
        counts.left += 1;
      }
    }
  }
}
