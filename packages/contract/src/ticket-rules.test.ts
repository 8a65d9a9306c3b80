import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canSee,
  isSnoozeTime,
  mayReach,
  mayRead,
  maySnooze,
  mayWrite,
  ticketBelongs,
  ticketStatuses,
  type Viewer,
} from './ticket-rules.ts';

const ana: Viewer = { id: 1, profile: 'user', queueIds: [10], allTicket: false };

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

const quiet = { unreadMessages: 0, tags: [] };

test('a ticket without a queue is in no list of chosen queues', () => {
  const chefe: Viewer = { id: 3, profile: 'admin', queueIds: [], allTicket: true };
  const placed = { status: 'pending', userId: null, ...quiet } as const;
  expect(ticketBelongs(chefe, { showAll: true, queueIds: [10] }, { ...placed, queueId: null })).toBe(false);
  expect(ticketBelongs(chefe, { showAll: true, queueIds: [10] }, { ...placed, queueId: 10 })).toBe(true);
  expect(ticketBelongs(chefe, { showAll: true }, { ...placed, queueId: null })).toBe(true);
});

test('waiting tickets are unread only for those who are told of them', () => {
  const unread = { showAll: false, withUnreadMessages: true };
  const waiting = { status: 'pending', userId: null, queueId: 10, unreadMessages: 1, tags: [] } as const;
  expect(ticketBelongs(ana, unread, waiting)).toBe(false);
  expect(ticketBelongs({ ...ana, allTicket: true }, unread, waiting)).toBe(true);
  expect(ticketBelongs(ana, unread, { ...waiting, status: 'open', userId: 1 })).toBe(true);
});

test('a waiting conversation is read by admins, an accepted or closed one by everybody who sees it', () => {
  const waiting = { status: 'pending', userId: null, queueId: 10 } as const;
  expect(mayRead(ana, waiting)).toBe(false);
  expect(mayRead({ ...ana, profile: 'supervisor' }, waiting)).toBe(false);
  expect(mayRead({ ...ana, profile: 'admin' }, waiting)).toBe(true);
  expect(mayRead(ana, { ...waiting, status: 'open', userId: 2 })).toBe(true);
  expect(mayRead(ana, { ...waiting, status: 'closed' })).toBe(true);
  expect(mayRead(ana, { ...waiting, status: 'closed', queueId: 20 })).toBe(false);
});

test('who may write in a ticket is told why not, the ticket first, then its connection, then the window', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const shut = new Date('2026-11-21T11:59:59Z');
  const open = { status: 'open', connection: { id: 5 }, windowClosesAt: null, blocked: false } as const;
  expect(mayWrite(open, now)).toEqual({ ok: true, value: { id: 5 } });
  expect(mayWrite({ ...open, status: 'pending' }, now)).toMatchObject({ ok: true });
  expect(mayWrite({ ...open, windowClosesAt: new Date('2026-11-21T12:00:01Z') }, now)).toMatchObject({ ok: true });
  const window = { ok: false, error: 'ERR_WINDOW_CLOSED', details: { since: '2026-11-21T11:59:59.000Z' } };
  expect(mayWrite({ ...open, windowClosesAt: shut }, now)).toEqual(window);
  expect(mayWrite({ ...open, windowClosesAt: shut, blocked: true }, now)).toEqual({ ok: false, error: 'ERR_CONTACT_BLOCKED' });
  expect(mayWrite({ ...open, connection: null, windowClosesAt: shut }, now)).toEqual({ ok: false, error: 'ERR_WAPP_NOT_INITIALIZED' });
  const closed = { status: 'closed', connection: null, windowClosesAt: shut, blocked: false } as const;
  expect(mayWrite(closed, now)).toEqual({ ok: false, error: 'ERR_TICKET_CLOSED' });
});

test('what a person may write the product may say, in closed tickets too', () => {
  const instant = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
  const writable = fc.record({
    status: fc.constantFrom(...ticketStatuses),
    connection: fc.constantFrom(null, 5),
    windowClosesAt: fc.option(instant),
    blocked: fc.boolean(),
  });
  fc.assert(
    fc.property(writable, instant, (ticket, now) => {
      const reach = mayReach(ticket, now);
      expect(mayWrite(ticket, now)).toEqual(ticket.status === 'closed' ? { ok: false, error: 'ERR_TICKET_CLOSED' } : reach);
      const isOpen = ticket.windowClosesAt === null || ticket.windowClosesAt > now;
      expect(reach.ok).toBe(!ticket.blocked && ticket.connection !== null && isOpen);
    }),
  );
});

test('a ticket is set aside until a moment within a year, or until the customer writes; a closed one is not', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  expect([inDays(-1), now, inDays(0.01), inDays(366), inDays(366.1), new Date('')].map((until) => isSnoozeTime(until, now))).toEqual([
    ...[false, false, true, true, false, false],
  ]);
  expect(maySnooze({ status: 'open' }, null, now)).toEqual({ ok: true, value: null });
  expect(maySnooze({ status: 'pending' }, inDays(367), now)).toMatchObject({ error: 'ERR_SNOOZE_TIME' });
  expect(maySnooze({ status: 'closed' }, null, now)).toMatchObject({ error: 'ERR_TICKET_CLOSED' });
});
