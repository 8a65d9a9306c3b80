// Which contact an event is about, conversations included: contacts that an event proves to be one person are merged in its transaction.
import type { Address } from '../../../../../gateways/whatsapp/port.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { linkIdentities, pairAddresses, type Recognised, recogniseContact, type Seen } from '../../../contacts/actions/recognise.ts';
import { findContact } from '../../../contacts/reads.ts';
import { type OpenedChat, openChat } from '../../../tickets/actions/for-features/open-chat.ts';
import { lockChat } from '../../store/messages.ts';
import { mergePeople } from './merge-people.ts';

/** `campaignAt`: when a campaign last wrote to them, until they answer. `blocked`: the company wants nothing of theirs. */
export type RecognisedChat = Recognised & { campaignAt: Date | null; blocked: boolean };

/**
 * Finds or creates the contact of a chat, and locks the chat until the transaction ends. Contacts that the addresses prove to be one person
 * are merged.
 */
export async function recogniseChat(ctx: Tx, seen: Seen): Promise<RecognisedChat> {
  for (let known = seen.known; ; known = undefined) {
    const contact = await recogniseContact(ctx, { ...seen, known });
    // Nobody knows of one that was just created, before the commit.
    if (contact.created) return { ...contact, campaignAt: null, blocked: false };
    await mergeProved(ctx, contact, seen.addresses);
    await lockChat(ctx, seen.connectionId, contact.id);
    // The contact may have been merged into another while this waited for the chat's lock.
    const row = await findContact(ctx, contact.id);
    if (row) return { ...contact, campaignAt: row.campaign_at, blocked: row.blocked_at !== null };
  }
}

/** As `recogniseChat`, for a message that came in: also whether it is there already, and the ticket it may belong to, locked. */
export async function openChatOf(
  ctx: Tx,
  seen: Seen,
  message: { externalId: string; fromMe: boolean },
): Promise<RecognisedChat & OpenedChat> {
  for (let known = seen.known; ; known = undefined) {
    const contact = await recogniseContact(ctx, { ...seen, known });
    await mergeProved(ctx, contact, seen.addresses);
    const opened = await openChat(ctx, { connectionId: seen.connectionId, contactId: contact.id }, message);
    // The contact may have been merged into another while this waited for the chat's lock.
    if (opened) return { ...contact, ...opened };
  }
}

/** The person with the address `before` now has the addresses `after`. */
export async function followChange(ctx: Tx, before: Address, after: readonly Address[]): Promise<void> {
  await mergeProved(ctx, await linkIdentities(ctx, before, after), [before, ...after]);
}

/** These addresses belong to one person. */
export async function pair(ctx: Tx, addresses: readonly Address[]): Promise<void> {
  await mergeProved(ctx, await pairAddresses(ctx, addresses), addresses);
}

async function mergeProved(ctx: Tx, contact: Recognised | null, proof: readonly Address[]): Promise<void> {
  if (contact && contact.same.length > 0) await mergePeople(ctx, contact.id, contact.same, proof);
}
