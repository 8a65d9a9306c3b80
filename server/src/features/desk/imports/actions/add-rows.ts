import type { Answer } from '@balcao/contract/endpoint';
import type { ErrorCode } from '@balcao/contract/errors';
import type { importEndpoints } from '@balcao/contract/imports';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { addContacts } from '../../contacts/actions/add-contacts.ts';
import { contactFrom, type NewContact } from '../../contacts/reads.ts';
import type { RefusedRow } from '../store.ts';

export type GivenRow = NewContact & { row: number };
/** A row that can be added, or the reason why not. */
export type CheckedRow = { given: GivenRow; contact: NewContact; refusal: null } | { given: GivenRow; contact: null; refusal: ErrorCode };

/** Checks a row. `seen` holds the numbers of earlier rows; this row's is added to it. */
export function checkRow(given: GivenRow, seen: Set<string>): CheckedRow {
  const verdict = contactFrom(given);
  if (!verdict.ok) return { given, contact: null, refusal: verdict.error };
  if (seen.has(verdict.value.number)) return { given, contact: null, refusal: 'ERR_DUPLICATED_ROW' };
  seen.add(verdict.value.number);
  return { given, contact: verdict.value, refusal: null };
}

/** Adds the valid rows and returns a result for each. With `quiet`, the caller announces the new contacts. */
export async function addRows(
  ctx: Tx,
  rows: readonly CheckedRow[],
  options: { quiet?: boolean } = {},
): Promise<{ added: { id: number; name: string; number: string }[]; refused: RefusedRow[] }> {
  const added = await addContacts(
    ctx,
    rows.flatMap(({ contact }) => (contact ? [contact] : [])),
    options,
  );
  const taken = new Set(added.map(({ number }) => number));
  const refused = rows.flatMap(({ given, contact, refusal }): RefusedRow[] => {
    if (contact && taken.has(contact.number)) return [];
    const { row, name, number, email } = given;
    return [{ row, name: shown(name), number: shown(number), email: shown(email), code: refusal ?? 'ERR_DUPLICATED_CONTACT' }];
  });
  return { added, refused };
}

/** The beginning of a cell, to recognise it; without NUL, which PostgreSQL cannot store. */
function shown(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, 200);
}

type Uploaded = Answer<typeof importEndpoints.uploadContacts>;

/** Adds up to 1000 contacts at once. For each refused row, the result has the reason. */
export async function uploadRows(ctx: Ctx, rows: readonly NewContact[]): Promise<Uploaded> {
  const seen = new Set<string>();
  const checked = rows.map(({ name, number, email }, index) => checkRow({ row: index + 1, name, number, email }, seen));
  const { added, refused } = await transaction(ctx, (ctx) => addRows(ctx, checked));
  return {
    newContacts: added.map(({ id, name }) => ({ contactId: id, contactName: name })),
    errorBag: refused.map(({ row, name, number, code }) => ({ contactName: name, contactNumber: number, row, error: { message: code } })),
    import: null,
  };
}
