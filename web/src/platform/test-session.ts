import type { Session } from '@balcao/contract/auth';

/** A session for tests, as the server answers it. */
export function testSession(over: { token?: string; user?: Partial<Session['user']> } = {}): Session {
  return {
    token: over.token ?? 'fresh',
    user: {
      id: 7,
      name: 'Marina Duarte',
      email: 'marina@vertice.exemplo',
      profile: 'user',
      super: false,
      away: false,
      assignmentCapacity: null,
      online: true,
      companyId: 3,
      allTicket: 'disabled',
      exportContacts: false,
      whatsappId: null,
      sendWith: 'enter',
      language: null,
      queues: [],
      secondFactor: { on: false, required: false },
      company: {
        id: 3,
        name: 'Vértice Móveis',
        email: null,
        phone: null,
        status: true,
        dueDate: '2027-03-14',
        trialExpiration: null,
        recurrence: 'MENSAL',
        graceDays: 3,
        billingName: null,
        billingDocument: null,
        addressZipCode: null,
        addressStreet: null,
        addressDistrict: null,
        addressCity: null,
        addressState: null,
        addressCountry: 'BR',
        planId: 1,
        schedules: [],
        holidays: [],
        settings: [{ key: 'campaignsEnabled', value: 'true' }],
        plan: {
          id: 1,
          name: 'Plano 1',
          users: 10,
          connections: 10,
          queues: 10,
          value: 30,
          useCampaigns: true,
          useSchedules: true,
          useInternalChat: true,
          useExternalApi: true,
          useKanban: true,
          useOpenAi: true,
          useIntegrations: true,
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      silentNotices: [],
      noticeChoices: { quiet: null, tones: { kinds: {}, queues: {} } },
      shortcuts: { used: true, keys: {} },
      ...over.user,
    },
  };
}

/** An access token that ends at `exp` (seconds since 1970), unsigned. */
export function testToken(claims: { exp?: number; sessionId?: string }): string {
  return `head.${btoa(JSON.stringify(claims)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}.signature`;
}
