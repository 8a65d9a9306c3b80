// A handset: somebody's WhatsApp, of a contact or of the account that links devices. It really encrypts and decrypts (Signal protocol),
// with the library's own parts.
import { createHash } from 'node:crypto';
import {
  addTransactionCapability,
  type BinaryNode,
  BufferJSON,
  DEFAULT_CONNECTION_CONFIG,
  encodeBigEndian,
  encodeWAMessage,
  getNextPreKeys,
  initAuthCreds,
  KEY_BUNDLE_TYPE,
  parseAndInjectE2ESessions,
  proto,
  type SignalDataSet,
  type SignalKeyStore,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
  xmppPreKey,
  xmppSignedPreKey,
} from 'baileys';
import { createWholeSessions } from '../../src/gateways/whatsapp/web/keys/whole-sessions.ts';
import { AppState } from './app-state.ts';
import type { History } from './history.ts';
import { silent } from './silence.ts';
import { bytesOf, stanza } from './stanza.ts';

/** An account-wide restriction on starting new chats; `until` in seconds since 1970. */
export type Timelock = { active: boolean; until?: number; type?: string };

export class Phone {
  readonly creds = initAuthCreds();
  readonly keys = addTransactionCapability(memoryKeys(), silent, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
  /** A handset does not have the fault of the library's cryptography. */
  private readonly whole = createWholeSessions(this.keys);
  private last: Promise<unknown> = Promise.resolve();
  readonly signal: SignalRepositoryWithLIDStore;
  readonly appState = new AppState();
  readonly jid: string;
  readonly lid: string;
  /** False: the number is known here, but asking for it says that it has no WhatsApp. */
  onWhatsApp = true;
  /** Linking stops where this phone's owner would have to confirm with a passkey. */
  passkey = false;
  /** What this phone tells a newly linked device about the past; null says what the options of the server say. */
  history: History | null = null;
  /** The path of the profile picture on the media host. */
  picture: string | null = null;
  timelock: Timelock = { active: false };

  constructor(
    readonly user: string,
    readonly lidUser: string,
    public name: string,
  ) {
    this.jid = `${user}@s.whatsapp.net`;
    this.lid = `${lidUser}@lid`;
    this.signal = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: this.creds, keys: this.whole.keys }, silent, async () => []);
  }

  /** The `<user>` of a pre-key answer, with one fresh one-time key. */
  async bundle(jid: string): Promise<BinaryNode> {
    const { update, preKeys } = await getNextPreKeys({ creds: this.creds, keys: this.keys }, 1);
    Object.assign(this.creds, update);
    return stanza('user', { jid }, [
      stanza('registration', {}, encodeBigEndian(this.creds.registrationId)),
      stanza('type', {}, KEY_BUNDLE_TYPE),
      stanza('identity', {}, this.creds.signedIdentityKey.public),
      xmppSignedPreKey(this.creds.signedPreKey),
      ...Object.entries(preKeys).map(([id, pair]) => xmppPreKey(pair, Number(id))),
    ]);
  }

  /** An `<enc>` for the device; its key bundle is asked for only when no session is open yet. */
  encrypt(to: string, message: proto.IMessage, bundle: () => BinaryNode): Promise<BinaryNode> {
    return this.inTurn(() => this.seal(to, message, bundle));
  }

  private async seal(to: string, message: proto.IMessage, bundle: () => BinaryNode): Promise<BinaryNode> {
    if (!(await this.signal.validateSession(to)).exists) {
      await parseAndInjectE2ESessions(stanza('iq', {}, [stanza('list', {}, [bundle()])]), this.signal);
    }
    const { type, ciphertext } = await this.signal.encryptMessage({ jid: to, data: encodeWAMessage(message) });
    return stanza('enc', { v: '2', type }, ciphertext);
  }

  /** An `<enc>` for all members of a group, and the message that gives them this phone's key to it. */
  async encryptForGroup(group: string, as: string, message: proto.IMessage): Promise<{ enc: BinaryNode; keys: proto.IMessage }> {
    const sealed = await this.signal.encryptGroupMessage({ group, meId: as, data: encodeWAMessage(message) });
    const keys = { groupId: group, axolotlSenderKeyDistributionMessage: sealed.senderKeyDistributionMessage };
    return { enc: stanza('enc', { v: '2', type: 'skmsg' }, sealed.ciphertext), keys: { senderKeyDistributionMessage: keys } };
  }

  /** Opens an `<enc>` sent by the device `from`; throws when it cannot. */
  async decrypt(from: string, enc: BinaryNode, group?: string): Promise<proto.Message> {
    const message = proto.Message.decode(unpadRandomMax16(await this.open(from, enc, group)));
    const keys = message.senderKeyDistributionMessage;
    if (keys) await this.signal.processSenderKeyDistributionMessage({ item: keys, authorJid: from });
    return message;
  }

  /** What changes sessions, one after the other. */
  private inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = this.last.then(step);
    this.last = done.catch(() => undefined);
    return done;
  }

  private open(from: string, enc: BinaryNode, group?: string): Promise<Uint8Array> {
    const ciphertext = bytesOf(enc);
    const { type } = enc.attrs;
    if (type === 'skmsg' && group) return this.signal.decryptGroupMessage({ group, authorJid: from, msg: ciphertext });
    if (type === 'pkmsg') return this.inTurn(() => this.signal.decryptMessage({ jid: from, type, ciphertext }));
    if (type === 'msg') return this.inTurn(() => this.whole.decrypting(() => this.signal.decryptMessage({ jid: from, type, ciphertext })));
    throw new Error(`a message encrypted as ${type}`);
  }
}

/** The LID WhatsApp would have given to the number: any, but always the same. */
export function lidOf(user: string): string {
  return `9${createHash('sha1').update(user).digest().readUInt32BE(0).toString().padStart(13, '0')}`;
}

/** A key store that is gone with the process; values are copied, as by one that writes them down. */
export function memoryKeys(values = new Map<string, string>()): SignalKeyStore {
  return {
    async get(type, ids) {
      const found: { [id: string]: never } = {};
      for (const id of ids) {
        const value = values.get(`${type}/${id}`);
        if (value) found[id] = revive(type, JSON.parse(value, BufferJSON.reviver)) as never;
      }
      return found;
    },
    async set(data: SignalDataSet) {
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value === null) values.delete(`${type}/${id}`);
          else values.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer));
        }
      }
    },
  };
}

/** These keys are protobuf objects, whose JSON has bytes as plain text. */
function revive(type: string, value: object): object {
  return type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
}
