import type { ContactDetail, contactEndpoints } from '@balcao/contract/contacts';
import type { Received } from '@balcao/contract/endpoint';
import { contactChanged, contactCreated, contactDeleted } from '../../../../events/contacts.ts';
import { ticketDeleted } from '../../../../events/tickets.ts';
import type { Address } from '../../../../gateways/whatsapp/port.ts';
import type { Ctx, Outside, Reader, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { audit, removeFilesOf } from '../../../company/system/actions.ts';
import { detailOf, viewer } from '../reads.ts';
import { canonicalNumber, type Identity, identitiesOf, recognisedBy } from '../rules.ts';
import {
  type ContactRow,
  contactsBehind,
  findByNumber,
  getContact,
  identitiesOfContact,
  insertContact,
  lockContact,
  lockContactWholly,
  lockIdentities,
  lockTicketsOf,
  placesOfTickets,
  removeContact,
  removeIdentity,
  saveContact,
  saveFields,
  saveIdentities,
} from '../store/contacts.ts';
import { addressesBehind } from './check-number.ts';
import { moveNumber } from './recognise.ts';

type NewContact = Received<typeof contactEndpoints.createContact>['body'];
type Change = Received<typeof contactEndpoints.updateContact>['body'];

/**
 * Adds a contact, or completes one whose number was hidden so far. Throws ERR_INVALID_NUMBER, ERR_DUPLICATED_CONTACT with the `contactId` of
 * the contact that has the number, and as `addressesBehind`.
 */
export async function createContact(ctx: Outside, input: NewContact): Promise<ContactDetail> {
  const number = numberFrom(input.number);
  await reading(ctx, (ctx) => mustBeFree(ctx, number, null));
  const addresses = await addressesBehind(ctx, number);
  return transaction(ctx, async (ctx) => {
    const known = await claimNumber(ctx, number, null, addresses);
    if (known) return discloseContact(ctx, known, input, number, addresses);
    const now = ctx.now();
    const row = await insertContact(ctx, {
      name: input.name,
      number,
      email: input.email ?? '',
      language: input.language ?? '',
      birthday: input.birthday ?? null,
      named: true,
      created_at: now,
      updated_at: now,
    });
    await saveIdentities(ctx, row.id, withNumber(number, addresses), now);
    await saveFields(ctx, row.id, input.extraInfo ?? []);
    await ctx.publish(contactCreated, { contact: viewer(ctx)(row) });
    return detailOf(ctx, row);
  });
}

/** A person gives the name and number of a contact whose number was hidden. */
async function discloseContact(ctx: Tx, id: number, input: NewContact, number: string, addresses: Address[]): Promise<ContactDetail> {
  const now = ctx.now();
  await saveIdentities(ctx, id, withNumber(number, addresses), now);
  const { email, language, birthday } = await lockContact(ctx, id);
  const row = await saveContact(ctx, id, {
    name: input.name,
    named: true,
    number,
    email: input.email || email,
    language: input.language || language,
    birthday: input.birthday ?? birthday,
    updated_at: now,
  });
  if (input.extraInfo) await saveFields(ctx, id, input.extraInfo);
  await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
  return detailOf(ctx, row);
}

/** The number as an identity, and those of its addresses that do not name another number. */
function withNumber(number: string, addresses: readonly Identity[]): Identity[] {
  const told = identitiesOf(addresses).filter(({ kind, value }) => kind !== 'phone' || value === number);
  return [{ kind: 'phone', value: number }, ...told.filter(({ kind }) => kind !== 'phone')];
}

/**
 * Changes what is given; another number is looked up as for a new contact. A name a person typed is not replaced by the channel's. Throws as
 * `createContact`, and ERR_NO_CONTACT_FOUND.
 */
export async function updateContact(ctx: Outside, id: number, input: Change): Promise<ContactDetail> {
  const wanted = await reading(ctx, async (ctx) => {
    const known = await getContact(ctx, id);
    const number = numberAfter(known, input.number);
    if (number === known.number) return null;
    await mustBeFree(ctx, number, id);
    return number;
  });
  const addresses = wanted === null ? [] : await addressesBehind(ctx, wanted);
  return transaction(ctx, async (ctx) => {
    const known = await getContact(ctx, id);
    const number = wanted ?? known.number;
    if (number !== known.number) await claimNumber(ctx, number, id, addresses);
    const before = await lockContact(ctx, id);
    if (number !== before.number) await replaceNumber(ctx, before, number, addresses);
    const row = await saveContact(ctx, id, {
      name: input.name,
      named: before.named || (input.name !== undefined && input.name !== before.name),
      email: input.email === undefined ? undefined : (input.email ?? ''),
      language: input.language,
      birthday: input.birthday,
      number,
      updated_at: ctx.now(),
    });
    if (input.extraInfo) await saveFields(ctx, id, input.extraInfo);
    await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
    return detailOf(ctx, row);
  });
}

/** A person gives another number. A hidden id stays, unless WhatsApp says that another one belongs to the number. */
async function replaceNumber(ctx: Tx, before: ContactRow, number: string, addresses: readonly Identity[]): Promise<void> {
  await moveNumber(ctx, before, number);
  const hidden = addresses.filter(({ kind }) => kind === 'wa_lid' || kind === 'wa_bsuid');
  for (const identity of await identitiesOfContact(ctx, before.id)) {
    const found = hidden.filter(({ kind }) => kind === identity.kind);
    if (found.length > 0 && !found.some(({ value }) => value === identity.value)) await removeIdentity(ctx, before.id, identity);
  }
  await saveIdentities(ctx, before.id, withNumber(number, addresses), ctx.now());
}

/** How many tickets of a removed contact are announced one by one; nobody is looking at older closed ones. */
const toldTicketsMax = 200;

/** Removes a contact with the tickets, messages and the files that nothing else shows. Throws ERR_NO_CONTACT_FOUND. */
export function deleteContact(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockContact(ctx, id);
    // What goes with the contact belongs to who holds its ticket.
    const ticketIds = await lockTicketsOf(ctx, id);
    const row = await lockContactWholly(ctx, id);
    const tickets = await placesOfTickets(ctx, id, toldTicketsMax);
    await removeFilesOf(ctx, 'messages', { contact_id: id });
    await removeFilesOf(ctx, 'ticket_notes', { ticket_id: ticketIds });
    await removeFilesOf(ctx, 'contact_merges', { contact_id: id });
    await removeFilesOf(ctx, 'contacts', { id });
    await removeContact(ctx, id);
    for (const { id: ticketId, ...placed } of tickets) await ctx.publish(ticketDeleted, { ticketId, placed });
    await audit(ctx, { verb: 'contact.deleted', subject: String(id), details: { name: row.name, number: row.number } });
    await ctx.publish(contactDeleted, { contactId: id });
  });
}

