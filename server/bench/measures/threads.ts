import { adminToken, type Bench, numbers, tokenOf } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { openFloors } from '../floors.ts';
import { active, agent, company, firstActiveTicket, size } from '../seed.ts';

const target = { p99: 15, rate: 600, ratio: 0.6 };

/** GET /messages/:ticketId. */
export async function measureThreads(bench: Bench): Promise<void> {
  const { database } = bench;
  const floors = await openFloors(bench);
  const random = numbers(7);
  const measure = async (what: string, token: string, path: () => string) => {
    await floors.measure(`GET /messages, ${what}`, () => [{ method: 'GET', path: path(), token }], { workers: 4, seconds: 3, target });
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
  await floors.close();
}
