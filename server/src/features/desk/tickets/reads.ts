import type { AnswerOf } from '@balcao/contract';
import { pageSize } from '@balcao/contract/page-rules';
import type { QueueView } from '@balcao/contract/queues';
import { marksMax, pinsMax } from '@balcao/contract/ticket-list-rules';
import type { TicketMark } from '@balcao/contract/ticket-marks';
import {
  canSee,
  mayRead,
  type Placed,
  type ServerFilter,
  type TicketFilter,
  type TicketStatus,
  type Viewer,
} from '@balcao/contract/ticket-rules';
import type { TicketMove, TicketView } from '@balcao/contract/tickets';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Actor, Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading, searching } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { hoursOfCompany } from '../../company/companies/reads.ts';
import { ownHoursOfConnections } from '../../company/connections/reads.ts';
import { queuesOf } from '../../company/queues/reads.ts';
import { settingOf, settingsOf } from '../../company/settings/reads.ts';
import { searchTerm } from '../contacts/reads.ts';
import { type Attendance, latestAttendance } from './store/attendances.ts';
import { findTicket, findTicketByUuid, findTickets, getTicket } from './store/find.ts';
import { countFilters, countTickets, type FilterCounts, type Listing, listTickets, readBy, seenBy } from './store/list.ts';
import { listMarks } from './store/marks.ts';
import { movesOfChat } from './store/moves.ts';
import { type Reach, searchTickets } from './store/search.ts';
import { longestWaiting, workload } from './store/workload.ts';
import { placeOf, type TicketRow, ticketView } from './view.ts';

export { audienceOf, listenersOf } from './access.ts';
export { windowClosesAt, windowHoursOf } from './rules.ts';
export { writableView } from './view.ts';

/** The actor as a viewer. The product itself sees everything in the company. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.kind === 'system') return { id: 0, profile: 'admin', queueIds: [], allTicket: true };
  return { id: actor.id, profile: actor.profile, queueIds: actor.queueIds, allTicket: actor.allTicket };
}

export type { TicketRow } from './view.ts';

/** Throws ERR_NO_TICKET_FOUND when the actor may not see the ticket, as if it did not exist. */
export function mustSee(actor: Actor, placed: Placed): void {
  if (!canSee(viewerOf(actor), placed)) throw new AppError('ERR_NO_TICKET_FOUND');
}

/** A ticket as clients see it, with absolute addresses of its pictures. */
export function viewTicket(ctx: Pick<Ctx, 'companyId' | 'now' | 'secrets' | 'publicUrl'>, row: TicketRow): TicketView {
  const path = mediaLinker(ctx);
  return ticketView(row, (key) => `${ctx.publicUrl}${path(key)}`);
}

/** A ticket the caller may see. */
export function showTicket(ctx: Ctx, ticketId: number): Promise<TicketView> {
  return reading(ctx, async (ctx) => viewTicket(ctx, await visibleTicket(ctx, ticketId)));
}

/** The row of a ticket that the actor may see. Throws ERR_NO_TICKET_FOUND. */
export async function visibleTicket(ctx: Reader | Tx, ticketId: number): Promise<TicketRow> {
  const row = await getTicket(ctx, ticketId);
  mustSee(ctx.actor, placeOf(row));
  return row;
}

/** Those of the tickets that the caller may see, by their ids. */
export async function showTickets(ctx: Reader | Tx, ids: readonly number[]): Promise<Map<number, TicketView>> {
  const viewer = viewerOf(ctx.actor);
  const rows = (await findTickets(ctx, ids)).filter((row) => canSee(viewer, placeOf(row)));
  return new Map(rows.map((row) => [row.id, viewTicket(ctx, row)]));
}

/** As `showTicket`, by the id that stands in addresses. ERR_NO_TICKET_FOUND. */
export function showTicketByUuid(ctx: Ctx, uuid: string): Promise<TicketView> {
  return reading(ctx, async (ctx) => {
    const row = await findTicketByUuid(ctx, uuid);
    if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
    mustSee(ctx.actor, placeOf(row));
    return viewTicket(ctx, row);
  });
}

/** How many moves a conversation tells of. */
const movesMax = 200;

/** What happened to the tickets of a conversation, oldest first. */
export function listTicketMoves(ctx: Ctx, ticketId: number): Promise<TicketMove[]> {
  return reading(ctx, async (ctx) => {
    const { contact_id: contactId, connection_id: connectionId } = await visibleTicket(ctx, ticketId);
    const rows = await movesOfChat(ctx, { contactId, connectionId }, readableTo(ctx.actor), movesMax);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  });
}

type Schedules = QueueView['schedules'];

