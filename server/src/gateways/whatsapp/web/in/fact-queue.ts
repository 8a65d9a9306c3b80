// Passes on what a device receives, in order: in batches of all that is waiting, each only after the previous one was stored. Then settles
// the stanzas of the batch, and deletes them a while later.
import type { Inbound } from '../../port.ts';
import type { DeviceRows } from '../keys/auth-state.ts';

const atOnce = 200;
/** How long a settled stanza is kept, in case WhatsApp delivers it again. */
const settledForMs = 60_000;

export type FactQueue = {
  /** Adds facts, with the ids of their messages. */
  add(facts: () => Promise<Inbound[]>, messageIds?: readonly string[]): void;
  /** Settles messages that were stored in another way. */
  taken(messageIds: readonly string[]): void;
  isBusy(): boolean;
  /** Resolves once everything that was added is stored, or was given up. */
  idle(): Promise<void>;
  /** Deletes stanzas that have been settled long enough. */
  forgetSettled(): Promise<void>;
};

/** `take` stores facts; if it rejects, `failed` is called, and the caller must end the session to keep the order. */
export function createFactQueue(parts: {
  rows: Pick<DeviceRows, 'settled'>;
  rowsOf(messageId: string): string[];
  now(): Date;
  take(facts: Inbound[]): Promise<void>;
  failed(error: unknown): void;
}): FactQueue {
  const { rows, now } = parts;
  const waiting: { facts: () => Promise<Inbound[]>; messageIds: readonly string[] }[] = [];
  const settled: { ids: string[]; at: number }[] = [];
  let busy = false;
  let work = Promise.resolve();

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
  const takeAll = async () => {
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
      if (!busy) work = takeAll();
    },
    taken,
    isBusy: () => busy,
    async idle() {
      while (busy) await work;
    },
    forgetSettled,
  };
}
