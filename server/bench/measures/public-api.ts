import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { apiKeyPrefix, apiScopes, programsPerMinute } from '@balcao/contract/api-rules';
import { type Bench, numbers } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { figureOf } from '../figures.ts';
import { createHttp } from '../http.ts';
import { summary } from '../load.ts';
import { active, company, firstActiveTicket, size } from '../seed.ts';

const target = { p99: 50 };
const seconds = 20;

/** The public API, called with one key as often as it may be. */
export async function measurePublicApi({ server, database, tell, pace }: Bench): Promise<void> {
  const http = createHttp(server.url, 4);
  const random = numbers(11);
  const keys = Array.from({ length: 4 }, (_, index) => `${apiKeyPrefix}${'bench'.repeat(8)}${index}`);
  await asSuperuser(database.superUrl, async (client) => {
    await client.query(`delete from api_keys where hint = 'bench'`);
    for (const key of keys)
      await client.query(`insert into api_keys (company_id, name, key_hash, hint, scopes) values ($1, 'Bench', $2, 'bench', $3)`, [
        company,
        createHash('sha256').update(key).digest(),
        [...apiScopes],
      ]);
  });
  const measure = async (what: string, key: string | undefined, path: () => string) => {
    const times: number[] = [];
    const everyMs = 60_000 / programsPerMinute.key;
    const begun = performance.now();
    for (let i = 0; i < Math.min((seconds * pace * 1000) / everyMs, programsPerMinute.key); i++) {
      const due = begun + i * everyMs - performance.now();
      if (due > 0) await setTimeout(due);
      const from = performance.now();
      await http.send('GET', path(), { ...(key ? { token: key } : {}) });
      times.push(performance.now() - from);
    }
    tell(figureOf(what, summary({ times, seconds: (performance.now() - begun) / 1000 }), target));
  };
  await measure('GET /api/v1/tickets, 50 from anywhere', keys[0], () => `/api/v1/tickets?cursor=${100 + random(size.tickets)}`);
  await measure('GET /api/v1/tickets, open ones', keys[1], () => '/api/v1/tickets?status=open');
  await measure('GET /api/v1/contacts, 100 from anywhere', keys[2], () => `/api/v1/contacts?limit=100&cursor=${1 + random(size.contacts)}`);
  await measure('GET /api/v1/tickets/:id/messages', keys[3], () => `/api/v1/tickets/${firstActiveTicket + random(active)}/messages`);
  http.close();
}
