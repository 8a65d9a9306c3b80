// Who is who, as events tell it. Nothing here waits for a person; what only a person can tell is left apart.
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
  findByNumber,
  getContact,
  identitiesOfContact,
  insertContact,
  type KnownContact,
  lockContact,
  lockContactsBehind,
  lockIdentities,
  removeIdentity,
  saveContact,
  saveIdentity,
} from '../store/contacts.ts';
import { partedFrom } from '../store/people.ts';

/** `same`: contacts that the event proves to be this person too. Whoever can move their conversations joins them in the same transaction. */
export type Recognised = { id: number; name: string; number: string; created: boolean; same: number[] };

export type Seen = {
  connectionId: number;
  addresses: readonly Identity[];
  name: string | null;
  isGroup: boolean;
  /** It tells how things were: it may fill in a number, but replaces none. */
  past?: boolean;
};

type Told = { identities: Identity[]; phone: string | null; name: string | null };

/**
 * The contact behind the addresses of one event, made when nobody is known by any of them. What the event tells anew is kept: further
 * addresses, a number, the profile name unless a person gave another. Safe to run many times at once for the same stranger: one contact
 * comes out. Waits for others who are deciding about the same person.
 */
export async function recogniseContact(ctx: Tx, seen: Seen): Promise<Recognised> {
  const identities = identitiesOf(seen.addresses);
  const telling = recognisedBy(identities);
  if (telling.length === 0) throw new Error('an event without an address');
  const phone = seen.isGroup ? null : phoneIn(identities);
  const name = seen.isGroup ? usableName(seen.name) : tellingName(seen.name);
  const told: Told = { identities, phone, name };

  const [known, ...others] = await contactsBehind(ctx, telling);
  if (known && others.length === 0 && isOldNews(known, told)) return recognised(known, []);

  await lockIdentities(ctx, telling);
  const found = await choose(ctx, telling, phone);
  if (found) return learn(ctx, found.chosen, seen.past ? past(ctx, found.chosen, told) : told, found.same);

  if (phone !== null) await freeNumber(ctx, phone);
  const now = ctx.now();
  const row = await insertContact(ctx, {
    name: firstName(name, phone ?? ''),
    number: phone ?? '',
    is_group: seen.isGroup,
    connection_id: seen.connectionId,
    created_at: now,
    updated_at: now,
  });
  for (const identity of identities) await saveIdentity(ctx, row.id, identity, now);
  await ctx.publish(contactCreated, { contact: viewer(ctx)(row) });
  return { id: row.id, name: row.name, number: row.number, created: true, same: [] };
}

/**
 * The person reached at `before` is from now on reached at `after`. Null when `before` leads to nobody. An address that was replaced by
 * another of its kind leads to him no more, as it will reach somebody else one day. Addresses of people who are kept apart stay theirs.
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
  const linked = await learn(ctx, contact, { identities, phone: phoneIn(identities), name: null }, await notParted(ctx, contact, same));
  for (const identity of left) {
    const replaced = identities.some(({ kind, value }) => kind === identity.kind && value !== identity.value);
    if (replaced) await removeIdentity(ctx, contact.id, identity);
  }
  return linked;
}

/**
 * These addresses reach one and the same person. Null when none of them leads to anybody: nobody is made of an address alone. It fills in
 * a number, but replaces none, because the pair may be older than what is known.
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
 * What somebody known is called now, by himself or, as `given`, in the telephone's address book. A name that a person gave, here or there,
 * stays. Null when the addresses lead to nobody.
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
 * The channel knows a contact by this address too, as it said when it took a message for him. Does nothing for groups, whose members
 * answer with their own, and where the address leads to somebody else: an event with both tells who he is.
 */
export async function learnAddress(ctx: Tx, contactId: number, address: Identity): Promise<void> {
  const identities = identitiesOf([address]);
  const contact = await getContact(ctx, contactId);
  const known = { identities: await identitiesOfContact(ctx, contactId) };
  if (contact.is_group || saysAll(known, identities)) return;
  await lockIdentities(ctx, recognisedBy(identities));
  const others = await contactsBehind(ctx, recognisedBy(identities));
  if (others.some(({ id }) => id !== contactId)) return;
  for (const identity of identities) if (!saysAll(known, [identity])) await saveIdentity(ctx, contactId, identity, ctx.now());
}

