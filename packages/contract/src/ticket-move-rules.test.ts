import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  closeOnMerge,
  endRating,
  goOnAfterMerge,
  type Move,
  type Mover,
  mayAttend,
  moveTicket,
  openTicket,
  ratingGiven,
  readTicket,
  reopenByMessage,
  reopenOnSplit,
  reopens,
  startTicket,
  type TicketPatch,
  type TicketState,
  takesMessage,
  undoMove,
  waitForRating,
  wakeFromHistory,
} from './ticket-move-rules.ts';
import { ticketStatuses } from './ticket-rules.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12, minutes));
const now = at(30);
const ana: Mover = { id: 1, profile: 'user' };
const bia: Mover = { id: 2, profile: 'user' };
const chefe: Mover = { id: 3, profile: 'admin' };
const product: Mover = null;

const waiting: TicketState = {
  status: 'pending',
  userId: null,
  queueId: 10,
  connectionId: 5,
  chatbot: false,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  unreadMessages: 2,
  closedAt: null,
  ratingUntil: null,
  undo: null,
};
const withAna: TicketState = { ...waiting, status: 'open', userId: 1 };
const closed: TicketState = { ...waiting, status: 'closed', userId: 1, closedAt: at(0) };

describe('moving', () => {
  const move = (ticket: TicketState, wanted: Move, by: Mover) => moveTicket(ticket, wanted, by, now);
  const refused = (error: string) => expect.objectContaining({ ok: false, error });

  test('accepting assigns the ticket to whoever accepts, and counts as reading', () => {
    expect(move(waiting, { status: 'open' }, ana)).toMatchObject({
      ok: true,
      value: { status: 'open', userId: 1, queueId: 10, connectionId: 5, unreadMessages: 0, at: now },
    });
  });

  test('whoever accepts second is told', () => {
    expect(move(withAna, { status: 'open', userId: 2 }, bia)).toEqual(refused('ERR_TICKET_TAKEN'));
    expect(move(withAna, { status: 'open', userId: 3 }, chefe)).toMatchObject({ ok: true, value: { userId: 3 } });
  });

  test('a ticket that changed meanwhile is not moved', () => {
    const expected = { status: 'pending', userId: null } as const;
    expect(move(withAna, { status: 'closed', expected }, ana)).toEqual(refused('ERR_TICKET_TAKEN'));
  });

  test('returning empties the agent', () => {
    expect(move(withAna, { status: 'pending' }, ana)).toMatchObject({ ok: true, value: { status: 'pending', userId: null } });
  });

  test('resolving keeps agent and queue, and ends what was there of bots', () => {
    const ticket = { ...withAna, chatbot: true, useIntegration: true, promptId: 7, integrationId: 8 };
    expect(move(ticket, { status: 'closed', userId: 1, queueId: 10 }, ana)).toMatchObject({
      ok: true,
      value: {
        status: 'closed',
        userId: 1,
        queueId: 10,
        chatbot: false,
        useIntegration: false,
        promptId: null,
        integrationId: null,
        closedAt: now,
      },
    });
  });

  test('resolving once more changes neither the time nor the wait for a rating', () => {
    const verdict = move({ ...closed, ratingUntil: at(60) }, { status: 'closed' }, chefe);
    expect(verdict).toMatchObject({ ok: true, value: { closedAt: at(0) } });
    expect(verdict.ok && 'ratingUntil' in verdict.value).toBe(false);
  });

  test('reopening gives it to whoever reopens, and nobody waits for a rating', () => {
    expect(move({ ...closed, ratingUntil: at(60) }, { status: 'open', userId: 2 }, bia)).toMatchObject({
      ok: true,
      value: { status: 'open', userId: 2, closedAt: null, ratingUntil: null },
    });
  });

  test('a transfer without an agent waits in the new queue; with one it stays open', () => {
    expect(move(withAna, { queueId: 20, userId: null }, ana)).toMatchObject({
      ok: true,
      value: { status: 'pending', userId: null, queueId: 20 },
    });
    expect(move(withAna, { queueId: 20, userId: 2 }, ana)).toMatchObject({
      ok: true,
      value: { status: 'open', userId: 2, queueId: 20, unreadMessages: 2 },
    });
  });

  test('a waiting or a closed ticket is transferred like an open one', () => {
    for (const ticket of [waiting, closed]) {
      expect(move(ticket, { queueId: 20, userId: null }, ana)).toMatchObject({
        ok: true,
        value: { status: 'pending', userId: null, queueId: 20, closedAt: null },
      });
      expect(move(ticket, { queueId: 20, userId: 2 }, ana)).toMatchObject({ ok: true, value: { status: 'open', userId: 2, queueId: 20 } });
    }
  });

  test('whoever names only an agent gives them the ticket, wherever it was; whoever names nobody takes it from its agent', () => {
    for (const ticket of [waiting, withAna, closed]) {
      expect(move(ticket, { userId: 2 }, chefe)).toMatchObject({ ok: true, value: { status: 'open', userId: 2, queueId: 10 } });
      expect(move(ticket, { userId: 2, queueId: 10 }, chefe)).toMatchObject({
        ok: true,
        value: { status: 'open', userId: 2, queueId: 10 },
      });
    }
    for (const wish of [{ userId: null }, { userId: null, queueId: 10 }])
      expect(move(withAna, wish, ana)).toMatchObject({ ok: true, value: { status: 'pending', userId: null, queueId: 10 } });
    expect(move(closed, { userId: null, queueId: 10 }, ana)).toMatchObject({ value: { status: 'closed', userId: 1 } });
    expect(move(withAna, { userId: 2 }, bia)).toEqual(refused('ERR_TICKET_TAKEN'));
  });

  test('the bot has its turn only where a move says so', () => {
    expect(move({ ...waiting, chatbot: true }, { status: 'pending', queueId: 20 }, product)).toMatchObject({ value: { chatbot: false } });
    expect(move(waiting, { status: 'pending', queueId: 20, chatbot: true }, product)).toMatchObject({ value: { chatbot: true } });
  });

  test('the product opens a ticket only for somebody', () => {
    expect(move(waiting, { status: 'open' }, product)).toEqual(refused('ERR_NO_USER_FOUND'));
    expect(move(waiting, { status: 'open', userId: 2 }, product)).toMatchObject({ ok: true, value: { userId: 2 } });
  });

  test('nobody is given a ticket they could not see', () => {
    const agent = { id: 2, profile: 'user', queueIds: [20], allTicket: false } as const;
    expect(mayAttend(agent, { ...withAna, userId: 2 })).toEqual({
      ok: false,
      error: 'ERR_USER_NOT_IN_QUEUE',
      details: { userId: 2, queueId: 10 },
    });
    expect(mayAttend(agent, { ...withAna, userId: 2, queueId: 20 })).toEqual({ ok: true, value: agent });
  });
});

