// The shapes of the public API, made of those of the screens.
import type { ContactDetail, ContactView } from '@balcao/contract/contacts';
import type { MessageView } from '@balcao/contract/messages';
import type { ApiContact, ApiContactDetail, ApiMessage, ApiTag, ApiTemplate, ApiTicket } from '@balcao/contract/public-api';
import type { TagView } from '@balcao/contract/tags';
import type { TemplateView } from '@balcao/contract/templates';
import type { TicketView } from '@balcao/contract/tickets';

export function apiContact({ id, uuid, name, number, email, isGroup, createdAt, updatedAt }: ContactView): ApiContact {
  return { id, uuid, name, number, email, isGroup, createdAt, updatedAt };
}

export function apiContactDetail(contact: ContactDetail): ApiContactDetail {
  return {
    ...apiContact(contact),
    extraInfo: contact.extraInfo.map(({ id, name, value }) => ({ id, name, value })),
    identities: contact.identities,
  };
}

const brief = <T extends { id: number; name: string }>(row: T | null) => row && { id: row.id, name: row.name };

export function apiTicket(ticket: TicketView): ApiTicket {
  const { id, number, uuid, protocol, status, contact, unreadMessages, isGroup, lastMessage } = ticket;
  return {
    ...{ id, number, uuid, protocol, status, unreadMessages, isGroup, lastMessage },
    contact: { id: contact.id, name: contact.name, number: contact.number },
    queue: brief(ticket.queue),
    user: brief(ticket.user),
    connection: brief(ticket.whatsapp),
    tags: ticket.tags.map(({ id, name }) => ({ id, name })),
    lastInboundAt: ticket.lastInboundAt,
    windowClosesAt: ticket.windowClosesAt,
    createdAt: ticket.createdAt,
    updatedAt: ticket.updatedAt,
  };
}

export function apiMessage(message: MessageView): ApiMessage {
  const { id, ticketId, contactId, fromMe, mediaType: type, body, state, failReason, isDeleted, isEdited, createdAt, updatedAt } = message;
  const { mediaState, mediaUrl: url, mediaName: name, mediaMime: mime, mediaSize: size } = message;
  return {
    ...{ id, ticketId, contactId, fromMe, type, body, state, failReason },
    media: mediaState === 'none' ? null : { url, name, mime, size },
    quotedMessageId: message.quotedMsgId,
    user: brief(message.user),
    ...{ isDeleted, isEdited, createdAt, updatedAt },
  };
}

export function apiTag({ id, name, color, kanban }: Pick<TagView, 'id' | 'name' | 'color'> & { kanban: 0 | 1 | boolean }): ApiTag {
  return { id, name, color, kanban: Boolean(kanban) };
}

export function apiTemplate({ id, whatsappId, name, language, category, status, content }: TemplateView): ApiTemplate {
  return { id, connectionId: whatsappId, name, language, category, status, content };
}