export type TicketQuery = Pick<
  Listing,
  'order' | 'snoozed' | 'chatbot' | 'unread' | 'untagged' | 'priority' | 'hasFile' | 'from' | 'to'
> & {
  pageNumber: number;
  searchParam: string;
  status?: TicketStatus | undefined;
  showAll: boolean;
  queueIds?: number[] | undefined;
  tags?: number[] | undefined;
  users?: number[] | undefined;
  withUnreadMessages: boolean;
  date?: string | undefined;
  updatedAt?: string | undefined;
  contactId?: number | undefined;
};

/** Where a search of the newest shows less, it looks further back, which takes several times as long. */
const fewFound = 5;

/** One page of the tickets the caller may see. */
export function listTicketPage(ctx: Ctx, query: TicketQuery) {
  const dated = [query.date, query.updatedAt, query.from, query.to].some((day) => day !== undefined);
  // Days and files are looked for ticket by ticket, where few have them in all.
  const read = query.searchParam || query.hasFile || dated ? searching : reading;
  return read(ctx, async (ctx) => {
    const { order, snoozed, chatbot, unread, untagged, priority, hasFile, from, to } = query;
    const timeZone = dated ? await settingOf(ctx, 'timeZone') : 'UTC';
    const pageWithin = async (reach: Reach) => {
      const found = query.searchParam ? await searchOf(ctx, query, reach) : undefined;
      const page = await pageOf(ctx, query.pageNumber, {
        ...{ order, snoozed, chatbot, unread, untagged, priority, hasFile, from, to, timeZone },
        status: query.status,
        showAll: query.showAll,
        queueIds: query.queueIds,
        withUnreadMessages: query.withUnreadMessages,
        tags: query.tags,
        users: query.users,
        ids: found?.ids,
        createdOn: query.date,
        changedOn: query.updatedAt,
        contactId: query.contactId,
      });
      return { ...page, ...(found?.cut && { newestOnly: true }) };
    };
    // Another order begins elsewhere.
    if (order && order !== 'newest') return pageWithin('far');
    const page = await pageWithin('newest');
    // Filters, and what an agent may see, choose among what a search finds; or few conversations hold the newest messages.
    return page.newestOnly && page.count < fewFound ? pageWithin('far') : page;
  });
}

function searchOf(ctx: Reader, { searchParam }: Pick<TicketQuery, 'searchParam'>, reach: Reach) {
  return searchTickets(ctx, viewerOf(ctx.actor), searchParam, { ofContact: searchTerm(searchParam), reach });
}

export type BoardQuery = Pick<TicketQuery, 'pageNumber' | 'searchParam' | 'showAll' | 'queueIds' | 'tags' | 'users'> & {
  lane?: number | null | undefined;
};

/** One page of a lane of the kanban board, or of all lanes. */
export function listBoardPage(ctx: Ctx, query: BoardQuery) {
  return (query.searchParam ? searching : reading)(ctx, async (ctx) =>
    pageOf(ctx, query.pageNumber, {
      active: true,
      lane: query.lane,
      showAll: true,
      queueIds: query.showAll ? undefined : query.queueIds,
      tags: query.tags,
      users: query.users,
      ids: query.searchParam ? (await searchOf(ctx, query, 'far')).ids : undefined,
      timeZone: 'UTC',
    }),
  );
}

async function pageOf(ctx: Reader, pageNumber: number, listing: Listing) {
  const viewer = viewerOf(ctx.actor);
  const offset = (pageNumber - 1) * pageSize.tickets;
  const rows = await listTickets(ctx, viewer, listing, pageSize.tickets + 1, offset);
  const hasMore = rows.length > pageSize.tickets;
  // The last page needs no second statement to know the total; one behind it does.
  const count = hasMore || (offset > 0 && rows.length === 0) ? await countTickets(ctx, viewer, listing) : offset + rows.length;
  return { tickets: rows.slice(0, pageSize.tickets).map((row) => viewTicket(ctx, row)), count, hasMore };
}

/** The numbers on the tabs. */
export function countTabs(ctx: Ctx, query: { showAll: boolean; queueIds?: number[] | undefined; snoozed?: boolean | undefined }) {
  return reading(ctx, async (ctx) => {
    const viewer = viewerOf(ctx.actor);
    const listing = (status: TicketStatus | undefined, withUnreadMessages: boolean): Listing => ({
      status,
      showAll: query.showAll,
      queueIds: query.queueIds,
      withUnreadMessages,
      snoozed: status === 'closed' ? undefined : query.snoozed,
      timeZone: 'UTC',
    });
    return {
      open: await countTickets(ctx, viewer, listing('open', false)),
      pending: await countTickets(ctx, viewer, listing('pending', false)),
      closed: await countTickets(ctx, viewer, listing('closed', false)),
      unread: await countTickets(ctx, viewer, listing(undefined, true)),
    };
  });
}

