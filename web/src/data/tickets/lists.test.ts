// What is heard of tickets leaves a list as the server would give it.
import { compareTickets, orderOf, ticketOrders } from '@balcao/contract/ticket-list-rules';
import { ticketBelongs } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListFilter, TicketPages } from './keys.ts';
import { placed } from './lists.ts';
import type { Rows } from './rows.ts';
import { makeTicket, marina } from './test-tickets.ts';

const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 9, n)).toISOString();
const nobody: ReadonlySet<number> = new Set();

/** The list as the server would answer it, in pages of 40. */
function asked(
  tickets: readonly TicketView[],
  filter: ListFilter,
  pins: ReadonlySet<number>,
  pagesLoaded = Number.POSITIVE_INFINITY,
): TicketPages {
  const isActive = filter.status === 'pending' || filter.status === 'open';
  const inOrder = compareTickets(orderOf(filter), isActive ? pins : nobody);
  const ids = tickets
    .filter((ticket) => ticketBelongs(marina, filter, ticket))
    .sort(inOrder)
    .map(({ id }) => id);
  const total = Math.max(1, Math.ceil(ids.length / 40));
  const pages = Array.from({ length: Math.min(total, pagesLoaded) }, (_, page) => ({
    ids: ids.slice(page * 40, page * 40 + 40),
    count: ids.length,
    hasMore: page < total - 1,
  }));
  return { pages, pageParams: pages.map((_, page) => page + 1) };
}

const idsOf = (pages: TicketPages) => pages.pages.flatMap(({ ids }) => ids);

const changes = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  status: fc.constantFrom('open' as const, 'pending' as const, 'closed' as const),
  updatedAt: fc.integer({ min: 0, max: 20 }).map(minute),
  waitingSince: fc.option(fc.integer({ min: 0, max: 20 }).map(minute)),
  snoozedAt: fc.option(fc.constant(minute(1))),
  priority: fc.boolean(),
  chatbot: fc.boolean(),
  unreadMessages: fc.nat(1),
});
const filters = fc.record({
  status: fc.constantFrom('open' as const, 'pending' as const, 'closed' as const),
  showAll: fc.boolean(),
  order: fc.constantFrom(...ticketOrders),
  snoozed: fc.option(fc.boolean(), { nil: undefined }),
  unread: fc.boolean(),
  priority: fc.boolean(),
  searchParam: fc.constant(''),
});

test('hearing equals asking: after any news, in any order, with any pins', () => {
  fc.assert(
    fc.property(filters, fc.array(changes, { maxLength: 30 }), fc.uniqueArray(fc.integer({ min: 1, max: 12 })), (filter, news, pinned) => {
      const pins = new Set(pinned);
      let rows: Rows = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [i + 1, makeTicket(i + 1)]));
      let pages = asked(Object.values(rows), filter, pins);
      for (const change of news) {
        const ticket = { ...makeTicket(change.id), ...change };
        rows = { ...rows, [ticket.id]: ticket };
        pages = placed(pages, filter, ticket, marina, rows, pins);
      }
      const fresh = asked(Object.values(rows), filter, pins);
      expect(idsOf(pages)).toEqual(idsOf(fresh));
      expect(pages.pages[0]?.count).toBe(fresh.pages[0]?.count);
    }),
    { numRuns: 300 },
  );
});

test('of ten thousand tickets none is lost and none is twice while news come, and each is placed in a moment', () => {
  const filter: ListFilter = { status: 'pending', showAll: true, order: 'waiting', snoozed: false, searchParam: '' };
  const make = (id: number, wait: number) =>
    makeTicket(id, {
      status: 'pending',
      userId: null,
      user: null,
      waitingSince: new Date(Date.UTC(2026, 10, 21) + wait * 1000).toISOString(),
    });
  const rows: Record<number, TicketView> = {};
  for (let id = 1; id <= 10_000; id++) rows[id] = make(id, (id * 7919) % 10_007);
  let pages = asked(Object.values(rows), filter, nobody);
  const times: number[] = [];
  for (let n = 0; n < 200; n++) {
    const begun = performance.now();
    const ticket = make(1 + ((n * 4_999) % 10_000), (n * 104_729) % 10_007);
    rows[ticket.id] = ticket;
    pages = placed(pages, filter, ticket, marina, rows, nobody);
    times.push(performance.now() - begun);
  }
  // The middle one, beside what it takes to order all of them anew: on a busy machine both wait for others in between.
  const each = times.sort((a, b) => a - b)[100] ?? Number.NaN;
  const begun = performance.now();
  const anew = asked(Object.values(rows), filter, nobody);
  const all = performance.now() - begun;
  expect(idsOf(pages)).toEqual(idsOf(anew));
  expect(new Set(idsOf(pages)).size).toBe(10_000);
  expect(each, `${each.toFixed(2)} of ${all.toFixed(2)} ms`).toBeLessThan(all / 3);
});
