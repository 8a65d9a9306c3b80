// Which contact an event is about. Nothing here asks a person: contacts that only a person could match are left apart.
import { contactChanged, contactCreated } from '../../../../events/contacts.ts';
import type { Tx } from '../../../../platform/context.ts';
import { viewer } from '../reads.ts';
import {
  firstName,
  formsOf,
  type Identity,
  identitiesOf,
  preferred,
  recognisedBy,
  samePerson,
  saysAll,
  tellingName,
  usableName,
} from '../rules.ts';
import {
  type ContactRow,
  contactsBehind,
  contactsBehindEach,
  contactsBehindJson,
  findByNumber,
  getContact,
  holdIdentities,
  identitiesOfContact,
  insertContactWith,
  type KnownContact,
  lockContact,
  lockContactsBehind,
  lockIdentities,
  removeIdentity,
  saveContact,
  saveIdentities,
} from '../store/contacts.ts';
import { splitFrom } from '../store/people.ts';

/** `same`: other contacts that the event proves to be the same person. The caller merges them in the same transaction. */
export type Recognised = { id: number; name: string; number: string; created: boolean; same: number[] };

export type Seen = {
  connectionId: number;
  addresses: readonly Identity[];
  name: string | null;
  isGroup: boolean;
  /** The event is about the past: it may add a missing number, but never replaces one. */
  past?: boolean;
  /** What `knownContacts` found in this transaction, if it was asked already. */
  known?: readonly KnownContact[] | undefined;
};

/** The contacts behind the addresses of an event, as JSON: for a statement that reads something else as well. */
export function knownContacts(companyId: number, addresses: readonly Identity[]) {
  return contactsBehindJson(companyId, recognisedBy(identitiesOf(addresses)));
}

/** What `known` is for each of several events: the contacts behind its addresses. */
export function knownContactsOf(ctx: Tx, each: readonly (readonly Identity[])[]): Promise<KnownContact[][]> {
  return contactsBehindEach(
    ctx,
    each.map((addresses) => recognisedBy(identitiesOf(addresses))),
  );
}

/** As `recogniseContact` for each of these, but null where that would store something or wait. Only reads. */
export async function recogniseKnown(ctx: Tx, each: readonly Seen[]): Promise<(Recognised | null)[]> {
  const told = each.map(toldBy);
  const behind = await contactsBehindEach(
    ctx,
    told.map(({ identities }) => recognisedBy(identities)),
  );
  return told.map((told, place) => {
    const [known, ...others] = behind[place] ?? [];
    return known && others.length === 0 && isOldNews(known, told) ? recognised(known, []) : null;
  });
}

type Told = { identities: Identity[]; phone: string | null; name: string | null };

/**
 * Finds the contact with any of an event's addresses, or creates it. Whatever is new in the event is stored: more addresses, a number, the
 * profile name unless a person typed another. Concurrent calls for the same unknown person create one contact: they wait for each other.
 */
export async function recogniseContact(ctx: Tx, seen: Seen): Promise<Recognised> {
  const told = toldBy(seen);
  const { identities, phone, name } = told;
  const telling = recognisedBy(identities);
  if (telling.length === 0) throw new Error('an event without an address');

  const [known, ...others] = seen.known ?? (await contactsBehind(ctx, telling));
  if (known && others.length === 0 && isOldNews(known, told)) return recognised(known, []);

  const held = await holdIdentities(ctx, telling, phone);
  const found = await choose(ctx, telling, phone, held.contacts);
  if (found) return learn(ctx, found.chosen, seen.past ? past(ctx, found.chosen, told) : told, found.same);

  if (phone !== null && held.numberHolder !== null) await freeNumber(ctx, phone);
  const now = ctx.now();
  const fields = { name: firstName(name, phone ?? ''), number: phone ?? '', is_group: seen.isGroup, connection_id: seen.connectionId };
  const row = await insertContactWith(ctx, { ...fields, created_at: now, updated_at: now }, identities, now);
  await ctx.publish(contactCreated, { contact: viewer(ctx)(row) });
  return { id: row.id, name: row.name, number: row.number, created: true, same: [] };
}

function toldBy({ addresses, isGroup, name }: Seen): Told {
  const identities = identitiesOf(addresses);
  return { identities, phone: isGroup ? null : phoneIn(identities), name: isGroup ? usableName(name) : tellingName(name) };
}

