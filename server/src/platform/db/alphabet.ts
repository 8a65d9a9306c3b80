import { type RawBuilder, sql } from 'kysely';

/** Sorts names as people do, in the order of the Portuguese alphabet: accents and capitals count only between equal names. */
export function alphabetical(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${name} collate portuguese`;
}
