import type { Viewer } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';

/** A ticket for tests: open, of user 1, in queue 1, changed at minute `id`. */
export function makeTicket(id: number, given: Partial<TicketView> = {}): TicketView {
  return {
    id,
    number: id,
    uuid: `uuid-${id}`,
    status: 'open',
    userId: 1,
    queueId: 1,
    contactId: id,
    whatsappId: 1,
    unreadMessages: 0,
    isGroup: false,
    chatbot: false,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    protocol: `20261121-${id}`,
    companyId: 1,
    lastMessage: 'Obrigada!',
    lastMessageType: 'conversation',
    lastMessageFromMe: false,
    lastMessageAck: 0,
    lastMessageFailed: false,
    lastMessageDeleted: false,
    lastInboundAt: null,
    windowClosesAt: null,
    waitingSince: null,
    beganAt: '2026-11-21T09:00:00.000Z',
    answeredAt: null,
    snoozedAt: null,
    snoozedUntil: null,
    priority: false,
    revision: 1,
    contact: {
      ...{ id, name: 'Helena Sampaio', number: '5548905550142', email: '', profilePicUrl: '', urlPicture: '' },
      blocked: false,
      extraInfo: [],
    },
    queue: { id: 1, name: 'Vendas', color: '#2f6fde' },
    user: { id: 1, name: 'Marina Duarte' },
    whatsapp: { id: 1, name: 'Loja Centro', channel: 'simulator', status: 'CONNECTED' },
    tags: [],
    createdAt: '2026-11-21T09:00:00.000Z',
    updatedAt: new Date(Date.UTC(2026, 10, 21, 9, id)).toISOString(),
    ...given,
  };
}

export const marina: Viewer = { id: 1, profile: 'user', queueIds: [1], allTicket: false };