/**
 * The person with the address `before` now has the addresses `after`. Null when no contact has `before`. An address replaced by another of
 * its kind is removed, because some day it will belong to somebody else. Contacts that are kept apart keep their addresses.
 */
export async function linkIdentities(ctx: Tx, before: Identity, after: readonly Identity[]): Promise<Recognised | null> {
  const left = identitiesOf([before]);
  const identities = identitiesOf(after);
  await lockIdentities(ctx, recognisedBy([...left, ...identities]));
  const former = preferred(await contactsBehind(ctx, recognisedBy(left)), null);
  if (!former) return null;
  const all = await lockContactsBehind(ctx, recognisedBy([...left, ...identities]));
  const contact = all.find(({ id }) => id === former.id);
  if (!contact) return null;
  const { same, apart } = samePerson(contact, all);
  tellApart(ctx, contact, apart);
  const linked = await learn(ctx, contact, { identities, phone: phoneIn(identities), name: null }, await notSplit(ctx, contact, same));
  for (const identity of left) {
    const replaced = identities.some(({ kind, value }) => kind === identity.kind && value !== identity.value);
    if (replaced) await removeIdentity(ctx, contact.id, identity);
  }
  return linked;
}

/**
 * These addresses belong to one person. Null when no contact has any of them: an address alone creates no contact. A missing number is
 * added, but none is replaced, because the pair may be older than what is known.
 */
export async function pairAddresses(ctx: Tx, addresses: readonly Identity[]): Promise<Recognised | null> {
  const identities = identitiesOf(addresses);
  const telling = recognisedBy(identities);
  const told: Told = { identities, phone: phoneIn(identities), name: null };
  const [known, ...others] = await contactsBehind(ctx, telling);
  if (!known) return null;
  if (others.length === 0 && isOldNews(known, told)) return recognised(known, []);
  await lockIdentities(ctx, telling);
  const found = await choose(ctx, telling, told.phone);
  return found && learn(ctx, found.chosen, past(ctx, found.chosen, told), found.same);
}

/**
 * The new name of a known contact: their profile name or, when `given`, their name in the phone's address book. A name that a person typed,
 * here or on the phone, is never replaced by a profile name. Null when no contact has these addresses.
 */
export async function learnName(
  ctx: Tx,
  addresses: readonly Identity[],
  name: string | null,
  { given }: { given: boolean },
): Promise<{ id: number } | null> {
  const identities = identitiesOf(addresses);
  const known = preferred(await contactsBehind(ctx, recognisedBy(identities)), phoneIn(identities));
  if (!known) return null;
  const called = known.is_group ? usableName(name) : tellingName(name);
  if (called === null || known.named || (called === known.name && !given)) return { id: known.id };
  const before = await lockContact(ctx, known.id);
  if (before.named) return { id: known.id };
  const row = await saveContact(ctx, known.id, { name: called, named: given, updated_at: ctx.now() });
  if (called !== before.name) await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
  return { id: known.id };
}

/**
 * The contact also has this address: the channel named it when it accepted a message for them. Ignored for groups, because members answer
 * with their own addresses, and when another contact has it: an event with both addresses will decide.
 */
export async function learnAddress(ctx: Tx, contactId: number, address: Identity): Promise<void> {
  const identities = identitiesOf([address]);
  const contact = await getContact(ctx, contactId);
  const known = { identities: await identitiesOfContact(ctx, contactId) };
  if (contact.is_group || saysAll(known, identities)) return;
  await lockIdentities(ctx, recognisedBy(identities));
  const others = await contactsBehind(ctx, recognisedBy(identities));
  if (others.some(({ id }) => id !== contactId)) return;
  const fresh = identities.filter((identity) => !saysAll(known, [identity]));
  await saveIdentities(ctx, contactId, fresh, ctx.now());
}

/** The contacts with these addresses. More than one, as long as nothing proves them to be the same person. */
export async function contactIdsBehind(ctx: Tx, addresses: readonly Identity[]): Promise<number[]> {
  return (await contactsBehind(ctx, recognisedBy(identitiesOf(addresses)))).map(({ id }) => id);
}

/** Replaces the phone number among a contact's addresses, in all its forms. */
export async function moveNumber(ctx: Tx, contact: ContactRow, number: string): Promise<void> {
  const former = formsOf(contact.number, await identitiesOfContact(ctx, contact.id));
  for (const identity of former) await removeIdentity(ctx, contact.id, identity);
  await saveIdentities(ctx, contact.id, [{ kind: 'phone', value: number }], ctx.now());
}

