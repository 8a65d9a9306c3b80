// WhatsApp is told that a message arrived before the library hands it over. So that a crash in between loses nothing, the decrypted stanza
// is written in the same step as the change of keys that decrypting it made; what is found there at the next login is handed over again.

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import {
  type BinaryNode,
  decodeBinaryNode,
  encodeBinaryNode,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
} from 'baileys';
import { makeLibSignalRepository } from 'baileys/lib/Signal/libsignal.js';
import { stanzaCategory } from './auth-state.ts';
import { createWholeSessions } from './whole-sessions.ts';

type Repository = ReturnType<SocketConfig['makeSignalRepository']>;
type Decrypt = { jid: string; type: 'pkmsg' | 'msg'; ciphertext: Uint8Array };
type DecryptGroup = { group: string; authorJid: string; msg: Uint8Array };

type Kept = { node: Buffer; plaintext: Buffer };

export type StanzaJournal = {
  /** To be told of each stanza before the library decrypts it. */
  see(node: BinaryNode): void;
  makeSignalRepository: SocketConfig['makeSignalRepository'];
  /** The rows that belong to a message, by its id. */
  rowsOf(messageId: string): string[];
};

/** Wraps the library's cryptography for one socket. */
export function createStanzaJournal(): StanzaJournal {
  const stanzas = new WeakMap<Uint8Array, BinaryNode>();
  const rows = new Map<string, string[]>();

  return {
    see(node) {
      if (!Array.isArray(node.content)) return;
      for (const child of node.content) if (child.tag === 'enc' && child.content instanceof Uint8Array) stanzas.set(child.content, node);
    },
    rowsOf(messageId) {
      const found = rows.get(messageId) ?? [];
      rows.delete(messageId);
      return found;
    },
    makeSignalRepository(auth, logger, pnToLid) {
      const keys = auth.keys as SignalKeyStoreWithTransaction;
      const whole = createWholeSessions(keys);
      const repository = makeLibSignalRepository({ ...auth, keys: whole.keys }, logger, pnToLid) as Repository;
      // The library sends within the transaction in which it encrypts. With steps that are written at once, a crash never leaves a message
      // sent with keys that are then used once more for the next. One after the other, because the library locks by the id it was given, and
      // a person has several that lead to one session: whoever read it before the other had written it would undo what that wrote.
      const outside = AsyncLocalStorage.snapshot();
      let last: Promise<unknown> = Promise.resolve();
      const apart = <T>(step: () => Promise<T>): Promise<T> => {
        const done = last.then(() => outside(step));
        last = done.catch(() => undefined);
        return done;
      };

      const readMessage = (what: Decrypt) =>
        what.type === 'msg' ? whole.decrypting(() => repository.decryptMessage(what)) : repository.decryptMessage(what);
      const keeping = async (ciphertext: Uint8Array, lock: string, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> => {
        const id = createHash('sha256').update(ciphertext).digest('base64url');
        const node = stanzas.get(ciphertext);
        if (node?.attrs.id) rows.set(node.attrs.id, [...(rows.get(node.attrs.id) ?? []), id]);
        const kept = await keptStanza(keys, id);
        if (kept) return kept.plaintext;
        return keys.transaction(async () => {
          const plaintext = await decrypt();
          if (node)
            await keys.set({
              [stanzaCategory]: { [id]: { node: encodeBinaryNode(node), plaintext: Buffer.from(plaintext) } },
            } as SignalDataSet);
          return plaintext;
        }, lock);
      };

      return {
        ...repository,
        decryptMessage: (what: Decrypt) => apart(() => keeping(what.ciphertext, what.jid, () => readMessage(what))),
        decryptGroupMessage: (what: DecryptGroup) => apart(() => keeping(what.msg, what.group, () => repository.decryptGroupMessage(what))),
        encryptMessage: (what) => apart(() => repository.encryptMessage(what)),
        encryptGroupMessage: (what) => apart(() => repository.encryptGroupMessage(what)),
        getSenderKeyDistributionMessage: (what) => apart(() => repository.getSenderKeyDistributionMessage(what)),
        processSenderKeyDistributionMessage: (what) => apart(() => repository.processSenderKeyDistributionMessage(what)),
        injectE2ESession: (what) => apart(() => repository.injectE2ESession(what)),
        migrateSession: (from, to) => apart(() => repository.migrateSession(from, to)),
        deleteSession: (jids) => apart(() => repository.deleteSession(jids)),
      };
    },
  };
}

async function keptStanza(keys: SignalKeyStoreWithTransaction, id: string): Promise<Kept | null> {
  const found = (await keys.get(stanzaCategory as 'session', [id])) as unknown as Record<string, Kept | undefined>;
  return found[id] ?? null;
}

/** The stanzas in these rows, each once, in the rows' order. */
export async function stanzasIn(values: readonly string[], parse: (value: string) => Kept): Promise<BinaryNode[]> {
  const nodes = new Map<string, BinaryNode>();
  for (const value of values) {
    const encoded = parse(value).node;
    const node = await decodeBinaryNode(encoded);
    nodes.set(`${node.attrs.from}:${node.attrs.participant ?? ''}:${node.attrs.id}`, node);
  }
  return [...nodes.values()];
}
