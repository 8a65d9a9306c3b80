// Who is who, with what follows for conversations: contacts that one event proves to be one person become one in its transaction.
import type { Address } from '../../../../../gateways/whatsapp/port.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { linkIdentities, pairAddresses, type Recognised, recogniseContact, type Seen } from '../../../contacts/actions/recognise.ts';
import { findContact } from '../../../contacts/reads.ts';
import { lockChat } from '../../store/messages.ts';
import { joinContacts } from './join-contacts.ts';

/**
 * The contact behind the addresses of a chat, made when nobody is known by any of them, and the chat held until the transaction ends.
 * Contacts that the addresses prove to be one person are one afterwards.
 */
export async function recogniseChat(ctx: Tx, seen: Seen): Promise<Recognised> {
  for (;;) {
    const contact = await recogniseContact(ctx, seen);
    await joinProved(ctx, contact, seen.addresses);
    await lockChat(ctx, seen.connectionId, contact.id);
    // While the chat was waited for, the contact may have gone into another.
    if (contact.created || (await findContact(ctx, contact.id))) return contact;
  }
}

/** The person reached at `before` is from now on reached at `after`. */
export async function followChange(ctx: Tx, before: Address, after: readonly Address[]): Promise<void> {
  await joinProved(ctx, await linkIdentities(ctx, before, after), [before, ...after]);
}

/** These addresses reach one and the same person. */
export async function pair(ctx: Tx, addresses: readonly Address[]): Promise<void> {
  await joinProved(ctx, await pairAddresses(ctx, addresses), addresses);
}

async function joinProved(ctx: Tx, contact: Recognised | null, proof: readonly Address[]): Promise<void> {
  if (contact && contact.same.length > 0) await joinContacts(ctx, contact.id, contact.same, proof);
}