type Found = { chosen: KnownContact; same: KnownContact[] };

/** Of the contacts with these locked identities: the one the event is about, and others who are the same person. Locks them all. */
async function choose(ctx: Tx, telling: readonly Identity[], phone: string | null, known?: readonly KnownContact[]): Promise<Found | null> {
  const candidates = await lockContactsBehind(ctx, telling, known);
  const chosen = preferred(candidates, phone);
  if (!chosen) return null;
  const { same, apart } = samePerson(chosen, candidates);
  tellApart(ctx, chosen, apart);
  return { chosen, same: await notSplit(ctx, chosen, same) };
}

function tellApart(ctx: Tx, chosen: KnownContact, apart: readonly KnownContact[]): void {
  if (apart.length > 0)
    ctx.log.warn({ contacts: apart.map(({ id }) => id), chosen: chosen.id }, 'contacts with different numbers share an address');
}

/** A manual split is never undone automatically. */
async function notSplit(ctx: Tx, chosen: KnownContact, same: readonly KnownContact[]): Promise<KnownContact[]> {
  if (same.length === 0) return [];
  const ids = same.map(({ id }) => id);
  const split = await splitFrom(ctx, chosen.id, ids);
  return same.filter(({ id }) => !split.has(id));
}

function phoneIn(identities: readonly Identity[]): string | null {
  return identities.find(({ kind }) => kind === 'phone')?.value ?? null;
}

function isOldNews(known: KnownContact, { identities, phone, name }: Told): boolean {
  return saysAll(known, identities) && !isNewNumber(known, known.number, phone) && (name === null || known.named || known.name === name);
}

/** Somebody with several numbers, as after a merge, keeps the first one shown, whichever they write from. */
function isNewNumber({ identities }: Pick<KnownContact, 'identities'>, number: string, phone: string | null): phone is string {
  if (phone === null || phone === number) return false;
  return number === '' || !identities.some(({ kind, value }) => kind === 'phone' && value === phone);
}

/** Drops a number that contradicts the known one. */
function past(ctx: Tx, known: KnownContact, told: Told): Told {
  if (known.number === '' || !isNewNumber(known, known.number, told.phone)) return told;
  ctx.log.info({ contact: known.id }, 'an older number did not replace the known one');
  return { ...told, phone: null, identities: told.identities.filter(({ kind }) => kind !== 'phone' && kind !== 'wa_pn') };
}

/** Keeps what an event tells of a known contact. */
async function learn(ctx: Tx, known: KnownContact, { identities, phone, name }: Told, same: readonly KnownContact[]): Promise<Recognised> {
  const now = ctx.now();
  const fresh = identities.filter((identity) => !saysAll(known, [identity]));
  await saveIdentities(ctx, known.id, fresh, now);
  const before = await lockContact(ctx, known.id);
  const takes = isNewNumber(known, before.number, phone) && (await freeNumber(ctx, phone));
  const number = takes ? phone : before.number;
  // Without a name of their own they are shown by their number, so that name follows the number.
  const nameless = before.name === firstName(null, before.number) ? firstName(null, number) : before.name;
  const called = before.named ? before.name : (name ?? nameless);
  if (called === before.name && number === before.number) return recognised(before, same);
  if (takes) await moveNumber(ctx, before, number);
  const row = await saveContact(ctx, before.id, { name: called, number, updated_at: now });
  await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
  return recognised(row, same);
}

function recognised({ id, name, number }: Pick<ContactRow, 'id' | 'name' | 'number'>, same: readonly KnownContact[]): Recognised {
  return { id, name, number, created: false, same: same.map((other) => other.id) };
}

/** Is the number free? A contact that still shows it, but is no longer reached there, loses it. */
async function freeNumber(ctx: Tx, number: string): Promise<boolean> {
  const holder = await findByNumber(ctx, number);
  if (!holder) return true;
  const reached = await identitiesOfContact(ctx, holder.id);
  if (reached.some(({ kind, value }) => kind === 'phone' && value === number)) return false;
  const before = await lockContact(ctx, holder.id);
  const name = before.name === firstName(null, number) ? firstName(null, '') : before.name;
  const row = await saveContact(ctx, holder.id, { number: '', name, updated_at: ctx.now() });
  await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
  return true;
}
