import type { QueueView } from '@balcao/contract/queues';
import type { QueueRow } from './store.ts';

export function queueView(row: QueueRow): QueueView {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    greetingMessage: row.greeting_message,
    outOfHoursMessage: row.out_of_hours_message,
    orderQueue: row.order_queue,
    schedules: row.schedules as QueueView['schedules'],
    integrationId: row.integration_id,
    promptId: row.prompt_id,
    mediaPath: row.media_key,
    mediaName: row.media_name,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
