// The keys of a linked device as the library wants them, over rows that are written in the library's own order.
// What a key change and a decrypted stanza have in common is one `save`: either both are kept or neither, so that after a crash the keys
// never know of a message that we do not have.
import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from 'baileys';
import { LRUCache } from 'lru-cache';

/** Where a linked device keeps its keys. Values are text; whoever implements it encrypts them. Rejects when another process took over. */
export type KeyRows = {
  credentials(): Promise<string | null>;
  saveCredentials(text: string): Promise<void>;
  find(category: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** Everything or nothing. A value of null removes. */
  save(changes: readonly { category: string; id: string; value: string | null }[]): Promise<void>;
};

/** What else a device needs kept: stanzas until they are messages, what was sent for those who ask again, the phone's address book. */
export type DeviceRows = KeyRows & {
  /** Stanzas that came in and are not settled, oldest first. */
  waiting(): Promise<string[]>;
  settled(ids: readonly string[]): Promise<void>;
  sent(id: string): Promise<string | null>;
  saveSent(id: string, content: string): Promise<void>;
  /** All values of a category; at most 20,000. */
  all(category: string): Promise<string[]>;
  /** Forgets the device. */
  forget(): Promise<void>;
};

/** The category in which decrypted stanzas wait until they are messages. */
export const stanzaCategory = 'stanza';

/** Sessions, sender keys and mappings of the contacts a busy device talks to; the rest is read again. */
const remembered = 3_000;

export type DeviceState = {
  state: AuthenticationState;
  /** Writes the credentials as they are now; calls follow each other. */
  saveCredentials(): Promise<void>;
};

/** Reads the device's state, a new one where there is none. `broken` is told of the first write that failed. */
export async function loadDeviceState(rows: KeyRows, broken: (error: unknown) => void): Promise<DeviceState> {
  const stored = await rows.credentials();
  const kept: AuthenticationCreds | null = stored ? parse(stored) : null;
  // A pairing code that nobody typed leaves the number in them, with which the library would log in in place of linking.
  const creds = kept && (kept.account || !kept.me) ? kept : initAuthCreds();
  const cache = new LRUCache<string, NonNullable<unknown>>({ max: remembered });
  /** Counts when a write begins and when it has ended. */
  let writes = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const inOrder = (write: () => Promise<void>): Promise<void> => {
    const done = writing.then(write);
    writing = done.catch(broken);
    return done;
  };

  return {
    saveCredentials: () => inOrder(() => rows.saveCredentials(text(creds))),
    state: {
      creds,
      keys: {
        async get<T extends keyof SignalDataTypeMap>(category: T, ids: string[]) {
          const found: { [id: string]: SignalDataTypeMap[T] } = {};
          const missing: string[] = [];
          for (const id of ids) {
            const known = cache.get(`${category}:${id}`);
            if (known === undefined) missing.push(id);
            else found[id] = known as SignalDataTypeMap[T];
          }
          if (missing.length === 0) return found;
          const before = writes;
          for (const [id, value] of await rows.find(category, missing)) {
            const key = read(category, value);
            // What was written since is newer than what was read.
            if ((category as string) !== stanzaCategory && writes === before) cache.set(`${category}:${id}`, key);
            found[id] = key;
          }
          return found;
        },
        set: (data: SignalDataSet) =>
          inOrder(async () => {
            const changes = Object.entries(data).flatMap(([category, entries]) =>
              Object.entries(entries ?? {}).map(([id, value]) => ({ category, id, value: value === null ? null : text(value) })),
            );
            writes += 1;
            await rows.save(changes);
            writes += 1;
            // Only what is written may be believed.
            for (const [category, entries] of Object.entries(data)) {
              if (category === stanzaCategory) continue;
              for (const [id, value] of Object.entries(entries ?? {})) {
                if (value === null) cache.delete(`${category}:${id}`);
                else cache.set(`${category}:${id}`, value);
              }
            }
          }),
      },
    },
  };
}

/** Values as they are kept: JSON in which bytes survive. */
export function text(value: unknown): string {
  return JSON.stringify(value, BufferJSON.replacer);
}

export function parse<T>(value: string): T {
  return JSON.parse(value, BufferJSON.reviver) as T;
}

function read<T extends keyof SignalDataTypeMap>(category: T, value: string): SignalDataTypeMap[T] {
  const parsed = parse<SignalDataTypeMap[T]>(value);
  // The library calls methods of this one.
  return category === 'app-state-sync-key'
    ? (proto.Message.AppStateSyncKeyData.fromObject(parsed as object) as unknown as SignalDataTypeMap[T])
    : parsed;
}
