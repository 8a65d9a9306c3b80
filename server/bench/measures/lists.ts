import { adminToken, type Bench, tokenOf } from '../bench.ts';
import { figureOf } from '../figures.ts';
import { createHttp } from '../http.ts';
import { load, summary } from '../load.ts';
import { agent } from '../seed.ts';

const target = { p99: 20, rate: 400 };
const lists = {
  open: 'status=open',
  'open, showAll': 'status=open&showAll=true',
  pending: 'status=pending',
  closed: 'status=closed',
  unread: 'withUnreadMessages=true&showAll=true',
};

/** GET /tickets: the tabs, first and 50th page. */
export async function measureLists({ server, tell, pace }: Bench): Promise<void> {
  const http = createHttp(server.url, 4);
  for (const [who, token] of [
    ['admin', await adminToken()],
    ['agent', await tokenOf(agent)],
  ] as const) {
    for (const [what, query] of Object.entries(lists)) {
      for (const page of [1, 50]) {
        const step = () => http.send('GET', `/tickets?${query}&pageNumber=${page}`, { token });
        tell(figureOf(`GET /tickets ${what}, ${who}, page ${page}`, summary(await load({ workers: 4, seconds: 2 * pace, step })), target));
      }
    }
    const step = () => http.send('GET', '/v1/tickets/counts?showAll=true', { token });
    tell(figureOf(`GET /v1/tickets/counts, ${who}`, summary(await load({ workers: 4, seconds: 2 * pace, step })), target));
  }
  http.close();
}
