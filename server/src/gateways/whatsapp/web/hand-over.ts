// What a device brings is handed over in order, as much at once as has come meanwhile, the next only when the last was taken. Then the
// stanzas behind it are settled, and forgotten a while later.
import type { Inbound } from '../port.ts';
import type { DeviceRows } from './auth-state.ts';

const atOnce = 200;
/** How long a settled stanza is kept, in case WhatsApp delivers it once more. */
const settledForMs = 60_000;

export type HandOver = {
  /** Adds facts, and the ids of the messages that they are made of. */
  add(facts: () => Promise<Inbound[]>, messageIds?: readonly string[]): void;
  /** Something that was taken in another way. */
  taken(messageIds: readonly string[]): void;
  isBusy(): boolean;
  /** Forgets what has been settled for long enough. */
  forgetSettled(): Promise<void>;
};

/** `take` keeps the facts it is given; `failed` is told when it could not, after which nothing more is handed over in order. */
export function createHandOver(parts: {
  rows: Pick<DeviceRows, 'settled'>;
  rowsOf(messageId: string): string[];
  now(): Date;
  take(facts: Inbound[]): Promise<void>;
  failed(error: unknown): void;
}): HandOver {
  const { rows, now } = parts;
  const waiting: { facts: () => Promise<Inbound[]>; messageIds: readonly string[] }[] = [];
  const settled: { ids: string[]; at: number }[] = [];
  let busy = false;

  const taken = (messageIds: readonly string[]) => {
    const ids = messageIds.flatMap(parts.rowsOf);
    if (ids.length > 0) settled.push({ ids, at: now().getTime() });
  };
  const forgetSettled = async () => {
    const old = settled.filter(({ at }) => at < now().getTime() - settledForMs);
    settled.splice(0, old.length);
    const ids = old.flatMap((each) => each.ids);
    if (ids.length > 0) await rows.settled(ids);
  };
  const work = async () => {
    busy = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, atOnce);
        const facts: Inbound[] = [];
        for (const each of batch) facts.push(...(await each.facts()));
        if (facts.length > 0) await parts.take(facts);
        taken(batch.flatMap((each) => each.messageIds));
        await forgetSettled();
      }
    } catch (error) {
      parts.failed(error);
    } finally {
      busy = false;
    }
  };
  return {
    add(facts, messageIds = []) {
      waiting.push({ facts, messageIds });
      if (!busy) void work();
    },
    taken,
    isBusy: () => busy,
    forgetSettled,
  };
}
