import type { ConnectionDetail, ConnectionView } from '@balcao/contract/connections';

/** A connection for tests. */
export function connection(change: Partial<ConnectionView> = {}): ConnectionView {
  return {
    id: 1,
    name: 'Loja Centro',
    channel: 'whatsapp_web',
    status: 'CONNECTED',
    statusReason: null,
    qrcode: '',
    pairingCode: '',
    codeExpiresAt: null,
    importDays: 0,
    importPendingHours: 0,
    retries: 0,
    number: null,
    isDefault: true,
    greetingMessage: '',
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
    token: '',
    provider: 'beta',
    expiresInactiveMessage: '',
    expiresTicket: 0,
    timeUseBotQueues: 0,
    maxUseBotQueues: 3,
    timeToTransfer: null,
    transferQueueId: null,
    promptId: null,
    integrationId: null,
    schedules: [],
    companyId: 1,
    queues: [],
    cloud: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:01:00.000Z',
    ...change,
  };
}

/** The same as those who manage it see it. */
export function detail(view: ConnectionView): ConnectionDetail {
  return { ...view, webhookUrl: 'https://exemplo.com/webhooks/whatsapp/chave' };
}
