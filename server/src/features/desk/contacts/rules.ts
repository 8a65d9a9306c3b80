// Which contact is meant. A phone number has one canonical form: E.164 digits, Brazilian mobiles with the ninth digit, Mexican ones without
// the old 1. Providers keep ids from before such changes, so one person may appear in two forms; both become the canonical one.

import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { identityKinds } from '@balcao/contract/contacts';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import { storableText } from '@balcao/contract/storable-text';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

export type Identity = { kind: (typeof identityKinds)[number]; value: string };

/** The area codes Brazil has given out (Anatel, plano de numeração). */
const areaCodes = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
);

/**
 * The canonical form of a number as people write it: with or without mask, `+`, `00`, a leading zero or a carrier code. Without a country
 * code it is taken as Brazilian where that is possible. Refuses with ERR_INVALID_NUMBER what cannot be a phone number.
 */
export function canonicalNumber(written: string): Verdict<string> {
  const digits = written.normalize('NFKC').replace(/\D/g, '');
  const marked = written.trim().startsWith('+') || /^00[1-9]/.test(digits);
  const number = marked ? international(digits.replace(/^0+/, ''), 'written') : (national(digits) ?? international(digits, 'guessed'));
  return number === null ? refuse('ERR_INVALID_NUMBER') : accept(number);
}

/** The canonical form of a number from a provider. It has a country code and is never refused: short and unusual numbers exist. */
export function canonicalAddress(value: string): string {
  const digits = value.replace(/\D/g, '');
  return brazilian(digits) ?? withoutMexicanOne(digits);
}

/** A shorter number without a country code is more likely a Brazilian one without its area code. */
const shortestGuess = 11;

function national(digits: string): string | null {
  const plain = digits.replace(/^0+/, '');
  if (/^800\d{6,7}$/.test(plain)) return `55${plain}`;
  if (plain.startsWith('55') && plain.length >= 12) return brazilian(plain);
  // A zero and two digits of a carrier before the area code.
  const dialled = digits.startsWith('0') && plain.length >= 12 ? plain.slice(2) : plain;
  return brazilian(`55${dialled}`);
}

function international(digits: string, how: 'written' | 'guessed'): string | null {
  const local = brazilian(digits) ?? (/^55800\d{6,7}$/.test(digits) ? digits : null);
  if (local || digits.startsWith('55')) return local;
  if (how === 'guessed' && digits.length < shortestGuess) return null;
  const parsed = parsePhoneNumberFromString(`+${withoutMexicanOne(digits)}`);
  const fits = how === 'written' ? parsed?.isPossible() : parsed?.isValid();
  return parsed && fits ? parsed.number.slice(1) : null;
}

/** Mobiles have nine digits that begin with 9, before 2016 eight that began with 6 to 9; landlines eight that begin with 2 to 5. */
function brazilian(digits: string): string | null {
  const [, area = '', local = ''] = /^55(\d{2})(\d{8,9})$/.exec(digits) ?? [];
  if (!areaCodes.has(area)) return null;
  if (/^(9\d{8}|[2-5]\d{7})$/.test(local)) return digits;
  return /^[6-9]\d{7}$/.test(local) ? `55${area}9${local}` : null;
}

function withoutMexicanOne(digits: string): string {
  return digits.replace(/^521(\d{10})$/, '52$1');
}

/**
 * The identities in the addresses of one event, each once. A provider's form of a phone number is kept as it is, because answers go there,
 * and in its canonical form, which identifies the person.
 */
export function identitiesOf(addresses: readonly Identity[]): Identity[] {
  const all = addresses.flatMap(({ kind, value }): Identity[] => {
    const text = value.trim();
    if (text === '') return [];
    if (kind !== 'wa_pn' && kind !== 'phone') return [{ kind, value: kind === 'username' ? text.toLowerCase() : text }];
    const digits = text.replace(/\D/g, '');
    if (digits === '') return [];
    const phone: Identity = { kind: 'phone', value: canonicalAddress(digits) };
    return kind === 'wa_pn' ? [phone, { kind, value: digits }] : [phone];
  });
  return [...new Map(all.map((identity) => [`${identity.kind}:${identity.value}`, identity])).values()];
}

/**
 * The identities by which a contact is found. A provider's form of a number adds nothing to the number itself. A username can pass to
 * somebody else, so it counts only if nothing better is known.
 */
export function recognisedBy(identities: readonly Identity[]): Identity[] {
  const own = identities.filter(({ kind }) => kind === 'phone' || kind === 'wa_lid' || kind === 'wa_bsuid' || kind === 'group');
  return own.length > 0 ? own : identities.filter(({ kind }) => kind === 'username');
}

export type Known = { id: number; number: string };

