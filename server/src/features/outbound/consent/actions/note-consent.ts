import type { ContactConsent } from '@balcao/contract/consent';
import { consentChanged } from '../../../../events/consent.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { must } from '../../../../platform/errors.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { getContact } from '../../../desk/contacts/reads.ts';
import { saySystem } from '../../../desk/messages/actions/out/say-system.ts';
import { showConsent } from '../reads.ts';
import { confirmation, mayNote } from '../rules.ts';
import { type Address, addressesOf, findOut, insertConsent, type NewConsent, removeOut, saveOut } from '../store.ts';

/** A customer wrote one of the words: they leave or come back, and are told so once. A group has no address that could. */
export async function hearConsent(
  ctx: Tx,
  {
    contactId,
    ticketId,
    messageId,
    state,
    words,
  }: { contactId: number; ticketId: number; messageId: number; state: 'out' | 'in'; words: string },
): Promise<void> {
  const addresses = await addressesOf(ctx, contactId);
  const isOut = (await findOut(ctx, addresses)) !== null;
  if (addresses.length === 0 || isOut === (state === 'out')) return;
  const { number } = await getContact(ctx, contactId);
  await enter(ctx, addresses, { contactId, number, state, words, source: 'customer', by: null, messageId, at: ctx.now() });
  await ctx.publish(consentChanged, { consent: await showConsent(ctx, contactId) });
  await saySystem(ctx, ticketId, confirmation(state, await settingOf(ctx, 'optInWord')), { kind: 'consent', once: `consent:${messageId}` });
}

/**
 * Somebody of the company notes what a contact said. ERR_NO_CONTACT_FOUND, ERR_WAPP_INVALID_CONTACT for a group, and ERR_CONTACT_OPTED_OUT if
 * they left by their own word and are to be brought back.
 */
export function noteConsent(
  ctx: Ctx,
  contactId: number,
  { state, words }: { state: 'out' | 'in'; words: string },
): Promise<ContactConsent> {
  return transaction(ctx, async (ctx) => {
    const { number } = await getContact(ctx, contactId);
    const addresses = await addressesOf(ctx, contactId);
    const change = must(mayNote(state, addresses, await findOut(ctx, addresses)));
    if (change === 'nothing') return showConsent(ctx, contactId);
    const by = ctx.actor.kind === 'user' ? { id: ctx.actor.id, name: ctx.actor.name } : null;
    await enter(ctx, addresses, { contactId, number, state, words, source: 'staff', by, at: ctx.now() });
    const consent = await showConsent(ctx, contactId);
    await ctx.publish(consentChanged, { consent });
    return consent;
  });
}

/** Adds an entry to the ledger, and lets it hold for these addresses. */
export async function enter(ctx: Tx, addresses: readonly Address[], entry: NewConsent): Promise<void> {
  const id = await insertConsent(ctx, entry);
  if (entry.state === 'out') await saveOut(ctx, id, addresses);
  else await removeOut(ctx, addresses);
}
