export const contactListKeys = {
  pages: ['contact-lists', 'page'] as const,
  page: (searchParam: string) => [...contactListKeys.pages, searchParam] as const,
  choices: ['contact-lists', 'choices'] as const,
  one: (contactListId: number) => ['contact-lists', 'one', contactListId] as const,
  found: (filter: unknown) => ['contact-lists', 'found', filter] as const,
  items: ['contact-list-items', 'page'] as const,
  itemsOf: (contactListId: number) => [...contactListKeys.items, contactListId] as const,
  itemPage: (contactListId: number, searchParam: string) => [...contactListKeys.itemsOf(contactListId), searchParam] as const,
  item: (contactListItemId: number) => ['contact-list-items', 'one', contactListItemId] as const,
};
