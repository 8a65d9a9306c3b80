// Turns the library's other events into facts: calls, names, identities, limits of the number.
import { createHash } from 'node:crypto';
import type { Contact, GroupMetadata, LIDMapping, NewChatMessageCapInfo, ReachoutTimelockState, WACallEvent } from 'baileys';
import { isoTime, number, text } from '../../cloud-json.ts';
import type { Address, CallOutcome, Inbound } from '../../port.ts';
import { addressesOf } from '../addresses.ts';
import { list } from './business-text.ts';

type Of<K extends Inbound['kind']> = Extract<Inbound, { kind: K }>;

const outcomes: Partial<Record<WACallEvent['status'], CallOutcome>> = {
  offer: 'ringing',
  accept: 'answered',
  reject: 'rejected',
  timeout: 'missed',
  terminate: 'missed',
};

const ends: Partial<Record<string, CallOutcome>> = { accepted_elsewhere: 'answered', rejected_elsewhere: 'rejected' };

/**
 * A call that rings or has ended; nothing for the steps between. `ended` is the `reason` of its <terminate>, which the library omits.
 * Every call ends with a <terminate>, also an answered or rejected one, so `missed` must not replace those outcomes.
 */
export function callFact(call: WACallEvent, now: Date, ended: string | null = null): Of<'call'>[] {
  // A call that rang while we were offline rings no more.
  const outcome =
    call.status === 'offer' && call.offline
      ? 'missed'
      : ((ended !== null && Object.hasOwn(ends, ended) ? ends[ended] : undefined) ?? outcomes[call.status]);
  const callId = text(call.id);
  const known = [call.chatId, call.from, call.callerPn].flatMap((jid) => addressesOf(jid));
  const group = [...addressesOf(call.groupJid), ...known].find((address) => address.kind === 'group');
  const persons = (['wa_pn', 'wa_lid'] as const).flatMap((kind) => known.find((address) => address.kind === kind) ?? []);
  const chat = group ? [group] : persons;
  if (!outcome || callId === null || chat.length === 0) return [];
  return [
    {
      key: `c:${callId}:${outcome}`,
      kind: 'call',
      callId,
      from: text(call.from) ?? text(call.chatId) ?? '',
      chat,
      video: call.isVideo === true,
      outcome,
      at: timeOf(call.date) ?? now.toISOString(),
      history: false,
    },
  ];
}

/** These two ids belong to one person; nothing if either is not a person's. */
export function mappingFact(mapping: LIDMapping, now: Date): Of<'same'>[] {
  return sameFact(addressesOf(mapping.pn, mapping.lid), now.toISOString());
}

export function sameFact(addresses: Address[], at: string): Of<'same'>[] {
  return addresses.length < 2 ? [] : [{ key: `a:${addresses.map(({ value }) => value).join('=')}`, kind: 'same', addresses, at }];
}

/**
 * Names of contacts (the phone's address book before their own), changed pictures, and which ids belong to one person. The library repeats
 * the name with every message, so a name is reported once a day.
 */
export function profileFacts(contacts: Partial<Contact>[], now: Date): (Of<'profile'> | Of<'same'>)[] {
  return list(contacts).flatMap((contact) => {
    const addresses = addressesOf(contact.id, addressesOf(contact.id)[0]?.kind === 'wa_lid' ? contact.phoneNumber : contact.lid);
    const [first] = addresses;
    if (!first) return [];
    const book = first.kind === 'group' ? null : text(contact.name);
    const name = book ?? text(contact.name) ?? text(contact.verifiedName) ?? text(contact.notify);
    const picture = contact.imgUrl === 'changed' || contact.imgUrl === 'removed';
    return [
      ...sameFact(addresses, now.toISOString()),
      ...(name !== null || picture ? [{ ...profileFact(first, addresses, name, picture, now), book: book !== null }] : []),
    ];
  });
}

/** Names of groups. */
export function groupFacts(groups: Partial<GroupMetadata>[], now: Date): Of<'profile'>[] {
  return list(groups).flatMap((group) => {
    const addresses = addressesOf(group.id);
    const [first] = addresses;
    const name = text(group.subject);
    return first?.kind === 'group' && name !== null ? [profileFact(first, addresses, name, false, now)] : [];
  });
}

export type LimitNotice = { capping?: NewChatMessageCapInfo; timeLock?: ReachoutTimelockState };

/**
 * WhatsApp's limits for the number. A notice about the quota of new chats (`newChats` set) says nothing about a restriction, and the other
 * way round.
 */
export function limitsFact({ capping, timeLock }: LimitNotice, now: Date): Of<'limits'>[] {
  const at = now.toISOString();
  const facts: Of<'limits'>[] = [];
  const total = number(capping?.total_quota);
  if (capping && total !== null) {
    const used = number(capping.used_quota) ?? 0;
    const resetsAt = isoTime(inSeconds(capping.cycle_end_timestamp));
    const reason = text(capping.capping_status);
    facts.push({
      key: `l:quota:${at}`,
      kind: 'limits',
      restrictedUntil: null,
      answersRestrictedUntil: null,
      reason: reason === 'NONE' ? null : reason,
      newChats: { used, total, resetsAt },
      at,
    });
  }
  if (timeLock) {
    // WhatsApp Web treats a lock without an end as one of a minute.
    const until =
      timeLock.isActive === true ? (timeOf(timeLock.timeEnforcementEnds) ?? new Date(now.getTime() + 60_000).toISOString()) : null;
    const reason = until === null ? null : text(timeLock.enforcementType);
    facts.push({ key: `l:lock:${at}`, kind: 'limits', restrictedUntil: until, answersRestrictedUntil: null, reason, newChats: null, at });
  }
  return facts;
}

function profileFact(first: Address, addresses: Address[], name: string | null, picture: boolean, now: Date): Of<'profile'> {
  const at = now.toISOString();
  const what = picture
    ? `picture:${at}`
    : `${at.slice(0, 10)}:${createHash('sha256')
        .update(name ?? '')
        .digest('hex')
        .slice(0, 12)}`;
  return { key: `p:${first.value}:${what}`, kind: 'profile', addresses, name, picture, at };
}

function timeOf(date: unknown): string | null {
  if (date instanceof Date) return Number.isNaN(date.getTime()) ? null : date.toISOString();
  return isoTime(inSeconds(date));
}

/** WhatsApp uses both seconds and milliseconds. */
function inSeconds(value: unknown): number | null {
  const found = number(value);
  return found !== null && found > 100_000_000_000 ? Math.floor(found / 1000) : found;
}
