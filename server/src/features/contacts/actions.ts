import type { ContactDetail, contactEndpoints } from '@balcao/contract/contacts';
import type { Received } from '@balcao/contract/endpoint';
import { contactChanged, contactCreated, contactDeleted } from '../../events/contacts.ts';
import { ticketDeleted } from '../../events/tickets.ts';
import type { Ctx, Tx } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { audit, removeFilesLater } from '../system/actions.ts';
import { detailOf, viewer } from './reads.ts';
import { canonicalNumber, firstName, formsOf, type Identity, identitiesOf, preferred, recognisedBy, saysAll, usableName } from './rules.ts';
import {
  type ContactRow,
  contactsBehind,
  filesOfContact,
  findByNumber,
  getContact,
  identitiesOfContact,
  insertContact,
  type KnownContact,
  lockContact,
  lockIdentities,
  placesOfTickets,
  removeContact,
  removeIdentity,
  saveContact,
  saveFields,
  saveIdentity,
} from './store.ts';

type NewContact = Received<typeof contactEndpoints.createContact>['body'];
type Change = Received<typeof contactEndpoints.updateContact>['body'];

/** Adds a contact. Throws ERR_INVALID_NUMBER, and ERR_DUPLICATED_CONTACT with the `contactId` of who has the number. */
export function createContact(ctx: Ctx, input: NewContact): Promise<ContactDetail> {
  return transaction(ctx, async (ctx) => {
    const number = numberFrom(input.number);
    await claimNumber(ctx, number, null);
    const now = ctx.now();
    const row = await insertContact(ctx, {
      name: input.name,
      number,
      email: input.email ?? '',
      named: true,
      created_at: now,
      updated_at: now,
    });
    await saveIdentity(ctx, row.id, { kind: 'phone', value: number }, now);
    await saveFields(ctx, row.id, input.extraInfo ?? []);
    await ctx.publish(contactCreated, { contact: viewer(ctx)(row) });
    return detailOf(ctx, row);
  });
}

/** Changes what is given. A name a person typed is not replaced by the channel's. Throws as `createContact`, and ERR_NO_CONTACT_FOUND. */
export function updateContact(ctx: Ctx, id: number, input: Change): Promise<ContactDetail> {
  return transaction(ctx, async (ctx) => {
    const known = await getContact(ctx, id);
    const number = numberAfter(known, input.number);
    if (number !== known.number) await claimNumber(ctx, number, id);
    const before = await lockContact(ctx, id);
    if (number !== before.number) await moveNumber(ctx, before, number);
    const row = await saveContact(ctx, id, {
      name: input.name,
      named: before.named || (input.name !== undefined && input.name !== before.name),
      email: input.email === undefined ? undefined : (input.email ?? ''),
      number,
      updated_at: ctx.now(),
    });
    if (input.extraInfo) await saveFields(ctx, id, input.extraInfo);
    await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
    return detailOf(ctx, row);
  });
}

/** Of how many tickets of a removed contact the browsers are told one by one; older closed ones are in nobody's view. */
const toldTicketsMax = 200;

/** Removes a contact with the tickets, messages and their files. Throws ERR_NO_CONTACT_FOUND. */
export function deleteContact(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await lockContact(ctx, id);
    const files = await filesOfContact(ctx, id);
    const tickets = await placesOfTickets(ctx, id, toldTicketsMax);
    await removeContact(ctx, id);
    await removeFilesLater(ctx, files);
    for (const { id: ticketId, ...placed } of tickets) await ctx.publish(ticketDeleted, { ticketId, placed });
    await audit(ctx, { verb: 'contact.deleted', subject: String(id), details: { name: row.name, number: row.number } });
    await ctx.publish(contactDeleted, { contactId: id });
  });
}

export type Recognised = { id: number; name: string; number: string; created: boolean };

/**
 * The contact behind the addresses of one event, made when nobody is known by any of them. What the event tells anew is kept: further
 * addresses, a number, the profile name unless a person gave another. Safe to run many times at once for the same stranger: one contact
 * comes out. Waits for others who are deciding about the same person.
 */
export async function recogniseContact(
  ctx: Tx,
  seen: { connectionId: number; addresses: readonly Identity[]; name: string | null; isGroup: boolean },
): Promise<Recognised> {
  const identities = identitiesOf(seen.addresses);
  const telling = recognisedBy(identities);
  if (telling.length === 0) throw new Error('an event without an address');
  const phone = seen.isGroup ? null : (identities.find(({ kind }) => kind === 'phone')?.value ?? null);
  const name = usableName(seen.name);
  const told = { identities, phone, name };

  const [known, ...others] = await contactsBehind(ctx, telling);
  if (known && others.length === 0 && isOldNews(known, told))
    return { id: known.id, name: known.name, number: known.number, created: false };

  await lockIdentities(ctx, telling);
  const candidates = await contactsBehind(ctx, telling);
  const chosen = preferred(candidates, phone);
  if (candidates.length > 1)
    ctx.log.warn({ contacts: candidates.map(({ id }) => id), chosen: chosen?.id }, 'several contacts for one person');
  if (chosen) return learn(ctx, chosen, told);

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
  return { id: row.id, name: row.name, number: row.number, created: true };
}

