import { adminToken, type Bench, numbers } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { openFloors, type Request } from '../floors.ts';
import { active, admin, cloudConnections, company, firstActiveTicket } from '../seed.ts';

/** POST /messages/:ticketId until the answer, meanwhile the outbox is being delivered; and PUT /tickets/:ticketId, which accepts. */
export async function measureSending(bench: Bench): Promise<void> {
  const token = await adminToken();
  const floors = await openFloors(bench);
  const random = numbers(11);
  const [tickets, waiting] = await asSuperuser(bench.database.superUrl, async (client) => {
    const { rows } = await client.query<{ id: string; status: string }>(
      `select id, status from tickets where company_id = $1 and connection_id > $2 and id >= $3 and id < $3 + $4`,
      [company, cloudConnections, firstActiveTicket, active],
    );
    const of = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => Number(id));
    return [of('open'), of('pending')] as const;
  });
  let n = 0;
  const send = (): Request[] => {
    const body = JSON.stringify({ body: `Bom dia! Seu pedido ${++n} sai hoje para entrega.`, fromMe: true, read: 1 });
    return [{ method: 'POST', path: `/messages/${tickets[random(tickets.length)]}`, token, body }];
  };
  const target = { p99: 30 };
  await floors.measure('POST /messages until 200, 1 at once', send, { workers: 1, seconds: 4, target });
  await floors.measure('POST /messages until 200, 4 at once', send, { workers: 4, seconds: 4, target });
  let turn = 0;
  const accept = (): Request[] => {
    const path = `/tickets/${waiting[turn++ % waiting.length]}`;
    const put = (change: object): Request => ({ method: 'PUT', path, token, body: JSON.stringify(change) });
    return [put({ status: 'open', userId: admin }), put({ status: 'pending', userId: null })];
  };
  await floors.measure('PUT /tickets: accepted, and given back', accept, { workers: 1, seconds: 4, target: { p99: 60 } });
  await floors.close();
}
