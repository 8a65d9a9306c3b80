/** What is known of a number of a list. `unverifiable`: no connection can look it up, so it counts as valid. */
export const validities = ['unchecked', 'valid', 'invalid', 'unverifiable'] as const;
export type Validity = (typeof validities)[number];

export const filterTagsMax = 50;
export const filterDaysMax = 3650;

/** May a number be written to, as far as is known? */
export function mayBeWrittenTo(validity: Validity): boolean {
  return validity === 'valid' || validity === 'unverifiable';
}

/** Does a filter ask for anything? One that does not would be every contact. */
export function isFiltering(filter: { tags: readonly unknown[]; lastContact?: unknown; field?: unknown }): boolean {
  return filter.tags.length > 0 || Boolean(filter.lastContact) || Boolean(filter.field);
}