describe('taking back', () => {
  const moved = (ticket: TicketState, wanted: Move, by: Mover): TicketState => {
    const verdict = moveTicket(ticket, wanted, by, now);
    if (!verdict.ok) throw new Error(verdict.error);
    return { ...ticket, ...verdict.value };
  };
  const soon = new Date(now.getTime() + 7_999);

  test('makes the ticket what it was, for the one who moved it and only for a moment', () => {
    const was = { ...withAna, chatbot: true, useIntegration: true, promptId: 7, integrationId: 8 };
    for (const wish of [{ status: 'closed' }, { status: 'pending' }, { queueId: 20 }, { queueId: 20, userId: 2 }] as const) {
      const after = moved(was, wish, ana);
      expect(undoMove(after, ana, soon)).toEqual({ ok: true, value: { ...was, at: soon } });
      expect(undoMove(after, ana, new Date(now.getTime() + 8_000))).toEqual({ ok: false, error: 'ERR_UNDO_TOO_LATE' });
      for (const by of [bia, product]) expect(undoMove(after, by, soon)).toMatchObject({ ok: false, error: 'ERR_TICKET_TAKEN' });
    }
    expect(undoMove(moved(closed, { queueId: 20 }, ana), ana, soon)).toMatchObject({ value: { status: 'closed', closedAt: at(0) } });
  });

  test('is refused once somebody else moved it, and counts what came meanwhile as unread', () => {
    const after = moved(withAna, { queueId: 20 }, ana);
    expect(undoMove({ ...after, unreadMessages: 5 }, ana, soon)).toMatchObject({ value: { unreadMessages: 5 } });
    expect(undoMove({ ...after, status: 'open', userId: 2 }, ana, soon)).toMatchObject({ ok: false, error: 'ERR_TICKET_TAKEN' });
    expect(undoMove(moved(after, { status: 'open' }, bia), ana, soon)).toMatchObject({ ok: false, error: 'ERR_TICKET_TAKEN' });
    expect(undoMove(moved(waiting, { queueId: 20 }, product), ana, soon)).toMatchObject({ ok: false, error: 'ERR_TICKET_TAKEN' });
  });
});

