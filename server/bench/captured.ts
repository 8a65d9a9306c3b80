// What a piece of work asks the database, with the values, so that it can be asked again without our code, or explained.
import pg from 'pg';

export type Asked = { text: string; values: unknown[] };

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };

/** Everything that `work` asks, in order. Nothing else may ask meanwhile, and the connections are made while this program captures. */
export async function capture(work: () => Promise<unknown>): Promise<Asked[]> {
  asked = [];
  await work();
  const all = asked;
  asked = null;
  return all;
}

let asked: Asked[] | null = null;

/** Before the first connection: each keeps the way to ask that it found when it was made. */
export function listenToAll(): void {
  const { query } = prototype;
  prototype.query = function (...args) {
    const [of, values] = args as [string | { text: string; values?: unknown[] }, unknown];
    if (asked) {
      const text = typeof of === 'string' ? of : of.text;
      asked.push({ text, values: typeof of === 'string' ? (Array.isArray(values) ? values : []) : (of.values ?? []) });
    }
    return query.apply(this, args);
  };
}
