// Turns the library's messages, receipts and history into facts. Pure and total: messages are untrusted, so nothing in one may throw.
// A fact has the same key however it comes: live, after being offline, in history, or in two events of the library.
import { type BaileysEventMap, type MessageUserReceiptUpdate, proto, type WAMessage, type WAMessageUpdate } from 'baileys';
import { isoTime, number, record, text } from '../../cloud-json.ts';
import type { Inbound, InboundContent } from '../../port.ts';
import { addressesOf } from '../addresses.ts';
import { list } from './business-text.ts';
import {
  editFacts,
  groupReceipts,
  type How,
  type Me,
  ownStatus,
  type Place,
  placeOf,
  reactionFact,
  reactionsOn,
  revokeFact,
  statusFacts,
  unique,
  words,
} from './changes.ts';
import { count } from './media-ref.ts';
import { contentOf, innermost, isCopy, isUnknown, type Part, unsupported } from './message-content.ts';
import { mappingFact, profileFacts, sameFact } from './notices.ts';

const stubs = proto.WebMessageInfo.StubType;
const edits = proto.Message.ProtocolMessage.Type;

const missedCalls: Partial<Record<number, { video: boolean }>> = {
  [stubs.CALL_MISSED_VOICE]: { video: false },
  [stubs.CALL_MISSED_VIDEO]: { video: true },
  [stubs.CALL_MISSED_GROUP_VOICE]: { video: false },
  [stubs.CALL_MISSED_GROUP_VIDEO]: { video: true },
};

/**
 * The facts in a message: usually one, plus reactions and status if the message contains them. Nothing for chats that are not conversations
 * with a customer: status, channels, broadcasts, bots, and notes to oneself.
 * The caller fills in the other form of the ids (`remoteJidAlt`, `participantAlt`) if known.
 */
export function messageFacts(message: WAMessage, how: How): Inbound[] {
  return factsOf(message, how, null);
}

/** Status of an earlier message: an item of `messages.update` or `message-receipt.update`. Edits and deletions come as messages. */
export function receiptFacts(update: WAMessageUpdate | MessageUserReceiptUpdate, how: Omit<How, 'history'>): Inbound[] {
  const place = placeOf(update.key, how.me);
  if (!place?.fromMe) return [];
  if ('receipt' in update) return groupReceipts(place, [update.receipt], how);

  const { status, messageTimestamp, messageStubParameters } = update.update ?? {};
  const at = isoTime(count(messageTimestamp)) ?? how.now.toISOString();
  return statusFacts(place, status, messageStubParameters, at);
}

/**
 * History since `since`: identities first, then messages, each chat's oldest first, then names. History contains messages in their current
 * state, so changes of messages that it does not contain are ignored. Without `since`, only identities.
 */
export function historyFacts(history: BaileysEventMap['messaging-history.set'], how: { since: Date | null; me: Me; now: Date }): Inbound[] {
  const { since, now } = how;
  const pairs = [
    ...list(history.lidPnMappings),
    ...list(history.contacts).map(({ id, lid, phoneNumber }) => ({ lid: lid ?? id, pn: phoneNumber ?? id })),
  ];
  const mappings = unique(pairs.flatMap((pair) => mappingFact(pair, now)));
  if (!since) return mappings;

  const numbers = new Map<string, string>();
  for (const { addresses } of mappings) {
    const lid = addresses.find((address) => address.kind === 'wa_lid');
    const pn = addresses.find((address) => address.kind === 'wa_pn');
    if (lid && pn) numbers.set(lid.value, pn.value);
  }
  const names = new Map<string, string>();
  for (const contact of list(history.contacts)) {
    const name = text(contact.name) ?? text(contact.notify);
    for (const address of addressesOf(contact.id, contact.phoneNumber)) if (name !== null) names.set(address.value, name);
  }
  const other = (jid: string | null | undefined) => {
    const [address] = addressesOf(jid);
    const pn = address?.kind === 'wa_lid' ? numbers.get(address.value) : undefined;
    return pn && `${pn}@s.whatsapp.net`;
  };

  const wanted = list(history.messages)
    .map((message) => ({ message, at: count(message.messageTimestamp) ?? 0 }))
    .filter(({ at }) => at * 1000 >= since.getTime())
    .sort((a, b) => a.at - b.at);
  const facts = wanted.flatMap(({ message }) => {
    const { key } = message;
    if (!record(key)) return [];
    const filled = {
      ...key,
      remoteJidAlt: key.remoteJidAlt ?? other(key.remoteJid),
      participantAlt: key.participantAlt ?? other(key.participant ?? message.participant),
    };
    const name = addressesOf(filled.remoteJid, filled.remoteJidAlt)
      .map((address) => names.get(address.value) ?? null)
      .find((found) => found !== null);
    return factsOf({ ...message, key: filled }, { ...how, history: true }, name ?? null);
  });

  const told = new Set(facts.flatMap((fact) => (fact.kind === 'message' ? [fact.externalId] : [])));
  const kept = facts.filter((fact) => !('targetExternalId' in fact) || told.has(fact.targetExternalId));
  const chats = new Set(kept.flatMap((fact) => (fact.kind === 'message' ? fact.chat.map(({ value }) => value) : [])));
  const profiles = profileFacts(list(history.contacts), now).filter(
    (fact) => fact.kind === 'profile' && fact.addresses.some(({ value }) => chats.has(value)),
  );
  return [...mappings, ...kept, ...profiles];
}

