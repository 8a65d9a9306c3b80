import type { ConnectionChannel, ConnectionStatus } from '@balcao/contract/connection-rules';
import type { MediaType } from '@balcao/contract/message-rules';
import type { Placed, TicketStatus, Writable } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { windowClosesAt } from './rules.ts';

/** A ticket with what lists show of its contact, queue, agent, connection and tags. */
export type TicketRow = {
  company_id: number;
  id: number;
  number: number;
  uuid: string;
  status: TicketStatus;
  contact_id: number;
  connection_id: number | null;
  queue_id: number | null;
  user_id: number | null;
  protocol: string;
  is_group: boolean;
  chatbot: boolean;
  use_integration: boolean;
  prompt_id: number | null;
  integration_id: number | null;
  unread_messages: number;
  last_message: string;
  last_message_type: MediaType;
  last_message_from_me: boolean;
  last_message_ack: number;
  last_message_failed: boolean;
  last_message_deleted: boolean;
  last_inbound_at: Date | null;
  automatic_texts: number;
  waiting_since: Date | null;
  began_at: Date | null;
  answered_at: Date | null;
  snoozed_at: Date | null;
  snoozed_until: Date | null;
  priority: boolean;
  revision: number;
  created_at: Date;
  updated_at: Date;
  contact_name: string;
  contact_number: string;
  contact_email: string;
  contact_picture_key: string | null;
  contact_blocked: boolean;
  queue_name: string | null;
  queue_color: string | null;
  user_name: string | null;
  connection_name: string | null;
  connection_channel: ConnectionChannel | null;
  connection_status: ConnectionStatus | null;
  contact_fields: { id: number; name: string; value: string }[];
  tags: { id: number; name: string; color: string; kanban: 0 | 1 }[];
  /** Does anybody follow it? Only what changes a ticket asks. */
  followed?: boolean;
};

/** Where a ticket is: what decides who may see it. */
export function placeOf(row: Pick<TicketRow, 'status' | 'user_id' | 'queue_id'>): Placed {
  return { status: row.status, userId: row.user_id, queueId: row.queue_id };
}

/** A ticket as `mayWrite` asks for it. */
export function writableView(row: TicketRow): Writable<{ id: number; channel: ConnectionChannel }> {
  const { status, connection_id: id, connection_channel: channel } = row;
  const connection = id === null || channel === null ? null : { id, channel };
  return { status, connection, windowClosesAt: windowClosesAt(channel ?? '', row.last_inbound_at), blocked: row.contact_blocked };
}

/** `link` makes an absolute address of a file's key. */
export function ticketView(row: TicketRow, link: (key: string) => string): TicketView {
  const picture = row.contact_picture_key ? link(row.contact_picture_key) : '';
  return {
    id: row.id,
    number: row.number,
    uuid: row.uuid,
    status: row.status,
    userId: row.user_id,
    queueId: row.queue_id,
    contactId: row.contact_id,
    whatsappId: row.connection_id,
    unreadMessages: row.unread_messages,
    isGroup: row.is_group,
    chatbot: row.chatbot,
    useIntegration: row.use_integration,
    promptId: row.prompt_id,
    integrationId: row.integration_id,
    protocol: row.protocol,
    companyId: row.company_id,
    lastMessage: row.last_message,
    lastMessageType: row.last_message_type,
    lastMessageFromMe: row.last_message_from_me,
    lastMessageAck: row.last_message_ack,
    lastMessageFailed: row.last_message_failed,
    lastMessageDeleted: row.last_message_deleted,
    lastInboundAt: row.last_inbound_at?.toISOString() ?? null,
    windowClosesAt: windowClosesAt(row.connection_channel ?? '', row.last_inbound_at)?.toISOString() ?? null,
    // Kept in a closed ticket, for the case that closing it is taken back.
    waitingSince: row.status === 'closed' ? null : (row.waiting_since?.toISOString() ?? null),
    beganAt: (row.began_at ?? row.created_at).toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    snoozedAt: row.snoozed_at?.toISOString() ?? null,
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
    priority: row.priority,
    revision: row.revision,
    contact: {
      id: row.contact_id,
      name: row.contact_name,
      number: row.contact_number,
      email: row.contact_email,
      profilePicUrl: picture,
      urlPicture: picture,
      blocked: row.contact_blocked,
      extraInfo: row.contact_fields,
    },
    queue:
      row.queue_id !== null && row.queue_name !== null ? { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' } : null,
    user: row.user_id !== null && row.user_name !== null ? { id: row.user_id, name: row.user_name } : null,
    whatsapp:
      row.connection_id !== null && row.connection_channel !== null && row.connection_status !== null
        ? { id: row.connection_id, name: row.connection_name ?? '', channel: row.connection_channel, status: row.connection_status }
        : null,
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
