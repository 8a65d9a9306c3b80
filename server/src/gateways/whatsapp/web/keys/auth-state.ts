// The keys of a linked device, in the form the library needs, stored in rows that are written in the library's own order.
// A changed key and the stanza decrypted with it are written in one `save`, so either both are kept or neither. After a crash the keys
// never belong to a message that we do not have.
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

/** Stores a linked device's keys. Values are text; the implementation encrypts them. Rejects if another process took over. */
export type KeyRows = {
  credentials(): Promise<string | null>;
  saveCredentials(text: string): Promise<void>;
  find(category: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** All or nothing. A null value deletes. */
  save(changes: readonly { category: string; id: string; value: string | null }[]): Promise<void>;
};

/** Other data of a device: stanzas until they are stored as messages, sent messages for repeat requests, the phone's address book. */
export type DeviceRows = KeyRows & {
  /** Inbound stanzas that are not settled, oldest first. Without those that several logins did not settle. */
  waiting(): Promise<string[]>;
  settled(ids: readonly string[]): Promise<void>;
  sent(id: string): Promise<string | null>;
  saveSent(id: string, content: string): Promise<void>;
  /** All values of a category; at most 20,000. */
  all(category: string): Promise<string[]>;
  /** Deletes the device. */
  forget(): Promise<void>;
};

/** The category of decrypted stanzas that are not stored as messages yet. */
export const stanzaCategory = 'stanza';

/** Cached keys: sessions, sender keys and mappings of the contacts of a busy device. Others are read again. */
const cachedKeysMax = 3_000;

export type DeviceState = {
  state: AuthenticationState;
  /** Writes the current credentials; calls run one after the other. */
  saveCredentials(): Promise<void>;
};

/** Reads the device's state, or creates a new one. `broken` is called with the error of a failed write. */
export async function loadDeviceState(rows: KeyRows, broken: (error: unknown) => void): Promise<DeviceState> {
  const stored = await rows.credentials();
  const kept: AuthenticationCreds | null = stored ? parse(stored) : null;
  // After an unused pairing code the credentials contain the number, and the library would log in instead of linking.
  const creds = kept && (kept.account || !kept.me) ? kept : initAuthCreds();
  const cache = new LRUCache<string, NonNullable<unknown>>({ max: cachedKeysMax });
  /** Incremented when a write begins and when it ends. */
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
            // Cache only if nothing was written since: that would be newer than what was read.
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
            // Cache only what has been written.
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

/** Serialises a value as JSON that keeps bytes. */
export function text(value: unknown): string {
  return JSON.stringify(value, BufferJSON.replacer);
}

export function parse<T>(value: string): T {
  return JSON.parse(value, BufferJSON.reviver) as T;
}

function read<T extends keyof SignalDataTypeMap>(category: T, value: string): SignalDataTypeMap[T] {
  const parsed = parse<SignalDataTypeMap[T]>(value);
  // The library calls methods of this type.
  return category === 'app-state-sync-key'
    ? (proto.Message.AppStateSyncKeyData.fromObject(parsed as object) as unknown as SignalDataTypeMap[T])
    : parsed;
}