function factsOf(message: WAMessage, how: How, name: string | null): Inbound[] {
  const place = placeOf(message.key && { ...message.key, participant: message.key.participant ?? message.participant }, how.me);
  if (!place) return [];
  const at = isoTime(count(message.messageTimestamp)) ?? how.now.toISOString();
  const main = mainFacts(message, place, at, how, name);
  const told = main.some((fact) => fact.kind === 'message');
  if (!told) return main;
  return [...main, ...reactionsOn(message, place, at), ...(place.fromMe ? ownStatus(message, place, at, how) : [])];
}

function mainFacts(message: WAMessage, place: Place, at: string, how: How, name: string | null): Inbound[] {
  const stub = message.messageStubType ?? 0;
  const group = place.chat[0]?.kind === 'group';
  const tell = (content: InboundContent, context: proto.IContextInfo | null, placeholder: boolean): Inbound => {
    const pushName = text(message.pushName) ?? text(message.verifiedBizName);
    return {
      // A placeholder has another key, so that it does not block the message when that comes.
      key: `m:${place.in}:${place.fromMe ? 1 : 0}:${place.id}${placeholder ? ':placeholder' : ''}`,
      kind: 'message',
      externalId: place.id,
      chat: place.chat,
      participant:
        group && !place.fromMe ? { addresses: addressesOf(place.key.participant, place.key.participantAlt), name: pushName } : null,
      name: group || place.fromMe ? name : (pushName ?? name),
      fromMe: place.fromMe,
      sentAt: at,
      content,
      // A reply to a story quotes something that is in no chat.
      quotedExternalId: context?.remoteJid && addressesOf(context.remoteJid).length === 0 ? null : text(context?.stanzaId),
      forwarded: context?.isForwarded === true || (number(context?.forwardingScore) ?? 0) > 0,
      history: how.history,
    };
  };

  const part = innermost(message.message);
  if (part?.field === 'protocolMessage') return changeFacts(part, place, at, tell);
  if (part?.field === 'reactionMessage') {
    const { key, text: emoji } = part.message.reactionMessage ?? {};
    const target = text(key?.id);
    const reactor = { ...place.key, name: message.pushName };
    return target === null ? [] : reactionFact(place, reactor, target, emoji, at);
  }
  if (part) {
    if (isCopy(message.message)) return [];
    const { content, context } = contentOf(part, place.key);
    return content ? [tell(content, context, false)] : [];
  }

  const call = missedCalls[stub];
  if (call) {
    const from = text(place.key.participant) ?? text(place.key.remoteJid) ?? '';
    return [
      {
        key: `c:${place.id}:missed`,
        kind: 'call',
        callId: place.id,
        from,
        chat: place.chat,
        ...call,
        outcome: 'missed',
        at,
        history: how.history,
      },
    ];
  }
  if (place.key.isViewOnce === true) return [tell(unsupported('view_once'), null, true)];
  switch (stub) {
    // The library has asked for it again. In history it will never come.
    case stubs.CIPHERTEXT:
      return [tell(unsupported(how.history ? 'undecryptable' : 'awaiting_phone'), null, true)];
    case stubs.REVOKE:
      return [tell(unsupported('revoked'), null, true), revokeFact(place, place.id, at)];
    case stubs.VIEWED_ONCE:
      return [tell(unsupported('view_once'), null, true)];
    case stubs.OVERSIZED:
    case stubs.FUTUREPROOF:
      return [tell(unsupported('unknown'), null, true)];
    case stubs.GROUP_CHANGE_SUBJECT: {
      const [subject] = words(message.messageStubParameters);
      // The subject in history may be outdated.
      return group && !how.history ? profileFacts([{ id: place.key.remoteJid ?? '', name: subject }], how.now) : [];
    }
  }
  return isUnknown(message.message) ? [tell(unsupported('unknown'), null, true)] : [];
}

type Tell = (content: InboundContent, context: proto.IContextInfo | null, placeholder: boolean) => Inbound;

function changeFacts(part: Part, place: Place, at: string, tell: Tell): Inbound[] {
  const change = part.message.protocolMessage;
  const target = text(change?.key?.id);
  switch (change?.type) {
    case edits.REVOKE:
      return target === null ? [] : [revokeFact(place, target, at)];
    case edits.MESSAGE_EDIT: {
      const ms = count(change.timestampMs);
      const editedAt = (ms === null ? null : isoTime(Math.floor(ms / 1000))) ?? at;
      if (target !== null && target !== place.id) return editFacts(place, target, change.editedMessage, editedAt);
      // History contains the edited message under its own id.
      const inner = innermost(change.editedMessage);
      const { content, context } = inner ? contentOf(inner, place.key) : { content: null, context: null };
      return content ? [tell(content, context, false)] : [];
    }
    // The person behind a LID has shared their number.
    case edits.SHARE_PHONE_NUMBER:
      return sameFact(place.chat, at);
    default:
      return [];
  }
}
