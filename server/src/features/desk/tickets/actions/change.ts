// The only way to change a ticket: save the patch of a rule (`ticket-move-rules.ts`), bring the attendance in line, announce the change.
// Nothing else saves or announces a ticket; `one-way.test.ts` checks that.
import { isAt, type NewTicket, type TicketPatch, type WaitPatch } from '@balcao/contract/ticket-move-rules';
import type { Placed, TicketMoveKind } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { ticketChanged, ticketClosed, ticketHanded } from '../../../../events/tickets.ts';
import { type Tx, userIdOf } from '../../../../platform/context.ts';
import { keptSettingsOf } from '../../../company/settings/reads.ts';
import { viewTicket } from '../reads.ts';
import { moveKinds, protocolDay, receiverOf, waitAfter } from '../rules.ts';
import { latestAttendance, restoreAttendance, saveAttendance, startAttendance } from '../store/attendances.ts';
import type { HeldTicket } from '../store/held.ts';
import { insertMove, type MoveDetail } from '../store/moves.ts';
import { insertTicket, saveTicket } from '../store/save.ts';
import { placeOf, type TicketRow } from '../view.ts';

/** What a conversation tells of a move beyond who moved it where: a note for the next agent, and the rule that did it. */
export type Told = { note?: string | undefined; rule?: string | undefined };

/** What changes: what a rule decided, and what people decide about a ticket besides where it is. */
export type TicketChange = TicketPatch & Pick<WaitPatch, 'snoozedAt' | 'snoozedUntil'> & { priority?: boolean };

/** Changes a locked ticket and announces it. `told`: what the conversation tells beyond who moved it where. */
export async function changeTicket(ctx: Tx, before: HeldTicket, patch: TicketChange, told: Told = {}): Promise<TicketView> {
  const { row, endedId } = await save(ctx, before, patch, told);
  if (before.status !== 'closed' && row.status === 'closed')
    await ctx.publish(ticketClosed, { ticketId: row.id, attendanceId: endedId, byUserId: userIdOf(ctx.actor) });
  const ticket = await announceTicket(ctx, before, row);
  await tellReceiver(ctx, before, row, told.note);
  return ticket;
}

/**
 * Takes back the last move of a locked ticket, with the attendance as it was then. Announced as a move of the product's own: the customer
 * is told nothing.
 */
export async function takeBack(ctx: Tx, before: HeldTicket, patch: TicketPatch): Promise<TicketView> {
  const row = await write(ctx, before, patch, {}, true);
  await restoreAttendance(ctx, row.id, before.undo?.attendance ?? null);
  return announceTicket(ctx, before, row, null);
}

/** Changes a locked ticket without announcing it: nobody can see the change, or the caller announces it later. */
export async function changeUnannounced(ctx: Tx, before: HeldTicket, patch: TicketPatch): Promise<TicketRow> {
  return (await save(ctx, before, patch)).row;
}

/** Tells an agent that somebody else gave them this ticket. `before` is null for a new one. */
export async function tellReceiver(ctx: Tx, before: Placed | null, row: TicketRow, note?: string): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const { id, name } = ctx.actor;
  const userId = receiverOf(before, placeOf(row), id);
  if (userId !== null) await ctx.publish(ticketHanded, { ticketId: row.id, userId, placed: placeOf(row), by: { id, name }, note });
}

/** Adds a ticket and, if it is active, its first attendance. The caller announces it. */
export async function addTicket(ctx: Tx, ticket: NewTicket & { contactId: number }): Promise<TicketRow> {
  const { timeZone } = await keptSettingsOf(ctx);
  return insertTicket(ctx, { ...ticket, protocolDay: protocolDay(ticket.at, timeZone) });
}

/** Announces a ticket. `before` is null for a new one only: it tells browsers that there is no list to leave. */
export async function announceTicket(
  ctx: Tx,
  before: (Placed & { connectionId: number | null; useIntegration?: boolean }) | null,
  row: TicketRow,
  byUserId = userIdOf(ctx.actor),
): Promise<TicketView> {
  const ticket = viewTicket(ctx, row);
  const place = before && { status: before.status, userId: before.userId, queueId: before.queueId };
  await ctx.publish(ticketChanged, {
    before: place,
    ticket,
    moved: before !== null && isElsewhere(before, row),
    byUserId,
    assistantBegan: before?.useIntegration === false && row.use_integration,
    followed: row.followed ?? true,
  });
  return ticket;
}

