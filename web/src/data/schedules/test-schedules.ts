import type { ScheduleView } from '@balcao/contract/schedules';

/** A scheduled message for tests: Monday 23/11/2026, 09:00 in São Paulo. */
export function testSchedule(id: number, more: Partial<ScheduleView> = {}): ScheduleView {
  return {
    id,
    body: 'Bom dia, {{firstName}}!',
    contactId: 7,
    contact: { id: 7, name: 'Rita Moura' },
    userId: 1,
    user: { id: 1, name: 'Ana Prado' },
    companyId: 1,
    whatsappId: null,
    whatsapp: null,
    sendAt: '2026-11-23T12:00:00.000Z',
    sentAt: null,
    status: 'PENDENTE',
    failReason: null,
    heldUntil: null,
    ticketId: null,
    ticketUuid: null,
    repeat: 'none',
    repeatDays: [],
    monthDay: 23,
    repeatUntil: null,
    cancelIfAnswered: false,
    openTicket: false,
    mediaPath: null,
    mediaName: null,
    fileListId: null,
    fileList: null,
    template: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    ...more,
  };
}
