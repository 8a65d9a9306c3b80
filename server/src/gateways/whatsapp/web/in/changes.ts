// Changes of an existing message: edited, deleted, reacted to, delivered, read. A change has the same key wherever it is reported.
import { createHash } from 'node:crypto';
import { proto, type WAMessage, type WAMessageKey } from 'baileys';
import { isoTime, record, text } from '../../cloud-json.ts';
import type { Address, ChangedBy, Inbound, InboundContent } from '../../port.ts';
import { addressesOf } from '../addresses.ts';
import { refusalOf } from '../failures.ts';
import { list } from './business-text.ts';
import { count } from './media-ref.ts';
import { contentOf, innermost } from './message-content.ts';

/** The linked number's own ids. */
export type Me = { id: string; lid?: string | null };

/** `now` is used where a fact has no time. */
export type How = { me: Me; now: Date; history: boolean };

type Status = Extract<Inbound, { kind: 'status' }>['status'];

const statuses: Partial<Record<number, Status>> = {
  [proto.WebMessageInfo.Status.ERROR]: 'failed',
  [proto.WebMessageInfo.Status.SERVER_ACK]: 'sent',
  [proto.WebMessageInfo.Status.DELIVERY_ACK]: 'delivered',
  [proto.WebMessageInfo.Status.READ]: 'read',
  [proto.WebMessageInfo.Status.PLAYED]: 'played',
};

/** A message and its chat; `in` is the chat's part in keys. */
export type Place = { id: string; fromMe: boolean; chat: Address[]; key: WAMessageKey; in: string };

/** Null for chats that are not conversations: status, channels and the like, or notes to ourselves. */
export function placeOf(key: WAMessageKey | null | undefined, me: Me): Place | null {
  const id = text(key?.id);
  if (!key || id === null) return null;
  const chat = addressesOf(key.remoteJid, key.remoteJidAlt);
  const [first] = chat;
  if (!first || isMe(chat, me)) return null;
  return { id, fromMe: key.fromMe === true, chat, key, in: first.value };
}

/** Only text can be edited: a message's own, or the caption of a file (which need not be sent again). */
function editedContent(
  message: proto.IMessage | null | undefined,
  key: WAMessageKey,
): Extract<InboundContent, { type: 'text' | 'media' }> | null {
  const part = innermost(message);
  if (!part) return null;
  const { content } = contentOf(part, key);
  if (content?.type === 'text' || content?.type === 'media') return content;
  const body = text(record(part.message[part.field])?.caption);
  return body === null ? null : { type: 'text', body };
}

function isMe(addresses: Address[], me: Me): boolean {
  const own = [...addressesOf(me.id), ...addressesOf(me.lid)];
  return addresses.some((address) => own.some((each) => each.kind === address.kind && each.value === address.value));
}

export function editFacts(place: Place, target: string, message: proto.IMessage | null | undefined, at: string): Inbound[] {
  const content = editedContent(message, { ...place.key, id: target });
  if (!content) return [];
  const said = content.type === 'media' ? content.caption : content.body;
  const by = changedBy(place);
  const key = `e:${place.in}:${personKey(by)}:${target}:${at}:${digest(said)}`;
  return [{ key, kind: 'edit', targetExternalId: target, chat: place.chat, ...by, content, sentAt: at }];
}

export function revokeFact(place: Place, target: string, at: string): Inbound {
  const by = changedBy(place);
  const key = `x:${place.in}:${personKey(by)}:${target}`;
  return { key, kind: 'revoke', targetExternalId: target, chat: place.chat, ...by, sentAt: at };
}

/** The sender of this message. */
function changedBy({ fromMe, chat, key }: Place): ChangedBy {
  return { fromMe, participant: chat[0]?.kind === 'group' && !fromMe ? addressesOf(key.participant, key.participantAlt) : null };
}

/** For keys: a refused change by one person must not block the same change by another. */
function personKey({ fromMe, participant }: ChangedBy): string {
  return fromMe ? '1' : `0${participant?.[0]?.value ?? ''}`;
}

/** A reaction sent as the message `key`, which contains nothing else. */
export function reactionFact(place: Place, key: Reactor, target: string, emoji: unknown, at: string): Inbound[] {
  const id = text(key.id);
  if (id === null) return [];
  const fromMe = key.fromMe === true;
  const addresses = place.chat[0]?.kind === 'group' && !fromMe ? addressesOf(key.participant, key.participantAlt) : [];
  return [
    {
      key: `r:${place.in}:${fromMe ? 1 : 0}:${id}`,
      kind: 'reaction',
      targetExternalId: target,
      chat: place.chat,
      participant: addresses.length > 0 ? { addresses, name: text(key.name) } : null,
      fromMe,
      emoji: text(emoji),
      sentAt: at,
    },
  ];
}

type Reactor = Pick<WAMessageKey, 'id' | 'fromMe' | 'participant' | 'participantAlt'> & { name?: string | null };

/** Reactions that history, or an event that the library held back, has attached to the message. */
export function reactionsOn(message: WAMessage, place: Place, at: string): Inbound[] {
  return list(message.reactions).flatMap((reaction) => {
    const ms = count(reaction.senderTimestampMs);
    const when = (ms === null ? null : isoTime(Math.floor(ms / 1000))) ?? at;
    return reactionFact(place, reaction.key ?? {}, place.id, reaction.text, when);
  });
}

export function ownStatus(message: WAMessage, place: Place, at: string, how: How): Inbound[] {
  // In history, `sent` is implied.
  const status = how.history && message.status === proto.WebMessageInfo.Status.SERVER_ACK ? null : message.status;
  return unique([
    ...statusFacts(place, status, message.messageStubParameters, at),
    ...groupReceipts(place, list(message.userReceipt), how),
  ]);
}

export function statusFacts(place: Place, status: unknown, parameters: unknown, at: string): Inbound[] {
  const known = typeof status === 'number' ? statuses[status] : undefined;
  if (!known) return [];
  if (known !== 'failed') return [statusFact(place, known, at)];
  const refusal = refusalOf(words(parameters)[0] ?? '');
  // Otherwise it will be retried.
  return refusal.outcome === 'refused' ? [{ ...statusFact(place, known, at), reason: refusal.reason }] : [];
}

/** In a group, the first member's receipt counts. Receipts of the number's own devices do not. */
export function groupReceipts(place: Place, receipts: proto.IUserReceipt[], how: Omit<How, 'history'>): Inbound[] {
  return unique(
    receipts.flatMap((receipt) => {
      if (!receipt || isMe(addressesOf(receipt.userJid), how.me)) return [];
      const times: [Status, unknown][] = [
        ['delivered', receipt.receiptTimestamp],
        ['read', receipt.readTimestamp],
        ['played', receipt.playedTimestamp],
      ];
      return times.flatMap(([status, seconds]) => {
        const at = isoTime(count(seconds));
        return at === null ? [] : [statusFact(place, status, at)];
      });
    }),
  );
}

function statusFact(place: Place, status: Status, at: string): Extract<Inbound, { kind: 'status' }> {
  return {
    key: `s:${place.id}:${status}`,
    kind: 'status',
    externalId: place.id,
    clientKey: null,
    status,
    at,
    reason: null,
    recipient: null,
  };
}

export function unique<F extends Inbound>(facts: F[]): F[] {
  return [...new Map(facts.map((fact) => [fact.key, fact])).values()];
}

function digest(said: string): string {
  return createHash('sha256').update(said).digest('hex').slice(0, 12);
}

export function words(parameters: unknown): string[] {
  return Array.isArray(parameters) ? parameters.filter((each) => typeof each === 'string') : [];
}