/**
 * The person reached at `before` is from now on reached at `after`. Does nothing when `before` leads to nobody. Addresses that already
 * lead to somebody else stay theirs.
 */
export async function linkIdentities(ctx: Tx, before: Identity, after: readonly Identity[]): Promise<void> {
  const left = identitiesOf([before]);
  const identities = identitiesOf(after);
  await lockIdentities(ctx, recognisedBy([...left, ...identities]));
  const phone = identities.find(({ kind }) => kind === 'phone')?.value ?? null;
  const contact = preferred(await contactsBehind(ctx, recognisedBy(left)), null);
  if (!contact) return;
  const others = (await contactsBehind(ctx, recognisedBy(identities))).filter(({ id }) => id !== contact.id);
  if (others.length > 0) ctx.log.warn({ contacts: others.map(({ id }) => id), chosen: contact.id }, 'several contacts for one person');
  await learn(ctx, contact, { identities, phone, name: null });
  // An address that was replaced by another of its kind will reach somebody else one day.
  for (const identity of left) {
    const replaced = identities.some(({ kind, value }) => kind === identity.kind && value !== identity.value);
    if (replaced) await removeIdentity(ctx, contact.id, identity);
  }
}

type Told = { identities: Identity[]; phone: string | null; name: string | null };

function isOldNews(known: KnownContact, { identities, phone, name }: Told): boolean {
  return saysAll(known, identities) && !isNewNumber(known, known.number, phone) && (name === null || known.named || known.name === name);
}

/** Who has several numbers, as after a merge, keeps the first as his whichever he writes from. */
function isNewNumber({ identities }: Pick<KnownContact, 'identities'>, number: string, phone: string | null): phone is string {
  if (phone === null || phone === number) return false;
  return number === '' || !identities.some(({ kind, value }) => kind === 'phone' && value === phone);
}

/** Keeps what an event tells of a known contact, whose identities are locked. */
async function learn(ctx: Tx, known: KnownContact, { identities, phone, name }: Told): Promise<Recognised> {
  const now = ctx.now();
  for (const identity of identities) {
    if (!saysAll(known, [identity])) await saveIdentity(ctx, known.id, identity, now);
  }
  const before = await lockContact(ctx, known.id);
  const takes = isNewNumber(known, before.number, phone) && (await findByNumber(ctx, phone)) === null;
  const number = takes ? phone : before.number;
  // Who was called by the number, or by nothing, for want of a name.
  const nameless = before.name === firstName(null, before.number) ? firstName(null, number) : before.name;
  const called = before.named ? before.name : (name ?? nameless);
  if (called === before.name && number === before.number)
    return { id: before.id, name: before.name, number: before.number, created: false };
  if (takes) await moveNumber(ctx, before, number);
  const row = await saveContact(ctx, before.id, { name: called, number, updated_at: now });
  await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
  return { id: row.id, name: row.name, number: row.number, created: false };
}

/** What led to the former number leads to the contact no more; the new number does. */
async function moveNumber(ctx: Tx, contact: ContactRow, number: string): Promise<void> {
  const former = formsOf(contact.number, await identitiesOfContact(ctx, contact.id));
  for (const identity of former) await removeIdentity(ctx, contact.id, identity);
  await saveIdentity(ctx, contact.id, { kind: 'phone', value: number }, ctx.now());
}

/** Makes sure that nobody else has the number or gets it meanwhile. */
async function claimNumber(ctx: Tx, number: string, contactId: number | null): Promise<void> {
  const phone: Identity = { kind: 'phone', value: number };
  await lockIdentities(ctx, [phone]);
  const [owner] = [...(await contactsBehind(ctx, [phone])), await findByNumber(ctx, number)].filter((row) => row !== null);
  if (owner && owner.id !== contactId) throw new AppError('ERR_DUPLICATED_CONTACT', { contactId: owner.id });
}

function numberFrom(written: string): string {
  const verdict = canonicalNumber(written);
  if (!verdict.ok) throw new AppError(verdict.error, undefined, [{ path: 'body.number', code: 'phone' }]);
  return verdict.value;
}

/** A number sent back as it was answered stays, also where it is none that a person could write. Groups have none. */
function numberAfter({ number, is_group: isGroup }: ContactRow, written: string | undefined): string {
  if (isGroup || written === undefined || written === number || (written !== '' && written.replace(/\D/g, '') === number)) return number;
  return numberFrom(written);
}
