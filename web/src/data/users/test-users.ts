import type { UserView } from '@balcao/contract/users';

/** A user for tests, changed one minute after it was made. */
export function makeUser(id: number, change: Partial<UserView> = {}): UserView {
  return {
    id,
    name: `Pessoa ${id}`,
    email: `pessoa${id}@exemplo.com`,
    profile: 'user',
    super: false,
    away: false,
    assignmentCapacity: null,
    online: false,
    companyId: 1,
    allTicket: 'disabled',
    exportContacts: false,
    whatsappId: null,
    sendWith: 'enter',
    language: null,
    queues: [],
    company: { id: 1, name: 'Vértice Móveis', dueDate: null },
    createdAt: at(0),
    updatedAt: at(1),
    ...change,
  };
}

/** The minute of the tests. */
export function at(minute: number): string {
  return `2026-11-21T12:0${minute}:00.000Z`;
}
