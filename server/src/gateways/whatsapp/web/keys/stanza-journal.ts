// WhatsApp learns that a message arrived before the library passes it on. To lose nothing in a crash between the two, the decrypted stanza
// is written together with the keys that decrypting changed. Stanzas found there at the next login are passed on again.

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
  /** Must see each stanza before the library decrypts it. */
  see(node: BinaryNode): void;
  makeSignalRepository: SocketConfig['makeSignalRepository'];
  /** The rows of a message, by its id. */
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
      // The library sends within the transaction in which it encrypts. Each step is written at once, so that after a crash no keys of a sent
      // message are used again for the next one. Steps run one after the other, because the library locks by the id it was given, and a
      // person has several ids with one session: two steps at once would read the same session, and one would undo what the other wrote.
      const outside = AsyncLocalStorage.snapshot();
      let last: Promise<unknown> = Promise.resolve();
      const oneByOne = <T>(step: () => Promise<T>): Promise<T> => {
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
        decryptMessage: (what: Decrypt) => oneByOne(() => keeping(what.ciphertext, what.jid, () => readMessage(what))),
        decryptGroupMessage: (what: DecryptGroup) =>
          oneByOne(() => keeping(what.msg, what.group, () => repository.decryptGroupMessage(what))),
        encryptMessage: (what) => oneByOne(() => repository.encryptMessage(what)),
        encryptGroupMessage: (what) => oneByOne(() => repository.encryptGroupMessage(what)),
        getSenderKeyDistributionMessage: (what) => oneByOne(() => repository.getSenderKeyDistributionMessage(what)),
        processSenderKeyDistributionMessage: (what) => oneByOne(() => repository.processSenderKeyDistributionMessage(what)),
        injectE2ESession: (what) => oneByOne(() => repository.injectE2ESession(what)),
        migrateSession: (from, to) => oneByOne(() => repository.migrateSession(from, to)),
        deleteSession: (jids) => oneByOne(() => repository.deleteSession(jids)),
      };
    },
  };
}

async function keptStanza(keys: SignalKeyStoreWithTransaction, id: string): Promise<Kept | null> {
  // The library knows only its own categories.
  const found = (await keys.get(stanzaCategory as 'session', [id])) as unknown as Record<string, Kept | undefined>;
  return found[id] ?? null;
}

/** The stanzas in these rows, each once, in order. Those that cannot be decoded are left out and told to `unreadable`. */
export async function stanzasIn(
  values: readonly string[],
  parse: (value: string) => Kept,
  unreadable: (error: unknown) => void,
): Promise<BinaryNode[]> {
  const nodes = new Map<string, BinaryNode>();
  for (const value of values) {
    try {
      const node = await decodeBinaryNode(parse(value).node);
      nodes.set(`${node.attrs.from}:${node.attrs.participant ?? ''}:${node.attrs.id}`, node);
    } catch (error) {
      unreadable(error);
    }
  }
  return [...nodes.values()];
}
