export const ticketViewKeys = {
  list: ['ticket-views', 'list'] as const,
  counts: ['ticket-views', 'counts'] as const,
};
