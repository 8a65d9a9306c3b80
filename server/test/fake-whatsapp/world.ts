// Everything the fake server knows, as its parts see it.
import { type BinaryNode, jidDecode, type proto, type WAPatchName } from 'baileys';
import type { AppStateAction } from './app-state.ts';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import type { Group } from './groups.ts';
import type { History } from './history.ts';
import type { MediaHost } from './media-host.ts';
import type { ServerIdentity } from './noise.ts';
import type { LinkCode } from './pairing.ts';
import type { Phone } from './phone.ts';

export type Options = {
  /** What contacts confirm by themselves; the own phone does unless 'none'. Default 'delivered'. */
  autoReceipts?: 'none' | 'delivered' | 'read';
  /** False: messages arrive, but the server does not say so. */
  serverAcks?: boolean;
  /** What phones tell newly linked devices of the past; false: nothing at all, and the client then waits 20 s. */
  history?: History | false;
  /** What phones answer when the client asks for older messages, by chat id. */
  onDemand?: proto.IConversation[];
  /** Claims that one one-time key is left, so that the client uploads 5 instead of 812; saves about 2 s for each linking. */
  fewPreKeys?: boolean;
  /** How many QR codes a client may show, the first for 60 s, the others for 20 s. Default 6. */
  qrCodes?: number;
  /** Experiments the server switches on, by number. */
  abProps?: Record<string, string>;
};

/** Failures to come. */
export type Switches = {
  /** Error of the next message of a client, one entry each. */
  nacks: number[];
  /** Error answered to the next query of this xmlns. */
  failIq: Map<string, { code: number; text: string }>;
  /** Messages of clients vanish: no ack, no delivery. */
  swallow: boolean;
  /** Nothing is sent to any client. */
  mute: boolean;
  /** Websockets are refused with 503 before they open. */
  unavailable: boolean;
};

/** A message of a client as one phone received it. */
export type Sent = {
  id: string;
  /** The address the client wrote to, a PN, LID or group jid. */
  to: string;
  type: string;
  /** '1' edit, '7' revoke, undefined otherwise. */
  edit: string | undefined;
  message: proto.IMessage;
  receivedBy: Phone;
  companion: Companion;
  /** The copy for the own phone. */
  ownCopy: boolean;
  group: Group | null;
  /** Sent again because this phone had asked for that. */
  retry: boolean;
};

/** What `on()` can listen to; a stanza event says '<' for from the client, '>' for to it. */
export type Events = {
  stanza: [direction: '<' | '>', node: BinaryNode, companion: Companion | null];
  /** A linked device has logged in and got what waited for it. */
  online: [Companion];
  closed: [Connection];
  linked: [Companion];
  'pairing-code': [user: string];
  message: [Sent];
  /** A message id that had arrived before from the same device. */
  duplicate: [id: string, Companion];
  /** A message to a client that it has confirmed. */
  received: [id: string, Companion];
  resent: [id: string, Companion];
  receipt: [BinaryNode, Companion];
  call: [BinaryNode, Companion];
  chatstate: [BinaryNode, Companion];
  presence: [BinaryNode, Companion];
  logout: [Companion];
  'app-state': [{ name: WAPatchName; actions: AppStateAction[] }];
  fault: [unknown];
};

export type World = {
  readonly options: Options;
  readonly identity: ServerIdentity;
  readonly media: MediaHost;
  readonly connections: Set<Connection>;
  /** By number and by LID. */
  readonly phones: Map<string, Phone>;
  /** Other spellings of a number that lead to the same phone. */
  readonly aliases: Map<string, Phone>;
  readonly companions: Companion[];
  readonly groups: Map<string, Group>;
  readonly linkCodes: Map<string, LinkCode>;
  readonly switches: Switches;
  /** Messages of clients, one entry for each phone that received it. */
  readonly messages: Sent[];
  /** Messages of clients that a phone could not decrypt; it asked for them again. */
  readonly undecrypted: { id: string; by: Phone; error: unknown }[];
  /** Queries nobody answers properly. */
  readonly unhandled: string[];
  fault(error: unknown): void;
  nextDevice(): number;
  emit<K extends keyof Events>(event: K, ...args: Events[K]): boolean;
};

/** Whose number or LID it is, of any device. */
export function phoneOf(world: World, jid: string | undefined): Phone | undefined {
  const user = jid ? jidDecode(jid)?.user : undefined;
  return user ? world.phones.get(user) : undefined;
}