/**
 * Makes sure that no other contact has the number, or gets it before the transaction ends. Resolves with the contact that has one of its
 * addresses, if that contact has no number yet.
 */
async function claimNumber(ctx: Tx, number: string, contactId: number | null, addresses: readonly Identity[]): Promise<number | null> {
  const identities = recognisedBy(withNumber(number, addresses));
  await lockIdentities(ctx, identities);
  await mustBeFree(ctx, number, contactId);
  return (await contactsBehind(ctx, identities)).find((contact) => contact.number === '' && !contact.is_group)?.id ?? null;
}

async function mustBeFree(ctx: Reader | Tx, number: string, contactId: number | null): Promise<void> {
  const behind = await contactsBehind(ctx, [{ kind: 'phone', value: number }]);
  const [owner] = [...behind, await findByNumber(ctx, number)].filter((row) => row !== null);
  if (owner && owner.id !== contactId) throw new AppError('ERR_DUPLICATED_CONTACT', { contactId: owner.id });
}

function numberFrom(written: string): string {
  const verdict = canonicalNumber(written);
  if (!verdict.ok) throw new AppError(verdict.error, undefined, [{ path: 'body.number', code: 'phone' }]);
  return verdict.value;
}

/** A number sent back unchanged stays, even if it is not one a person could type. Groups have none. */
function numberAfter({ number, is_group: isGroup }: ContactRow, written: string | undefined): string {
  if (isGroup || written === undefined || written === number || (written !== '' && written.replace(/\D/g, '') === number)) return number;
  return numberFrom(written);
}
