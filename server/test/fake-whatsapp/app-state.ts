// What a phone and its linked devices keep in step: archived and muted chats, names of contacts. Patches are chained by a hash (LTHash)
// and authenticated, so both sides notice when one is missing or forged.
import { randomBytes } from 'node:crypto';
import {
  ALL_WA_PATCH_NAMES,
  type ChatModification,
  chatModificationToAppPatch,
  decodePatches,
  encodeSyncdPatch,
  type LTHashState,
  newLTHashState,
  proto,
  type SocketConfig,
  type WAPatchName,
} from 'baileys';
import { silent } from './silence.ts';
import { present } from './stanza.ts';

// The library skips what it cannot authenticate, and only says so to the log.
const strict: SocketConfig['logger'] = {
  ...silent,
  warn: (about) => {
    throw new Error(`a wrong change of the app state: ${JSON.stringify(about)}`);
  },
};

type Collection = { state: LTHashState; patches: Buffer[] };
export type AppStateAction = { index: string[]; action: proto.ISyncActionValue };

export class AppState {
  private readonly key = { id: Buffer.from([0, 0, 0, 0, 0, 1]), data: randomBytes(32) };
  private readonly collections = new Map<WAPatchName, Collection>();

  /** The message by which a phone gives a new device the key to all this. */
  get keyShare(): proto.Message.IAppStateSyncKeyShare {
    return { keys: [{ keyId: { keyId: this.key.id }, keyData: this.keyData() }] };
  }

  version(name: WAPatchName): number {
    return this.collection(name).state.version;
  }

  /** Encoded patches after the version the device has. */
  since(name: WAPatchName, version: number): Buffer[] {
    return this.collection(name).patches.slice(version);
  }

  /** A change made on the phone; answers which collection it is in. */
  async change(modification: ChatModification, jid: string): Promise<WAPatchName> {
    const change = chatModificationToAppPatch(modification, jid);
    const { state } = this.collection(change.type);
    const encoded = await encodeSyncdPatch(change, this.key.id.toString('base64'), state, async () => this.keyData());
    this.append(change.type, encoded.patch, encoded.state);
    return change.type;
  }

  /** A change made on a linked device; throws when a signature or the hash is wrong. */
  async accept(name: WAPatchName, patch: proto.ISyncdPatch): Promise<AppStateAction[]> {
    const before = this.collection(name).state;
    const numbered = { ...patch, version: { version: before.version + 1 } };
    const { state, mutationMap } = await decodePatches(name, [numbered], before, async () => this.keyData(), {}, undefined, strict, true);
    this.append(name, patch, state);
    return Object.values(mutationMap).map(({ index, syncAction }) => ({
      index: index.map(String),
      action: present(syncAction.value, 'an action in the patch'),
    }));
  }

  private append(name: WAPatchName, patch: proto.ISyncdPatch, state: LTHashState): void {
    const collection = this.collection(name);
    collection.state = state;
    collection.patches.push(Buffer.from(proto.SyncdPatch.encode({ ...patch, version: { version: state.version } }).finish()));
  }

  private collection(name: WAPatchName): Collection {
    const collection = this.collections.get(name) ?? { state: newLTHashState(), patches: [] };
    this.collections.set(name, collection);
    return collection;
  }

  private keyData(): proto.Message.IAppStateSyncKeyData {
    return { keyData: this.key.data, fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] }, timestamp: 1 };
  }
}

/** The collection a stanza names. */
export function collectionNamed(name: string | undefined): WAPatchName {
  return present(
    ALL_WA_PATCH_NAMES.find((known) => known === name),
    `a known collection, not ${name}`,
  );
}
