// A message is stored and noted on its ticket by one statement. These are the ticket's parts of it.
import type { RawBuilder } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import type { TicketRow } from '../view.ts';
import { firstResponseUpdate } from './attendances.ts';
import { rowsFrom } from './find.ts';
import { lastMessagesUpdate, lastMessageUpdate, type Noted } from './last-message.ts';

export type Noting = {
  /** Updates and returns the ticket. `id`: of the message in that statement; `isThere`: whether it was inserted. */
  ticket(inserted: { id: RawBuilder<unknown>; isThere: RawBuilder<unknown> }): RawBuilder<unknown>;
  /** Notes the first answer of a person; null where nobody answered. */
  response: RawBuilder<unknown> | null;
  /** Selects the ticket with what lists show of it. */
  row(ticket: RawBuilder<unknown>): RawBuilder<TicketRow>;
};

/** How a message is noted by the statement that inserts it. */
export function notingOf({ companyId }: Pick<Scoped, 'companyId'>, ticketId: number, last: Noted): Noting {
  return {
    ticket: (inserted) => lastMessageUpdate(companyId, ticketId, last, inserted),
    response: last.byPerson ? firstResponseUpdate(companyId, ticketId, last.now) : null,
    row: rowsFrom,
  };
}

/** The same for messages of customers, each in a ticket of its own; `tickets` takes the inserted ones from `m`. */
export type NotingAll = { tickets: RawBuilder<unknown>; row: Noting['row'] };

export function notingAllOf({ companyId }: Pick<Scoped, 'companyId'>, now: Date): NotingAll {
  return { tickets: lastMessagesUpdate(companyId, now), row: rowsFrom };
}
