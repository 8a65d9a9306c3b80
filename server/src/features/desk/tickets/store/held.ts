// Tickets as the rules want them, locked for a change.
import type { TicketState, Undo } from '@balcao/contract/ticket-move-rules';
import type { Viewer } from '@balcao/contract/ticket-rules';
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';
import { noteRevision, revisionColumn } from '../../../../platform/db/kept.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { SavedAttendance } from './attendances.ts';
import { seenBy } from './list.ts';

/** How many tickets one transaction moves, so that no lock is held for long. */
export const atOnce = 50;

/** A ticket as the rules want it, locked until the transaction ends. */
export type HeldTicket = TicketState & {
  id: number;
  contactId: number;
  readUpTo: number;
  undo: NotedUndo | null;
  waitingSince: Date | null;
  snoozedUntil: Date | null;
};

/** With the latest attendance as it was before the move; null if there was none. */
export type NotedUndo = Undo & { attendance: SavedAttendance | null };

export const heldColumns = sql`
  t.id, t.contact_id as "contactId", t.status, t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "connectionId",
  t.chatbot, t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
  t.unread_messages as "unreadMessages", t.read_up_to as "readUpTo", t.closed_at as "closedAt", t.rating_until as "ratingUntil", t.undo,
  t.waiting_since as "waitingSince", t.snoozed_until as "snoozedUntil"`;

/** Locks a ticket until the transaction ends; null if it is gone. Brings the configuration's revision along. */
export async function findAndLock(ctx: Scoped, id: number): Promise<HeldTicket | null> {
  const { db, companyId } = ctx;
  const { rows } = await sql<HeldTicket & { revision: string }>`
    select ${heldColumns}, ${revisionColumn(companyId)} from tickets t where t.company_id = ${companyId} and t.id = ${id} for no key update`.execute(
    db,
  );
  if (!rows[0]) return null;
  const { revision, ...ticket } = rows[0];
  noteRevision(ctx, revision);
  return ticket;
}

/** As `findAndLock`. Throws ERR_NO_TICKET_FOUND. */
export async function lockTicket(ctx: Scoped, id: number): Promise<HeldTicket> {
  const ticket = await findAndLock(ctx, id);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  return ticket;
}

/** Locks tickets, the oldest first. */
export async function lockRows({ db, companyId }: Scoped, ids: readonly number[]): Promise<void> {
  await sql`select 1 from tickets where company_id = ${companyId} and id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    db,
  );
}

/** Locks the latest ticket of a chat: the active one if there is one. */
export async function latestTicket({ db, companyId }: Scoped, contactId: number, connectionId: number): Promise<HeldTicket | null> {
  const { rows } = await sql<HeldTicket>`
    select ${heldColumns} from tickets t
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId}
    order by (t.status <> 'closed') desc, t.id desc limit 1 for no key update`.execute(db);
  return rows[0] ?? null;
}

export type OpenedChat = {
  /** When a campaign last wrote to the contact, until they answer. */
  campaignAt: Date | null;
  /** The company wants nothing of the contact. */
  blocked: boolean;
  /** The message, if it is there already. */
  known: { id: number; contact_id: number } | null;
  /** The latest ticket if the message is not there: the active one if there is one. */
  latest: HeldTicket | null;
};

/** Locks a chat and its latest ticket for a message that came in. Null if the contact is gone. */
export async function openChat(
  { db, companyId }: Scoped,
  { connectionId, contactId, externalId, fromMe }: { connectionId: number; contactId: number; externalId: string; fromMe: boolean },
): Promise<OpenedChat | null> {
  type Row = HeldTicket & { campaign_at: Date | null; blocked: boolean | null; known_id: number | null; known_contact_id: number | null };
  const { rows } = await sql<Row>`
    select o.campaign_at, c.blocked_at is not null as blocked, o.known_id, o.known_contact_id, ${heldColumns}
    from open_chat(${companyId}, ${connectionId}, ${contactId}, ${externalId}, ${fromMe}) o cross join lateral (select (o.latest).*) t
    left join contacts c on c.company_id = ${companyId} and c.id = ${contactId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { campaign_at: campaignAt, blocked, known_id, known_contact_id, ...latest } = row;
  const known = known_id === null || known_contact_id === null ? null : { id: known_id, contact_id: known_contact_id };
  return { campaignAt, blocked: blocked === true, known, latest: latest.id === null ? null : latest };
}

export type ChatToOpen = { connectionId: number; contactId: number; key: string; externalId: string };
export type OpenedTogether = { isNew: boolean; campaignAt: Date | null; latest: HeldTicket };

/**
 * Locks chats and their active tickets, and notes the keys of the texts that customers wrote in them. By the place in `chats`; what has to wait,
 * or is not as simple as that, is missing.
 */
export async function openChats({ db, companyId }: Scoped, chats: readonly ChatToOpen[], now: Date): Promise<Map<number, OpenedTogether>> {
  const day = now.toISOString().slice(0, 10);
  const { rows } = await sql<HeldTicket & { place: number; is_new: boolean; campaign_at: Date | null }>`
    select o.place, o.is_new, o.campaign_at, ${heldColumns}
    from open_chats(${companyId}, ${day}, ${chats.map(({ connectionId }) => connectionId)}::bigint[],
      ${chats.map(({ contactId }) => contactId)}::bigint[], ${chats.map(({ key }) => key)}::text[],
      ${chats.map(({ externalId }) => externalId)}::text[]) o cross join lateral (select (o.latest).*) t`.execute(db);
  return new Map(rows.map(({ place, is_new: isNew, campaign_at: campaignAt, ...latest }) => [place - 1, { isNew, campaignAt, latest }]));
}

/** Locks open tickets of a user, at most `atOnce`. */
export async function lockTicketsOfUser({ db, companyId }: Scoped, userId: number): Promise<HeldTicket[]> {
  const { rows } = await sql<HeldTicket>`
    select ${heldColumns} from tickets t where t.company_id = ${companyId} and t.user_id = ${userId} and t.status = 'open'
    order by t.id limit ${atOnce} for no key update`.execute(db);
  return rows;
}

/** Locks open tickets of a user that they may not see, at most `atOnce`. */
export async function lockTicketsOutOfSightOf({ db, companyId }: Scoped, user: Viewer): Promise<HeldTicket[]> {
  const { rows } = await sql<HeldTicket>`
    select ${heldColumns} from tickets t where t.company_id = ${companyId} and t.user_id = ${user.id} and t.status = 'open'
      and not (${seenBy(user)}) order by t.id limit ${atOnce} for no key update`.execute(db);
  return rows;
}

/** Locks active tickets of a queue, at most `atOnce`. */
export async function lockActiveTicketsOfQueue({ db, companyId }: Scoped, queueId: number): Promise<HeldTicket[]> {
  const { rows } = await sql<HeldTicket>`
    select ${heldColumns} from tickets t where t.company_id = ${companyId} and t.queue_id = ${queueId} and t.status <> 'closed'
    order by t.id limit ${atOnce} for no key update`.execute(db);
  return rows;
}

/** Is there such an AI assistant? It stays until the transaction ends. */
export async function sharePrompt({ db, companyId }: Scoped, id: number): Promise<boolean> {
  const { rows } = await sql`select from prompts where company_id = ${companyId} and id = ${id} for share`.execute(db);
  return rows.length > 0;
}

/** The same for an integration. */
export async function shareIntegration({ db, companyId }: Scoped, id: number): Promise<boolean> {
  const { rows } = await sql`select from integrations where company_id = ${companyId} and id = ${id} for share`.execute(db);
  return rows.length > 0;
}
