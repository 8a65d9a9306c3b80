import type { ScheduleView } from '@balcao/contract/schedules';
import type { ScheduledWithNames } from './store.ts';

/** `link` makes an absolute URL of a file's key. */
export function scheduleView(row: ScheduledWithNames, link: (key: string, name?: string) => string): ScheduleView {
  return {
    id: row.id,
    body: row.body,
    contactId: row.contact_id,
    contact: { id: row.contact_id, name: row.contact_name },
    userId: row.user_id,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    companyId: row.company_id,
    whatsappId: row.connection_id,
    whatsapp:
      row.connection_id === null || row.connection_name === null
        ? null
        : { id: row.connection_id, name: row.connection_name, status: row.connection_status ?? '' },
    sendAt: row.send_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    status: row.status,
    failReason: row.fail_reason,
    heldUntil: row.held_until?.toISOString() ?? null,
    ticketId: row.ticket_id,
    ticketUuid: row.ticket_uuid,
    repeat: row.repeat,
    repeatDays: row.repeat_days,
    monthDay: row.month_day,
    repeatUntil: row.repeat_until_day,
    cancelIfAnswered: row.cancel_if_answered,
    openTicket: row.opens_ticket,
    mediaPath: row.media_key && link(row.media_key, row.media_name ?? undefined),
    mediaName: row.media_name,
    fileListId: row.file_list_id,
    fileList: row.file_list_id === null ? null : { id: row.file_list_id, name: row.file_list_name ?? '' },
    template: row.template && { ...row.template, variables: { ...row.template.variables } },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
