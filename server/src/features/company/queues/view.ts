import type { QueueView } from '@balcao/contract/queues';
import type { QueueRow } from './store.ts';

/** `link` turns a file's key into a path. */
export function queueView(row: QueueRow, link: (key: string, name?: string) => string): QueueView {
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
    assignment: row.assignment as QueueView['assignment'],
    assignmentCapacity: row.assignment_capacity,
    firstAnswerMinutes: row.first_answer_minutes,
    resolutionMinutes: row.resolution_minutes,
    mediaPath: row.media_key && link(row.media_key, row.media_name ?? undefined),
    mediaName: row.media_name,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
