import { isFiltering } from '@balcao/contract/contact-list-rules';
import type { ContactFilter, ContactListView } from '@balcao/contract/contact-lists';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';

type Filter = NonNullable<ContactListView['filter']>;
type Following = { filter: Filter | null; inStep: boolean };

/** A filter as it is stored. */
export function filterOf({ tags, lastContact, field }: ContactFilter): Filter {
  return { tags: [...new Set(tags)], lastContact: lastContact ?? null, field: field ?? null };
}

/**
 * What a list follows after a change. Without a filter there is nothing to follow; a filter that asks for nothing, which would be every
 * contact, is refused with ERR_LIST_FILTER.
 */
export function followingAfter(
  before: Following,
  change: { filter?: ContactFilter | null | undefined; inStep?: boolean | null | undefined },
): Verdict<Following & { again: boolean }> {
  const filter = change.filter === undefined ? before.filter : change.filter && filterOf(change.filter);
  if (filter && !isFiltering(filter)) return refuse('ERR_LIST_FILTER');
  const inStep = filter !== null && (change.inStep ?? before.inStep);
  const isOther = written(filter) !== written(before.filter);
  return accept({ filter, inStep, again: filter !== null && (isOther || (inStep && !before.inStep)) });
}

/** The same text for the same filter; the database keeps no order of fields. */
function written(filter: Filter | null): string {
  return JSON.stringify(
    filter && [filter.tags, filter.lastContact?.wrote, filter.lastContact?.days, filter.field?.name, filter.field?.value],
  );
}
