export const noteKeys = {
  all: ['notes'] as const,
  ofTicket: (ticketId: number) => [...noteKeys.all, ticketId] as const,
};
