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

/** The minute of the tests. */
export function at(minute: number): string {
  return `2026-11-21T12:0${minute}:00.000Z`;
}
