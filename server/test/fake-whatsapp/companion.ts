// A linked device: what the server keeps about one client, which is one authentication state of the library.
import { type BinaryNode, KEY_BUNDLE_TYPE, type proto } from 'baileys';
import type { Connection } from './connection.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import type { Group } from './groups.ts';
import type { Phone } from './phone.ts';
import { type Attributes, stanza } from './stanza.ts';

/** What was sent to the client under a message id, kept for retries, placeholder and media requests. */
export type Inbound = { from: Phone; message: proto.IMessage; stanza: BinaryNode; group: Group | null };

/** Why logins are refused: `<failure reason=… />`, e.g. 401 unlinked, 402 banned for a while, 403 banned, 405 too old. */
export type Refusal = { reason: number; attributes: Attributes };

export class Companion {
  connection: Connection | null = null;
  refusal: Refusal | null = null;
  linked = true;
  logins = 0;
  /** One-time keys the client uploaded and nobody has used. */
  preKeys: BinaryNode[] = [];
  readonly queue = new DeliveryQueue();
  readonly inbound = new Map<string, Inbound>();
  /** Messages that came from another linked device, and from which. */
  readonly passedOn = new Map<string, Companion>();
  /** How often each message id arrived from this client, by chat and in order of first arrival. */
  readonly arrivals = new Map<string, Map<string, number>>();
  /** Messages somebody could not decrypt and asked for again. */
  readonly retriesAsked = new Set<string>();
  /** Which phone has read which message of this client, as `<id> <number>`. */
  readonly read = new Set<string>();
  /** Users whose presence the client asked for. */
  readonly subscriptions = new Set<string>();
  /** Told how many one-time keys are left when there are few. */
  onFewPreKeys: (left: number) => void = () => {};

  constructor(
    readonly phone: Phone,
    readonly device: number,
    readonly identity: Uint8Array,
    readonly registrationId: Uint8Array,
    public signedPreKey: BinaryNode,
    /** What the phone signed when it linked this device. */
    readonly linkDetails: Uint8Array,
  ) {}

  get jid(): string {
    return `${this.phone.user}:${this.device}@s.whatsapp.net`;
  }

  get lid(): string {
    return `${this.phone.lidUser}:${this.device}@lid`;
  }

  get online(): boolean {
    return this.connection?.active === true;
  }

  /** The `<user>` of a pre-key answer; uses up a one-time key. */
  readonly bundle = (jid = this.lid): BinaryNode => {
    const key = this.preKeys.shift();
    if (this.preKeys.length < 3) this.onFewPreKeys(this.preKeys.length);
    return stanza('user', { jid }, [
      stanza('registration', {}, this.registrationId),
      stanza('type', {}, KEY_BUNDLE_TYPE),
      stanza('identity', {}, this.identity),
      this.signedPreKey,
      ...(key ? [key] : []),
    ]);
  };

  /** Counts an arrival; the number says how often it has arrived by now. */
  countArrival(chat: string, id: string): number {
    const inChat = this.arrivals.get(chat) ?? new Map<string, number>();
    this.arrivals.set(chat, inChat);
    const times = (inChat.get(id) ?? 0) + 1;
    inChat.set(id, times);
    return times;
  }
}