/** Whom these addresses lead to; several until they are known to be one person. */
export async function contactIdsBehind(ctx: Tx, addresses: readonly Identity[]): Promise<number[]> {
  return (await contactsBehind(ctx, recognisedBy(identitiesOf(addresses)))).map(({ id }) => id);
}

/** What led to the former number leads to the contact no more; the new number does. */
export async function moveNumber(ctx: Tx, contact: ContactRow, number: string): Promise<void> {
  const former = formsOf(contact.number, await identitiesOfContact(ctx, contact.id));
  for (const identity of former) await removeIdentity(ctx, contact.id, identity);
  await saveIdentity(ctx, contact.id, { kind: 'phone', value: number }, ctx.now());
}

type Found = { chosen: KnownContact; same: KnownContact[] };

/** Of those whom locked identities lead to: who it is, and who else is he. Held until the transaction ends. */
async function choose(ctx: Tx, telling: readonly Identity[], phone: string | null): Promise<Found | null> {
  const candidates = await lockContactsBehind(ctx, telling);
  const chosen = preferred(candidates, phone);
  if (!chosen) return null;
  const { same, apart } = samePerson(chosen, candidates);
  tellApart(ctx, chosen, apart);
  return { chosen, same: await notParted(ctx, chosen, same) };
}

function tellApart(ctx: Tx, chosen: KnownContact, apart: readonly KnownContact[]): void {
  if (apart.length > 0)
    ctx.log.warn({ contacts: apart.map(({ id }) => id), chosen: chosen.id }, 'contacts with different numbers share an address');
}

/** Whom a person parted from somebody, nothing but a person joins with him again. */
async function notParted(ctx: Tx, chosen: KnownContact, same: readonly KnownContact[]): Promise<KnownContact[]> {
  if (same.length === 0) return [];
  const ids = same.map(({ id }) => id);
  const parted = await partedFrom(ctx, chosen.id, ids);
  return same.filter(({ id }) => !parted.has(id));
}

function phoneIn(identities: readonly Identity[]): string | null {
  return identities.find(({ kind }) => kind === 'phone')?.value ?? null;
}

function isOldNews(known: KnownContact, { identities, phone, name }: Told): boolean {
  return saysAll(known, identities) && !isNewNumber(known, known.number, phone) && (name === null || known.named || known.name === name);
}

/** Who has several numbers, as after a merge, keeps the first as his whichever he writes from. */
function isNewNumber({ identities }: Pick<KnownContact, 'identities'>, number: string, phone: string | null): phone is string {
  if (phone === null || phone === number) return false;
  return number === '' || !identities.some(({ kind, value }) => kind === 'phone' && value === phone);
}

/** Without a number that contradicts what is known. */
function past(ctx: Tx, known: KnownContact, told: Told): Told {
  if (known.number === '' || !isNewNumber(known, known.number, told.phone)) return told;
  ctx.log.info({ contact: known.id }, 'another number of the past is not taken over');
  return { ...told, phone: null, identities: told.identities.filter(({ kind }) => kind !== 'phone' && kind !== 'wa_pn') };
}

/** Keeps what an event tells of a known contact. */
async function learn(ctx: Tx, known: KnownContact, { identities, phone, name }: Told, same: readonly KnownContact[]): Promise<Recognised> {
  const now = ctx.now();
  for (const identity of identities) {
    if (!saysAll(known, [identity])) await saveIdentity(ctx, known.id, identity, now);
  }
  const before = await lockContact(ctx, known.id);
  const takes = isNewNumber(known, before.number, phone) && (await freeNumber(ctx, phone));
  const number = takes ? phone : before.number;
  // Who was called by the number, or by nothing, for want of a name.
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

/** Is the number nobody's? Who shows it still, but is not reached there any more, gives it up. */
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
