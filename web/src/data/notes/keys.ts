export const noteKeys = {
  all: ['notes'] as const,
  ofTicket: (ticketId: number) => [...noteKeys.all, ticketId] as const,
  threads: ['notes-told'] as const,
  /** Those of all tickets of the conversation. */
  thread: (ticketId: number, contactId: number) => [...noteKeys.threads, ticketId, contactId] as const,
};
