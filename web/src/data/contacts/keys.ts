/** What a list of contacts shows: a search, and the day or period in which the contacts were added (YYYY-MM-DD). */
export type ContactFilter = { searchParam: string; date?: string; dateStart?: string; dateEnd?: string };

export const contactKeys = {
  all: ['contacts'] as const,
  lists: ['contacts', 'list'] as const,
  list: (filter: ContactFilter) => [...contactKeys.lists, filter] as const,
  details: ['contacts', 'one'] as const,
  one: (id: number) => [...contactKeys.details, id] as const,
  allDuplicates: ['contacts', 'duplicates'] as const,
  duplicates: (id: number) => [...contactKeys.allDuplicates, id] as const,
  allMerges: ['contacts', 'merges'] as const,
  merges: (id: number) => [...contactKeys.allMerges, id] as const,
};
