import { adminToken, type Bench, tokenOf } from '../bench.ts';
import { openFloors } from '../floors.ts';
import { agent } from '../seed.ts';

const target = { p99: 20, rate: 400, ratio: 0.6 };
const lists = {
  open: 'status=open',
  'open, showAll': 'status=open&showAll=true',
  pending: 'status=pending',
  closed: 'status=closed',
  unread: 'withUnreadMessages=true&showAll=true',
};

/** GET /tickets: the tabs, first and 50th page. */
export async function measureLists(bench: Bench): Promise<void> {
  const floors = await openFloors(bench);
  const measure = (what: string, path: string, token: string) =>
    floors.measure(what, () => [{ method: 'GET', path, token }], { workers: 4, seconds: 2, target });
  for (const [who, token] of [
    ['admin', await adminToken()],
    ['agent', await tokenOf(agent)],
  ] as const) {
    for (const [what, query] of Object.entries(lists)) {
      for (const page of [1, 50]) {
        await measure(`GET /tickets ${what}, ${who}, page ${page}`, `/tickets?${query}&pageNumber=${page}`, token);
      }
    }
    await measure(`GET /ticket/kanban, ${who}`, '/ticket/kanban', token);
    await measure(`GET /v1/tickets/counts, ${who}`, '/v1/tickets/counts?showAll=true', token);
  }
  await floors.close();
}
