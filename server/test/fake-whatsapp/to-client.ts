// Stanzas to a linked device that must not get lost: messages of contacts, notifications.
import type { BinaryNode, proto } from 'baileys';
import type { Companion } from './companion.ts';
import type { Group } from './groups.ts';
import type { Phone } from './phone.ts';
import { type Attributes, bytesOf, newId, seconds, stanza } from './stanza.ts';

/** Text, or a whole message. */
export type Content = string | proto.IMessage;

export type SendOptions = {
  id?: string;
  group?: Group;
  /** Addressed by LID, as WhatsApp does with more and more contacts; by number otherwise. */
  lid?: boolean;
  /** Arrives damaged: the client cannot decrypt it and asks for it again. */
  corrupt?: boolean;
  /** Arrives without content, as answers to advertisements do: the client has to ask its own phone. */
  unavailable?: boolean;
  attributes?: Attributes;
};

/** Kept until the client confirms it. */
export function deliver(companion: Companion, node: BinaryNode): void {
  companion.queue.add(node);
  if (companion.online) companion.connection?.send(node);
}

export function notify(companion: Companion, type: string, from: string, content: BinaryNode[], attributes: Attributes = {}): void {
  deliver(companion, stanza('notification', { id: newId(), type, from, t: seconds(), ...attributes }, content));
}

/** A message of a contact; answers its id. */
export async function sendTo(companion: Companion, from: Phone, content: Content, options: SendOptions = {}): Promise<string> {
  const message = messageOf(content);
  const id = options.id ?? newId('3EB0');
  const { group } = options;
  const attributes = {
    id,
    t: seconds(),
    type: stanzaType(message),
    notify: from.name,
    ...(group ? inGroup(group, from) : direct(from, options.lid === true)),
    ...options.attributes,
  };
  const enc = group ? await encryptInGroup(companion, from, group, message) : await encryptDirect(companion, from, message, options);
  const node = stanza('message', attributes, enc);
  if (options.corrupt) damage(node);
  companion.inbound.set(id, { from, message, stanza: node, group: group ?? null });
  deliver(companion, node);
  return id;
}

/** What the client could not decrypt, once more: same id, new session. Nothing when the id is not known. */
export async function sendAgain(companion: Companion, id: string, count: string): Promise<boolean> {
  const known = companion.inbound.get(id);
  if (!known) return false;
  const { from, group, message } = known;
  await from.signal.deleteSession([companion.lid]);
  const keys = group ? (await from.encryptForGroup(group.id, group.addressOf(from), message)).keys : {};
  const enc = await from.encrypt(companion.lid, { ...message, ...keys }, companion.bundle);
  enc.attrs.count = count;
  deliver(companion, { ...known.stanza, content: [enc] });
  return true;
}

export function messageOf(content: Content): proto.IMessage {
  return typeof content === 'string' ? { conversation: content } : content;
}

function direct(from: Phone, lid: boolean): Attributes {
  return lid
    ? { from: from.lid, sender_pn: from.jid, addressing_mode: 'lid' }
    : { from: from.jid, sender_lid: from.lid, addressing_mode: 'pn' };
}

function inGroup(group: Group, from: Phone): Attributes {
  const other = group.mode === 'lid' ? { participant_pn: from.jid } : { participant_lid: from.lid };
  return { from: group.id, participant: group.addressOf(from), addressing_mode: group.mode, ...other };
}

async function encryptDirect(companion: Companion, from: Phone, message: proto.IMessage, options: SendOptions): Promise<BinaryNode[]> {
  return options.unavailable ? [stanza('unavailable')] : [await from.encrypt(companion.lid, message, companion.bundle)];
}

async function encryptInGroup(companion: Companion, from: Phone, group: Group, message: proto.IMessage): Promise<BinaryNode[]> {
  const { enc, keys } = await from.encryptForGroup(group.id, group.addressOf(from), message);
  return [await from.encrypt(companion.lid, keys, companion.bundle), enc];
}

function damage(node: BinaryNode): void {
  const [enc] = Array.isArray(node.content) ? node.content : [];
  if (!enc) return;
  const bytes = bytesOf(enc);
  const at = bytes.length - 12;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  enc.content = bytes;
}

/** What the stanza says about the message without giving it away. */
function stanzaType(message: proto.IMessage): string {
  if (message.reactionMessage) return 'reaction';
  if (message.pollCreationMessage || message.pollCreationMessageV3 || message.pollUpdateMessage) return 'poll';
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage, locationMessage, contactMessage } = message;
  const media = imageMessage ?? videoMessage ?? audioMessage ?? documentMessage ?? stickerMessage ?? locationMessage ?? contactMessage;
  return media ? 'media' : 'text';
}
