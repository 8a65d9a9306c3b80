// libsignal 6.0.0 tries a message on every session it has with a device, and steps the ratchet of each before it knows whether the message
// belongs to that session (session_cipher.js, `doDecryptWhisperMessage`: `maybeStepRatchet` comes before `verifyMAC`). Then it stores them
// all. A session tried in vain is broken: nobody can read what is encrypted with it next. This happens whenever new keys of a device were
// fetched while messages under the old ones still come in, as after every reconnect.
import type { SignalDataSet, SignalKeyStoreWithTransaction } from 'baileys';

type StoredSession = { indexInfo: { used: number } };
type StoredRecord = { _sessions: Record<string, StoredSession> };

export type WholeSessions = {
  /** The same keys, for libsignal. */
  keys: SignalKeyStoreWithTransaction;
  /** Runs a decryption; of the sessions stored meanwhile, only the matching one is changed. One at a time. */
  decrypting<T>(step: () => Promise<T>): Promise<T>;
};

export function createWholeSessions(keys: SignalKeyStoreWithTransaction): WholeSessions {
  let trying = false;
  return {
    keys: {
      get: (category, ids) => keys.get(category, ids),
      isInTransaction: () => keys.isInTransaction(),
      transaction: (work, lock) => keys.transaction(work, lock),
      async set(data) {
        if (!trying || !data.session) return keys.set(data);
        const before = await keys.get('session', Object.keys(data.session));
        const session: SignalDataSet['session'] = {};
        for (const [id, after] of Object.entries(data.session)) session[id] = after && onlyFitting(before[id], after);
        return keys.set({ ...data, session });
      },
    },
    async decrypting(step) {
      trying = true;
      try {
        return await step();
      } finally {
        trying = false;
      }
    },
  };
}

/** The matching session was just used; the others must stay unchanged. The library's types say that a record is bytes. */
function onlyFitting(before: unknown, after: Uint8Array): Uint8Array {
  const earlier = (before as StoredRecord | undefined)?._sessions ?? {};
  const later = (after as unknown as StoredRecord)._sessions;
  const fits = (id: string) => later[id]?.indexInfo.used !== earlier[id]?.indexInfo.used;
  if (!later || !Object.keys(later).some(fits)) return after;
  const sessions = Object.entries(later).map(([id, session]) => [id, fits(id) ? session : (earlier[id] ?? session)]);
  return { ...after, _sessions: Object.fromEntries(sessions) } as unknown as Uint8Array;
}
