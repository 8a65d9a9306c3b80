// Searching in text: everywhere the same rules about wildcards, letters and the database's collation.
import { type RawBuilder, sql } from 'kysely';

/**
 * Rows whose `text` contains what a person typed, whatever its accents and its case; all rows if they typed nothing. Nothing in `search` is a
 * wildcard.
 */
export function contains(text: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  return search === '' ? sql`true` : sql`searchable(${text}) like '%' || ${literal(search)} || '%'`;
}

/**
 * What a person typed as part of a `like` pattern for `searchable` text; null if nothing of it is left, and then nothing is found. Escaped
 * last: `searchable` makes plain wildcards of full-width ones.
 */
export function literal(search: string): RawBuilder<unknown> {
  return sql`nullif(regexp_replace(searchable(${search}), '([\\\\%_])', '\\\\\\1', 'g'), '')`;
}

/** The part of `text` around the first place of what a person typed, so long that both sides can be read. */
export function around(text: RawBuilder<unknown>, search: string): RawBuilder<string> {
  const at = sql`strpos(searchable(${text}), searchable(${search}))`;
  return sql`case when ${at} > 60 then '…' || substr(${text}, ${at} - 40, 160) else left(${text}, 160) end`;
}

/**
 * Rows whose `text` begins with `start`, as a range that an index with the collation "C" serves. In other collations what begins with a text
 * is no range: in en_US there is nothing between `a:` and `a;`.
 */
export function beginsWith(text: RawBuilder<unknown>, start: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${text} >= ${start} collate "C" and ${text} < (${start} || chr(1114109)) collate "C")`;
}
