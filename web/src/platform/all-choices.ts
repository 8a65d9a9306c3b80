/** Something that a field lets one choose. */
export type Choice = { value: string; label: string };

type Page = { rows: readonly { id: number; name: string }[]; hasMore: boolean };

/** Pages that are asked for; nobody looks through more. */
const pagesMax = 10;

/** The rows of all pages of a list, from page 1 on, for a field that chooses one. */
export async function allChoices(pageOf: (pageNumber: number) => Promise<Page>): Promise<Choice[]> {
  const found: Choice[] = [];
  for (let pageNumber = 1; pageNumber <= pagesMax; pageNumber += 1) {
    const { rows, hasMore } = await pageOf(pageNumber);
    found.push(...choicesOf(rows));
    if (!hasMore) break;
  }
  return found;
}

export function choicesOf(rows: Page['rows'] = []): Choice[] {
  return rows.map(({ id, name }) => ({ value: String(id), label: name }));
}
