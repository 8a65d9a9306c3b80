import { adminToken, type Bench, numbers, tokenOf } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { figureOf } from '../figures.ts';
import { createHttp } from '../http.ts';
import { load, summary } from '../load.ts';
import { active, agent, company, firstActiveTicket, size } from '../seed.ts';

const target = { p99: 15, rate: 600 };

/** GET /messages/:ticketId. */
export async function measureThreads({ server, database, tell, pace }: Bench): Promise<void> {
  const http = createHttp(server.url, 4);
  const random = numbers(7);
  const measure = async (what: string, token: string, path: () => string) => {
    const step = () => http.send('GET', path(), { token });
    tell(figureOf(`GET /messages, ${what}`, summary(await load({ workers: 4, seconds: 3 * pace, step })), target));
  };
  const [own, longest] = await asSuperuser(database.superUrl, async (client) => {
    const { rows: mine } = await client.query<{ id: string }>(
      `select id from tickets where company_id = $1 and user_id = $2 and status = 'open'`,
      [company, agent],
    );
    const { rows: long } = await client.query<{ id: string }>(
      'select max(id) as id from tickets where company_id = $1 and contact_id = 1',
      [company],
    );
    return [mine.map((row) => Number(row.id)), Number(long[0]?.id)] as const;
  });
  const [adminsToken, agentsToken] = [await adminToken(), await tokenOf(agent)];
  await measure('active tickets, admin', adminsToken, () => `/messages/${firstActiveTicket + random(active)}`);
  await measure('any of all tickets, admin', adminsToken, () => `/messages/${1 + random(size.tickets)}`);
  await measure('own tickets, agent', agentsToken, () => `/messages/${own[random(own.length)]}`);
  await measure('the longest chat, admin, page 1', adminsToken, () => `/messages/${longest}`);
  await measure('the longest chat, admin, page 50', adminsToken, () => `/messages/${longest}?pageNumber=50`);
  http.close();
}
