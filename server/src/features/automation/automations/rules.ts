// What has happened, in the words of automations. The rest of what they decide by is in the contract. Pure.
import { type AutomationEvent, eventOfMove, type Situation } from '@balcao/contract/automation-rules';
import { isOpen } from '@balcao/contract/schedule-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import type { SituationRow } from './view.ts';

/** A fact for which automations wait. `was`: where the ticket goes back to if the person who moved it takes that back. */
export type Occurrence = {
  event: AutomationEvent;
  ticketId: number;
  messageId: number | null;
  rating: number | null;
  /** Tags that were added. */
  tagIds: number[] | null;
  was: Placed | null;
};

const plainOccurrence = { messageId: null, rating: null, tagIds: null, was: null } as const;

type Moved = { before: Placed | null; ticket: Placed & { id: number; isGroup: boolean }; moved: boolean; byUserId: number | null };

/** What a change of a ticket is to automations. `takenBack`: a person undid their own move, which is nothing to them. */
export function occurrenceOfMove({ before, ticket, moved, byUserId }: Moved, takenBack: boolean): Occurrence | null {
  if (ticket.isGroup || takenBack || (before !== null && !moved)) return null;
  const event = eventOfMove(before, ticket);
  if (event === null) return null;
  const mayBeUndone = byUserId !== null && before !== null && event !== 'ticketAccepted';
  return { ...plainOccurrence, event, ticketId: ticket.id, was: mayBeUndone ? placeOf(before) : null };
}

/** A rating is no message to automations. */
export function occurrenceOfMessage(heard: { messageId: number; ticketId: number; rating: number | null }): Occurrence {
  const { messageId, ticketId, rating } = heard;
  return { ...plainOccurrence, event: rating === null ? 'messageReceived' : 'ratingReceived', ticketId, messageId, rating };
}

export function occurrenceOfTags({ ticket, added }: { ticket: { id: number }; added: number[] }): Occurrence | null {
  return added.length > 0 ? { ...plainOccurrence, event: 'tagAdded', ticketId: ticket.id, tagIds: added } : null;
}

/** What the conditions are about. Where tags were added, those are the tags in question. */
export function situationOf(row: SituationRow, at: Pick<Occurrence, 'rating' | 'tagIds'>, now: Date): Situation {
  const { queueId, userId, connectionId, channel, status, fields } = row;
  return {
    ...{ queueId, userId, connectionId, channel, status, fields },
    tagIds: at.tagIds ?? row.tagIds,
    text: row.text ?? '',
    isOpen: isOpenFor(row, now),
    waitingMinutes: row.queuedAt && Math.floor((now.getTime() - row.queuedAt.getTime()) / 60_000),
    rating: at.rating,
  };
}

/** By the hours that apply to the ticket; where none do, it is open. */
function isOpenFor({ scheduleType, companySchedules, queueSchedules, holidays, timeZone }: SituationRow, now: Date): boolean {
  if (scheduleType === 'disabled') return true;
  const schedules = scheduleType === 'company' ? companySchedules : queueSchedules;
  return schedules === null || isOpen({ schedules, holidays }, now, timeZone);
}

/** Is the ticket where it was before the move, so that the move was taken back? */
export function isUndone(was: Placed | null, now: Placed): boolean {
  return was !== null && was.status === now.status && was.userId === now.userId && was.queueId === now.queueId;
}

function placeOf({ status, userId, queueId }: Placed): Placed {
  return { status, userId, queueId };
}
