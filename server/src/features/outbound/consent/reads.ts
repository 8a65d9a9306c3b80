import type { ContactConsent, consentEndpoints } from '@balcao/contract/consent';
import type { Answer } from '@balcao/contract/endpoint';
import { pageSize } from '@balcao/contract/page-rules';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { getContact } from '../../desk/contacts/reads.ts';
import { addressesOf, consentsOf, contactsOut, findOut, listConsents as listRows, numbersOut } from './store.ts';
import { consentView } from './view.ts';

const shownEntries = 20;

/** Does this contact not want to be written to? Ask before every message that is not an answer to them. */
export async function isOptedOut(ctx: Reader | Tx, contactId: number): Promise<boolean> {
  return (await contactsOut(ctx, [contactId])).length > 0;
}

/** Those of the contacts who do not want to be written to. */
export async function optedOutOf(ctx: Reader | Tx, contactIds: readonly number[]): Promise<Set<number>> {
  return new Set(contactIds.length > 0 ? await contactsOut(ctx, contactIds) : []);
}

/** Makes sure that a contact may be written to. Throws ERR_CONTACT_OPTED_OUT. */
export async function mustBeIn(ctx: Reader | Tx, contactId: number): Promise<void> {
  if (await isOptedOut(ctx, contactId)) throw new AppError('ERR_CONTACT_OPTED_OUT', { contactId });
}

/** Which of these numbers (canonical digits) do not want to be written to, whether or not a contact has them. */
export async function optedOutNumbers(ctx: Reader | Tx, numbers: readonly string[]): Promise<Set<string>> {
  return new Set(numbers.length > 0 ? await numbersOut(ctx, numbers) : []);
}

/** Whether a contact may be written to, and what they said. Throws ERR_NO_CONTACT_FOUND. */
export function showConsent(ctx: Ctx | Tx, contactId: number): Promise<ContactConsent> {
  return reading(ctx, async (ctx) => {
    await getContact(ctx, contactId);
    const addresses = await addressesOf(ctx, contactId);
    const out = await findOut(ctx, addresses);
    const numbers = addresses.filter(({ kind }) => kind === 'phone').map(({ value }) => value);
    return {
      contactId,
      optedOut: out !== null,
      ownWord: out?.source === 'customer',
      backWord: (await settingOf(ctx, 'optInWord')).trim().toUpperCase(),
      entries: (await consentsOf(ctx, contactId, numbers, shownEntries)).map(consentView),
    };
  });
}

/** One page of the ledger, newest first. */
export function listConsents(ctx: Ctx, pageNumber: number): Promise<Answer<typeof consentEndpoints.listConsents>> {
  return reading(ctx, async (ctx) => {
    const size = pageSize.rest;
    const rows = await listRows(ctx, size + 1, (pageNumber - 1) * size);
    return { consents: rows.slice(0, size).map(consentView), hasMore: rows.length > size };
  });
}