describe('beginning', () => {
  test('a person’s conversation is open, with that person or the chosen agent', () => {
    expect(openTicket({ queueId: 10, connectionId: 5 }, ana, now)).toMatchObject({ ok: true, value: { status: 'open', userId: 1 } });
    expect(openTicket({ userId: 2, queueId: 10, connectionId: 5 }, ana, now)).toMatchObject({ ok: true, value: { userId: 2 } });
    expect(openTicket({ connectionId: 5 }, ana, now)).toEqual({ ok: false, error: 'ERR_QUEUE_REQUIRED' });
    expect(openTicket({ connectionId: 5 }, chefe, now)).toMatchObject({ ok: true, value: { userId: 3, queueId: null } });
  });

  test('the product’s waits, unless an agent is chosen', () => {
    expect(openTicket({ connectionId: 5 }, product, now)).toMatchObject({ ok: true, value: { status: 'pending', userId: null } });
    expect(openTicket({ userId: 2, connectionId: 5 }, product, now)).toMatchObject({ ok: true, value: { status: 'open', userId: 2 } });
  });

  test('a customer’s waits; what was written on the phone or long ago waits for nobody', () => {
    const chat = { connectionId: 5, fromMe: false, history: false, sentAt: at(-60) };
    expect(startTicket(chat, now)).toMatchObject({ status: 'pending', at: now });
    expect(startTicket({ ...chat, fromMe: true }, now)).toMatchObject({ status: 'closed', closedAt: now });
    expect(startTicket({ ...chat, history: true }, now)).toMatchObject({ status: 'closed', closedAt: at(-60), at: at(-60) });
  });
});

describe('when the customer writes', () => {
  test('an active ticket takes it; a closed one only what is ours or old', () => {
    const theirs = { fromMe: false, history: false };
    expect([waiting, withAna, closed].map((ticket) => takesMessage(ticket, theirs))).toEqual([true, true, false]);
    expect(takesMessage(closed, { ...theirs, fromMe: true })).toBe(true);
    expect(takesMessage(closed, { ...theirs, history: true })).toBe(true);
  });

  test('a number is a rating while one is waited for', () => {
    const asked = { ...closed, ...waitForRating(closed, at(60)) };
    expect(ratingGiven(asked, ' 3 ', now)).toBe(3);
    expect(ratingGiven(asked, 'obrigado', now)).toBeNull();
    expect(ratingGiven(asked, '3', at(60))).toBeNull();
    expect(ratingGiven(closed, '3', now)).toBeNull();
    expect(ratingGiven({ ...asked, ...endRating() }, '3', now)).toBeNull();
    expect(waitForRating(withAna, at(60))).toEqual({});
  });

  test('a ticket reopens only inside the time the company has set', () => {
    expect(reopens(closed, 120, at(60))).toBe(true);
    expect(reopens(closed, 30, at(31))).toBe(false);
    expect(reopens(closed, 0, at(0))).toBe(false);
    expect(reopens({ closedAt: null }, 120, at(60))).toBe(false);
  });

  test('it waits again where it was', () => {
    expect(reopenByMessage(10, now)).toMatchObject({ status: 'pending', userId: null, queueId: 10, closedAt: null, at: now });
    expect(wakeFromHistory(closed)).toMatchObject({ status: 'pending', queueId: 10 });
    expect('at' in wakeFromHistory(closed)).toBe(false);
  });
});

test('for its agent looking is reading', () => {
  expect(readTicket(withAna, ana)).toEqual({ unreadMessages: 0 });
  for (const by of [bia, chefe, product]) expect(readTicket(withAna, by)).toBeNull();
  expect(readTicket(waiting, ana)).toBeNull();
  expect(readTicket(closed, ana)).toBeNull();
});

test('a merge closes the newer ticket and leaves the older one what is unread; a split undoes the closing', () => {
  const newer = { ...withAna, queueId: 20, chatbot: true, unreadMessages: 3 };
  const ended = { ...newer, ...closeOnMerge(now) };
  expect(ended).toMatchObject({ status: 'closed', userId: 1, queueId: 20, chatbot: false, unreadMessages: 0, closedAt: now });
  expect(goOnAfterMerge(waiting, newer)).toEqual({ unreadMessages: 5 });
  expect(reopenOnSplit(newer, { queueId: 20, userId: 1 }, now)).toMatchObject({ status: 'open', userId: 1, queueId: 20, closedAt: null });
  expect(reopenOnSplit(newer, { queueId: null, userId: null }, now)).toMatchObject({ status: 'pending', userId: null, queueId: null });
  expect(reopenOnSplit(waiting, { queueId: 10, userId: null }, now)).toMatchObject({ status: 'pending', queueId: 10 });
});

