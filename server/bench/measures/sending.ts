import { adminToken, type Bench, numbers } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { figureOf } from '../figures.ts';
import { createHttp } from '../http.ts';
import { load, summary } from '../load.ts';
import { cloudConnections, company } from '../seed.ts';

/** POST /messages/:ticketId until the answer; meanwhile the outbox is being delivered. */
export async function measureSending({ server, database, tell, pace }: Bench): Promise<void> {
  const token = await adminToken();
  const http = createHttp(server.url, 4);
  const random = numbers(11);
  const tickets = await asSuperuser(database.superUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from tickets where company_id = $1 and connection_id > $2 and status = 'open'`,
      [company, cloudConnections],
    );
    return rows.map((row) => Number(row.id));
  });
  let n = 0;
  const step = () => {
    const body = JSON.stringify({ body: `Bom dia! Seu pedido ${++n} sai hoje para entrega.`, fromMe: true, read: 1 });
    return http.send('POST', `/messages/${tickets[random(tickets.length)]}`, {
      token,
      headers: { 'content-type': 'application/json' },
      body,
    });
  };
  tell(figureOf('POST /messages until 200, 1 at once', summary(await load({ workers: 1, seconds: 4 * pace, step })), { p99: 30 }));
  tell(figureOf('POST /messages until 200, 4 at once', summary(await load({ workers: 4, seconds: 4 * pace, step })), { p99: 30 }));
  http.close();
}