async function save(
  ctx: Tx,
  before: HeldTicket,
  patch: TicketChange,
  told: Told = {},
): Promise<{ row: TicketRow; endedId: number | null }> {
  const row = await write(ctx, before, patch, told);
  return { row, endedId: await followAttendance(ctx, before, row) };
}

/** A move that may be taken back is noted with the attendance as it was. Either way the conversation tells of it. */
async function write(
  ctx: Tx,
  before: HeldTicket,
  { undo, ...change }: TicketChange,
  told: Told = {},
  takenBack = false,
): Promise<TicketRow> {
  const noted = undo && { ...undo, attendance: await latestAttendance(ctx, before.id) };
  const patch = given(change);
  const after = { ...before, ...patch };
  const wait = waitAfter(before, after, takenBack, ctx.now());
  const kept = { ...wait, ...patch, ...touched(ctx, before, after) };
  const byUserId = userIdOf(ctx.actor);
  const { status, userId, queueId, chatbot, useIntegration } = after;
  const placed = { status, userId, queueId };
  const kinds = moveKinds(before, { ...placed, chatbot, useIntegration }, byUserId);
  // What somebody says to a move is told, also where nothing else would be: on another connection the ticket stays in its place.
  if (kinds.length === 0 && told.note) kinds.push('transferred');
  const [first, ...more] = kinds.map((kind) => {
    const detail = detailOf(kind, before.status === 'pending', told);
    return { kind, ticketId: before.id, byUserId, placed, detail, at: ctx.now() };
  });
  const row = await saveTicket(ctx, before.id, noted === undefined ? kept : { ...kept, undo: noted }, first);
  for (const move of more) await insertMove(ctx, move);
  return row;
}

/** Without what is undefined, which stays as it is. */
function given<T extends object>(patch: T): T {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as T;
}

function detailOf(kind: TicketMoveKind, waiting: boolean, { note, rule }: Told): MoveDetail {
  if (kind === 'botBegan' || kind === 'botEnded') return {};
  const of = { ...(note ? { note } : {}), ...(rule ? { rule } : {}) };
  return (kind === 'accepted' || kind === 'assigned') && waiting ? { ...of, waited: true } : of;
}

/** A person who moves a ticket, or stops its assistant, has touched it. A service cycle begins untouched. */
function touched(ctx: Tx, before: HeldTicket, after: HeldTicket): { personAt?: Date | null } {
  const stopped = before.useIntegration && !after.useIntegration;
  if (userIdOf(ctx.actor) !== null && (!isAt(before, after) || stopped)) return { personAt: ctx.now() };
  return before.status === 'closed' && after.status !== 'closed' ? { personAt: null } : {};
}

/** Resolves with the id of the attendance if it ended. */
async function followAttendance(ctx: Tx, before: HeldTicket, row: TicketRow): Promise<number | null> {
  if (!isElsewhere(before, row)) return null;
  if (before.status === 'closed' && row.status !== 'closed') {
    await beginAttendance(ctx, row, ctx.now());
    return null;
  }
  return saveAttendance(ctx, row.id, {
    status: row.status,
    userId: row.user_id,
    queueId: row.queue_id,
    connectionId: row.connection_id,
    queueChanged: row.queue_id !== before.queueId || before.status === 'open',
    at: ctx.now(),
  });
}

async function beginAttendance(ctx: Tx, row: TicketRow, at: Date): Promise<void> {
  if (row.connection_id === null) return;
  const { id: ticketId, contact_id: contactId, connection_id: connectionId, status, user_id: userId, queue_id: queueId } = row;
  await startAttendance(ctx, { ticketId, contactId, connectionId, status, userId, queueId, at });
}

function isElsewhere(before: Placed & { connectionId: number | null }, row: TicketRow): boolean {
  return !isAt(before, placeOf(row)) || before.connectionId !== row.connection_id;
}
