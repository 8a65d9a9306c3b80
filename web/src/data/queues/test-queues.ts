import type { QueueOptionView } from '@balcao/contract/queue-options';
import type { QueueView } from '@balcao/contract/queues';

/** A queue for tests, changed one minute after it was made. */
export function makeQueue(id: number, change: Partial<QueueView> = {}): QueueView {
  return {
    id,
    name: `Fila ${id}`,
    color: '#2f6fde',
    greetingMessage: '',
    outOfHoursMessage: '',
    orderQueue: id,
    schedules: [],
    integrationId: null,
    promptId: null,
    assignment: 'off',
    assignmentCapacity: 5,
    firstAnswerMinutes: null,
    resolutionMinutes: null,
    mediaPath: null,
    mediaName: null,
    companyId: 1,
    createdAt: at(0),
    updatedAt: at(1),
    ...change,
  };
}

/** An option of queue 5 for tests, as it was at a minute. */
export function makeOption(title: string, minute: number, change: Partial<QueueOptionView> = {}): QueueOptionView {
  return {
    id: 1,
    title,
    message: '',
    option: '1',
    queueId: 5,
    parentId: null,
    mediaPath: null,
    mediaName: null,
    createdAt: at(0),
    updatedAt: at(minute),
    ...change,
  };
}

/** The minute of the tests. */
export function at(minute: number): string {
  return `2026-11-21T12:0${minute}:00.000Z`;
}