describe('whatever happens to a ticket', () => {
  const id = fc.integer({ min: 1, max: 4 });
  const instant = fc.date({ min: at(-600), max: at(600), noInvalidDate: true });
  const tickets: fc.Arbitrary<TicketState> = fc
    .record({
      status: fc.constantFrom(...ticketStatuses),
      userId: id,
      queueId: fc.option(id),
      connectionId: fc.option(id),
      chatbot: fc.boolean(),
      useIntegration: fc.boolean(),
      promptId: fc.option(id),
      integrationId: fc.option(id),
      unreadMessages: fc.nat(5),
      closedAt: instant,
      ratingUntil: fc.option(instant),
      undo: fc.constant(null),
    })
    .map((ticket) => {
      const noBot = { chatbot: false, useIntegration: false, promptId: null, integrationId: null };
      if (ticket.status === 'closed') return { ...ticket, ...noBot };
      const active = { ...ticket, closedAt: null, ratingUntil: null };
      return ticket.status === 'pending' ? { ...active, userId: null } : active;
    });
  const actors: fc.Arbitrary<Mover> = fc.option(fc.record({ id, profile: fc.constantFrom('user' as const, 'supervisor', 'admin') }));
  const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
  const wishes: fc.Arbitrary<Move> = fc.record({
    status: maybe(fc.constantFrom(...ticketStatuses)),
    userId: maybe(fc.option(id)),
    queueId: maybe(fc.option(id)),
    connectionId: maybe(id),
    chatbot: maybe(fc.boolean()),
    useIntegration: maybe(fc.boolean()),
    promptId: maybe(fc.option(id)),
    integrationId: maybe(fc.option(id)),
  });

  function expectLegal(ticket: TicketState): void {
    const { status, userId, closedAt, ratingUntil } = ticket;
    if (status === 'pending') expect(userId).toBeNull();
    if (status === 'open') expect(userId).not.toBeNull();
    expect(closedAt !== null).toBe(status === 'closed');
    if (status !== 'closed') expect(ratingUntil).toBeNull();
    else expect(ticket).toMatchObject({ chatbot: false, useIntegration: false, promptId: null, integrationId: null });
    expect(ticket.unreadMessages).toBeGreaterThanOrEqual(0);
    expect(Object.values(ticket)).not.toContain(undefined);
  }

  /** Every verb on every legal ticket, as whoever calls them may. */
  const verbs: fc.Arbitrary<(ticket: TicketState) => TicketPatch | null> = fc.oneof(
    fc.tuple(wishes, actors, instant).map(([wish, by, now]) => (ticket: TicketState) => {
      const verdict = moveTicket(ticket, wish, by, now);
      return verdict.ok ? verdict.value : null;
    }),
    fc.tuple(actors, instant).map(([by, now]) => (ticket: TicketState) => {
      const verdict = undoMove(ticket, by, now);
      return verdict.ok ? verdict.value : null;
    }),
    actors.map((by) => (ticket: TicketState) => readTicket(ticket, by)),
    instant.map((until) => (ticket: TicketState) => waitForRating(ticket, until)),
    fc.constant(() => endRating()),
    fc.tuple(fc.option(id), instant).map(
      ([queueId, now]) =>
        () =>
          reopenByMessage(queueId, now),
    ),
    fc.constant((ticket: TicketState) => wakeFromHistory(ticket)),
    instant.map((now) => () => closeOnMerge(now)),
    tickets.map((newer) => (ticket: TicketState) => goOnAfterMerge(ticket, newer)),
    fc.tuple(tickets, fc.option(id), fc.boolean(), instant).map(
      ([was, queueId, isThere, now]) =>
        () =>
          reopenOnSplit(was, { queueId, userId: isThere ? was.userId : null }, now),
    ),
  );

  test('it stays legal: nobody has one that waits, somebody has an open one, a closed one has an end and no bot', () => {
    fc.assert(
      fc.property(tickets, fc.array(verbs, { maxLength: 12 }), (first, all) => {
        expectLegal(first);
        let ticket = first;
        for (const verb of all) {
          const { at: _at, ...patch } = verb(ticket) ?? {};
          ticket = { ...ticket, ...patch };
          expectLegal(ticket);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('it begins legal', () => {
    const begins = fc.record({ userId: maybe(fc.option(id)), queueId: maybe(fc.option(fc.nat(3))), connectionId: id });
    const chats = fc.record({ connectionId: id, fromMe: fc.boolean(), history: fc.boolean(), sentAt: instant });
    fc.assert(
      fc.property(begins, actors, chats, instant, (wanted, by, chat, now) => {
        const opened = openTicket(wanted, by, now);
        if (opened.ok) expectLegal(opened.value);
        else expect(by?.profile).not.toBe('admin');
        expectLegal(startTicket(chat, now));
      }),
    );
  });
});
