import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canSee, moveTicket, type Placed, ticketBelongs, type Viewer } from './ticket-rules.ts';

const ana: Viewer = { id: 1, profile: 'user', queueIds: [10], allTicket: false };
const bia = { id: 2, profile: 'user' } as const;
const chefe = { id: 3, profile: 'admin' } as const;
const waiting = { status: 'pending', userId: null, queueId: 10, connectionId: 5 } as const;
const withAna = { status: 'open', userId: 1, queueId: 10, connectionId: 5 } as const;
const closed = { status: 'closed', userId: 1, queueId: 10, connectionId: 5 } as const;

test('accepting assigns the ticket to whoever accepts', () => {
  expect(moveTicket(waiting, { status: 'open' }, ana)).toEqual({ ok: true, value: { ...waiting, status: 'open', userId: 1 } });
});

test('whoever accepts second is told', () => {
  expect(moveTicket(withAna, { status: 'open', userId: 2 }, bia)).toMatchObject({ ok: false, error: 'ERR_TICKET_TAKEN' });
  expect(moveTicket(withAna, { status: 'open', userId: 3 }, chefe)).toMatchObject({ ok: true, value: { userId: 3 } });
});

test('a ticket that changed meanwhile is not moved', () => {
  const expected = { status: 'pending', userId: null } as const;
  expect(moveTicket(withAna, { status: 'closed', expected }, ana)).toMatchObject({ ok: false, error: 'ERR_TICKET_TAKEN' });
});

test('returning empties the agent', () => {
  expect(moveTicket(withAna, { status: 'pending' }, ana)).toMatchObject({ ok: true, value: { status: 'pending', userId: null } });
});

test('resolving keeps agent and queue', () => {
  expect(moveTicket(withAna, { status: 'closed', userId: 1, queueId: 10 }, ana)).toEqual({ ok: true, value: closed });
});

test('reopening gives it to whoever reopens', () => {
  expect(moveTicket(closed, { status: 'open', userId: 2 }, bia)).toMatchObject({ ok: true, value: { status: 'open', userId: 2 } });
});

test('a transfer without an agent waits in the new queue; with one it stays open', () => {
  expect(moveTicket(withAna, { queueId: 20, userId: null }, ana)).toMatchObject({
    ok: true,
    value: { status: 'pending', userId: null, queueId: 20 },
  });
  expect(moveTicket(withAna, { queueId: 20, userId: 2 }, ana)).toMatchObject({
    ok: true,
    value: { status: 'open', userId: 2, queueId: 20 },
  });
});

test('no sequence of moves leads to an open ticket without an agent or a waiting one with', () => {
  const status = fc.constantFrom('pending' as const, 'open' as const, 'closed' as const);
  const move = fc.record({
    status: fc.option(status, { nil: undefined }),
    userId: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    queueId: fc.option(fc.integer({ min: 10, max: 12 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 15 }), fc.constantFrom(ana, bia, chefe), (moves, by) => {
      let ticket: Placed & { connectionId: number | null } = waiting;
      for (const each of moves) {
        const verdict = moveTicket(ticket, each, by);
        if (!verdict.ok) continue;
        ticket = verdict.value;
        if (ticket.status === 'open') expect(ticket.userId).not.toBeNull();
        if (ticket.status === 'pending') expect(ticket.userId).toBeNull();
      }
    }),
  );
});

test('a list holds only what its reader may see', () => {
  const placed = fc.record({
    status: fc.constantFrom('pending' as const, 'open' as const, 'closed' as const),
    userId: fc.constantFrom(null, 1, 2),
    queueId: fc.constantFrom(null, 10, 20),
    unreadMessages: fc.nat(2),
    tags: fc.constant([]),
  });
  const filter = fc.record({
    status: fc.constantFrom(undefined, 'pending' as const, 'open' as const, 'closed' as const),
    showAll: fc.boolean(),
    withUnreadMessages: fc.boolean(),
  });
  fc.assert(
    fc.property(placed, filter, (ticket, wanted) => {
      if (ticketBelongs(ana, wanted, ticket)) expect(canSee(ana, ticket)).toBe(true);
    }),
  );
});
