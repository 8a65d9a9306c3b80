// Seeing and hearing are one rule, for every viewer and every ticket.
import { canSee, type Placed, ticketStatuses, type Viewer } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { profiles } from '@balcao/contract/user-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Room, roomName, roomsOf } from '../../../events/rooms.ts';
import { mintCompanyId } from '../../../platform/context.ts';
import type { Broadcast } from '../../../platform/facts.ts';
import { audienceOf, changeNews, deletionNews, readNews } from './access.ts';

const id = fc.integer({ min: 1, max: 4 });
const viewers: fc.Arbitrary<Viewer> = fc.record({
  id,
  profile: fc.constantFrom(...profiles),
  queueIds: fc.uniqueArray(id, { maxLength: 3 }),
  allTicket: fc.boolean(),
});
const places: fc.Arbitrary<Placed> = fc.record({
  status: fc.constantFrom(...ticketStatuses),
  userId: fc.option(id),
  queueId: fc.option(id),
});
const ours = mintCompanyId(1);
const theirs = mintCompanyId(2);
const many = { numRuns: 3000 };

function hears(viewer: Viewer, rooms: Room[], company = ours): boolean {
  const mine = roomsOf(viewer).map((room) => roomName(company, room));
  return rooms.some((room) => mine.includes(roomName(ours, room)));
}

/** What reaches the viewer, in order: `update`, `delete moved`… */
function heardOf(viewer: Viewer, news: Broadcast[]): string[] {
  return news.flatMap(({ event, payload, rooms }) => {
    if (event !== 'ticket' || !hears(viewer, rooms as Room[])) return [];
    return payload.action === 'delete' ? [payload.moved ? 'delete moved' : 'delete'] : [payload.action];
  });
}

test('whoever may see a ticket hears of it, and nobody else', () => {
  fc.assert(
    fc.property(viewers, places, (viewer, ticket) => {
      expect(hears(viewer, audienceOf(ticket))).toBe(canSee(viewer, ticket));
    }),
    many,
  );
});

test('nobody of another company hears of it', () => {
  fc.assert(
    fc.property(viewers, places, (viewer, ticket) => {
      expect(hears(viewer, audienceOf(ticket), theirs)).toBe(false);
    }),
    many,
  );
});

test('a ticket that moves leaves those who saw it and arrives at those who see it', () => {
  fc.assert(
    fc.property(viewers, places, places, (viewer, before, after) => {
      const ticket = { id: 1, ...after } as TicketView;
      const left = canSee(viewer, before) ? ['delete moved'] : [];
      const arrived = canSee(viewer, after) ? ['update'] : [];
      expect(heardOf(viewer, changeNews({ before, ticket, moved: true }))).toEqual([...left, ...arrived]);
    }),
    many,
  );
});

test('one that stays, begins, is read or deleted is told to those who see it', () => {
  fc.assert(
    fc.property(viewers, places, (viewer, placed) => {
      const ticket = { id: 1, ...placed } as TicketView;
      const told = (what: string) => (canSee(viewer, placed) ? [what] : []);
      expect(heardOf(viewer, changeNews({ before: placed, ticket, moved: false }))).toEqual(told('update'));
      expect(heardOf(viewer, changeNews({ before: null, ticket, moved: true }))).toEqual(told('update'));
      expect(heardOf(viewer, readNews({ ticketId: 1, placed }))).toEqual(told('updateUnread'));
      expect(heardOf(viewer, deletionNews({ ticketId: 1, placed }))).toEqual(told('delete'));
    }),
    many,
  );
});