/** The ticket whose customer has waited longest for a person, among those that wait and the caller's own; `after` is left out. */
export function nextTicket(ctx: Ctx, after: number | null): Promise<{ ticket: TicketView | null }> {
  return reading(ctx, async (ctx) => {
    const id = await longestWaiting(ctx, viewerOf(ctx.actor), after);
    const row = id === null ? null : await findTicket(ctx, id);
    return { ticket: row && viewTicket(ctx, row) };
  });
}

/** How much everybody has to do. */
export function showWorkload(ctx: Ctx): Promise<AnswerOf<'GET /v1/workload'>> {
  return reading(ctx, async (ctx) => {
    const loads = await workload(ctx);
    return {
      users: loads.flatMap(({ queueId, userId, ...load }) => (userId === null ? [] : [{ userId, ...load }])),
      queues: loads.flatMap(({ queueId, userId, waiting }) => (userId === null ? [{ queueId, pending: waiting }] : [])),
    };
  });
}

/** How many tickets each filter of a tab would show. */
export function countOfFilters(ctx: Ctx, query: Pick<Listing, 'status' | 'showAll' | 'queueIds'>): Promise<FilterCounts> {
  return reading(ctx, (ctx) => countFilters(ctx, viewerOf(ctx.actor), { ...query, timeZone: 'UTC' }));
}

/** What the queues promise, with the hours in which it counts. */
export function showPromises(ctx: Ctx): Promise<AnswerOf<'GET /v1/tickets/promises'>> {
  return reading(ctx, async (ctx) => {
    const [settings, company] = [await settingsOf(ctx), await hoursOfCompany(ctx)];
    const hours = { disabled: () => [], queue: (own: Schedules) => own, company: () => company.schedules };
    const schedulesOf = hours[settings.scheduleType as keyof typeof hours] ?? hours.disabled;
    const connections = settings.scheduleType === 'company' ? await ownHoursOfConnections(ctx) : [];
    return {
      timeZone: settings.timeZone,
      holidays: settings.scheduleType === 'disabled' ? [] : company.holidays,
      queues: (await queuesOf(ctx)).map(({ id, firstAnswerMinutes, resolutionMinutes, schedules }) => ({
        queueId: id,
        firstAnswerMinutes,
        resolutionMinutes,
        schedules: schedulesOf(schedules),
      })),
      connections,
    };
  });
}

/** How many tickets of a listing the caller sees; counting stops at 1000. */
export async function countListing(ctx: Reader, listing: TicketFilter & ServerFilter): Promise<number> {
  const dated = listing.from !== undefined || listing.to !== undefined;
  return countTickets(ctx, viewerOf(ctx.actor), { ...listing, timeZone: dated ? await settingOf(ctx, 'timeZone') : 'UTC' });
}

/** What the caller marked for themselves among active tickets. */
export function listTicketMarks(ctx: Ctx): Promise<TicketMark[]> {
  const { actor } = ctx;
  return reading(ctx, async (ctx) => (actor.kind === 'user' ? listMarks(ctx, viewerOf(actor), pinsMax + marksMax) : []));
}

/** The view of a ticket as it is in the running transaction, without a check of access; null once it is gone. */
export async function currentTicket(ctx: Reader | Tx, ticketId: number): Promise<TicketView | null> {
  const row = await findTicket(ctx, ticketId);
  return row && viewTicket(ctx, row);
}

/** A ticket whose conversation the caller may read. Throws ERR_NO_TICKET_FOUND, and ERR_NO_PERMISSION where they must accept it first. */
export async function readableTicket(ctx: Reader | Tx, ticketId: number): Promise<TicketRow> {
  const row = await visibleTicket(ctx, ticketId);
  mustRead(ctx.actor, row);
  return row;
}

/** Throws ERR_NO_PERMISSION when the actor must accept a ticket that they see before they read its conversation. */
export function mustRead(actor: Actor, row: TicketRow): void {
  if (!mayRead(viewerOf(actor), placeOf(row))) throw new AppError('ERR_NO_PERMISSION');
}

/** The SQL condition on a ticket `t` for whose messages the actor may read. */
export function readableTo(actor: Actor) {
  return readBy(viewerOf(actor));
}

/** The SQL condition on a ticket `t` that the actor may see. */
export function seeableBy(actor: Actor) {
  return seenBy(viewerOf(actor));
}

/** The latest service cycle of a ticket, running or ended. */
export function attendanceOf(ctx: Reader | Tx, ticketId: number): Promise<Attendance | null> {
  return latestAttendance(ctx, ticketId);
}
