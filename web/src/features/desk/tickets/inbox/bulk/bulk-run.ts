// Does something for many things, a few at a time. Pure, but for what it is given to do.

export type Outcome<Item> = {
  done: Item[];
  failed: { item: Item; error: unknown }[];
  /** Not begun, since it was stopped. */
  left: number;
};

const atOnce = 3;

/** Never rejects: what fails is told in the outcome. Between two, it looks whether it is stopped. */
export async function runForAll<Item>(
  items: readonly Item[],
  each: (item: Item) => Promise<unknown>,
  { onProgress, isStopped }: { onProgress: (done: number) => void; isStopped: () => boolean },
): Promise<Outcome<Item>> {
  const outcome: Outcome<Item> = { done: [], failed: [], left: 0 };
  const rest = [...items];
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      if (isStopped()) {
        outcome.left += 1;
        continue;
      }
      try {
        await each(item);
        outcome.done.push(item);
      } catch (error) {
        outcome.failed.push({ item, error });
      }
      onProgress(outcome.done.length + outcome.failed.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcome;
}