/** Of several contacts that match one event: the one with the event's phone number, else one with any number; among equals the oldest. */
export function preferred<T extends Known>(contacts: readonly T[], phone: string | null): T | null {
  const rank = ({ number }: Known) => (number === '' ? 2 : number === phone ? 0 : 1);
  return [...contacts].sort((a, b) => rank(a) - rank(b) || a.id - b.id)[0] ?? null;
}

/**
 * Which of the contacts that match one event are the same person as the chosen one, and which are kept apart. Contacts with different phone
 * numbers are kept apart: either an address passed from one person to another, or somebody changed their number and an old contact of the
 * new one exists. Only a person can tell; until then the chosen one, who has the event's number, is the author. A contact without a number
 * that has an address of the same event is the same person.
 */
export function samePerson<T extends Known & { is_group: boolean }>(chosen: T, contacts: readonly T[]): { same: T[]; apart: T[] } {
  const others = contacts.filter(({ id }) => id !== chosen.id);
  const same = others.filter(
    (other) => !chosen.is_group && !other.is_group && (other.number === '' || chosen.number === '' || other.number === chosen.number),
  );
  return { same, apart: others.filter((other) => !same.includes(other)) };
}

/** Does a contact already have everything an event says? Its `identities` come most recent first. */
export function saysAll(contact: { identities: readonly Identity[] }, told: readonly Identity[]): boolean {
  return told.every(({ kind, value }) => {
    const own = contact.identities.filter((identity) => identity.kind === kind);
    // Answers go to the form of the number that was used last.
    return kind === 'wa_pn' ? own[0]?.value === value : own.some((identity) => identity.value === value);
  });
}

/** The identities that a contact loses with its number. */
export function formsOf(number: string, identities: readonly Identity[]): Identity[] {
  return identities.filter(
    ({ kind, value }) => (kind === 'phone' && value === number) || (kind === 'wa_pn' && canonicalAddress(value) === number),
  );
}

/** A profile name as it may be stored; null when nothing is left of it. */
export function usableName(name: string | null): string | null {
  // Not U+200D: it joins emoji.
  const clean = (name ?? '')
    .replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean === '' ? null : [...clean].slice(0, 100).join('');
}

/** As `usableName`, for profile names: also null without a letter or an emoji (`.`, `~`, a number). */
export function tellingName(name: string | null): string | null {
  const clean = usableName(name);
  return clean !== null && /[\p{L}\p{Extended_Pictographic}]/u.test(clean) ? clean : null;
}

/** The name of a new contact. */
export function firstName(name: string | null, number: string): string {
  return name ?? (number || 'Número oculto');
}

/** The kinds of address a channel can send to, the best first. */
const reachable: Record<ConnectionChannel, readonly Identity['kind'][]> = {
  // Sessions and privacy tokens belong to the LID; if there is one, a message to the number can be refused (463).
  whatsapp_web: ['group', 'wa_lid', 'wa_pn', 'phone'],
  // The Graph API knows no LID.
  whatsapp_cloud: ['wa_pn', 'wa_bsuid', 'phone'],
  simulator: ['group', 'wa_pn', 'wa_bsuid', 'wa_lid', 'phone'],
};

/** The best address to write to on a channel: the most recent one of the best kind. Null when there is none. */
export function replyAddressOf(contact: { number: string; identities: readonly Identity[] }, channel: ConnectionChannel): Identity | null {
  for (const kind of reachable[channel]) {
    if (kind === 'phone' && contact.number !== '') return { kind, value: contact.number };
    const found = contact.identities.find((identity) => identity.kind === kind);
    if (found) return { kind, value: found.value };
  }
  return null;
}

/** A search term: a number without its mask, else the text as it is. */
export function searchTerm(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return /^[\d\s()+.-]+$/.test(typed) && digits.length >= 3 ? digits : typed;
}

export type NewContact = { name: string; number: string; email: string; fields?: readonly { name: string; value: string }[] };

/** A row of a list as a contact: name of 2 to 50 characters, canonical number, e-mail or none, custom fields. Refuses with the code of the first error. */
export function contactFrom(row: NewContact): Verdict<NewContact> {
  const name = usableName(row.name);
  const length = [...(name ?? '')].length;
  if (name === null || length < 2 || length > 50) return refuse('ERR_CONTACT_NAME');
  const number = canonicalNumber(row.number);
  if (!number.ok) return number;
  const email = row.email.trim();
  if (email !== '' && !(email.length <= 254 && /^[^\s\p{Cc}@;,<>"]+@[^\s\p{Cc}@;,<>".]+(\.[^\s\p{Cc}@;,<>".]+)+$/u.test(email)))
    return refuse('ERR_CONTACT_EMAIL');
  const fields = (row.fields ?? []).flatMap((field) => {
    const title = usableName(field.name);
    return title === null ? [] : [{ name: title, value: storableText(field.value, 2000) }];
  });
  return accept({ name, number: number.value, email, fields });
}
