/** How many rows a page holds. */
export const pageSize = { tickets: 40, contacts: 30, messages: 20, rest: 20 } as const;
