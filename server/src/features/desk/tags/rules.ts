/** A tag that a ticket has (`held`) or shall have. */
export type Candidate = { id: number; kanban: boolean; held: boolean };

/**
 * The tags a ticket shall have, so that it is in one lane at most: of several lanes the last one that it did not have before, or else the
 * last one named. Unknown ids stay out.
 */
export function inOneLane(wanted: readonly number[], candidates: readonly Candidate[]): number[] {
  const known = new Map(candidates.map((tag) => [tag.id, tag]));
  const tags = wanted.flatMap((id) => known.get(id) ?? []);
  const lanes = tags.filter(({ kanban }) => kanban);
  const lane = lanes.findLast(({ held }) => !held) ?? lanes.at(-1);
  return tags.filter(({ id, kanban }) => !kanban || id === lane?.id).map(({ id }) => id);
}

/** The tags of a ticket that is put into a lane, or gets an ordinary tag; null takes it out of its lane. */
export function placedIn(tagId: number | null, candidates: readonly Candidate[]): number[] {
  const chosen = candidates.find(({ id }) => id === tagId);
  const staying = candidates.filter(({ held, kanban }) => held && !(kanban && (tagId === null || chosen?.kanban)));
  return [...new Set([...staying.map(({ id }) => id), ...(chosen ? [chosen.id] : [])])];
}
