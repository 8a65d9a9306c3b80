import type { Answer } from '@balcao/contract/endpoint';
import type { ErrorCode } from '@balcao/contract/errors';
import type { importEndpoints } from '@balcao/contract/imports';
import { storableText } from '@balcao/contract/storable-text';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { addContacts } from '../../contacts/actions/add-contacts.ts';
import { contactFrom, contactsWithNumbers, type NewContact } from '../../contacts/reads.ts';
import { contactByTitles, type WrittenContact } from '../rules.ts';
import type { RefusedRow, WaitingRow } from '../store.ts';

export type GivenRow = WrittenContact & { row: number };
/** A row that can be added, or the reason why not. `number`: the canonical one, if it has one. */
export type CheckedRow = { given: GivenRow; number: string | null } & (
  | { contact: NewContact; refusal: null }
  | { contact: null; refusal: ErrorCode }
);

/** Checks a row. `seen` holds the numbers of earlier rows; this row's is added to it. */
export function checkRow(given: GivenRow, seen: Set<string>): CheckedRow {
  const verdict = contactFrom(given);
  if (!verdict.ok) return { given, number: null, contact: null, refusal: verdict.error };
  const { number } = verdict.value;
  if (seen.has(number)) return { given, number, contact: null, refusal: 'ERR_DUPLICATED_ROW' };
  seen.add(number);
  return { given, number, contact: verdict.value, refusal: null };
}

/** A checked row as it is kept until it is added. */
export function storable({ given, refusal }: CheckedRow): WaitingRow {
  // Only a refused row may hold long cells, and of those the beginning is enough.
  return { ...withTexts(given, refusal === null ? storableText : shown), refusal };
}

/** The row that `storable` was made of. */
export function recheckRow({ refusal, ...given }: WaitingRow, check: (given: GivenRow, seen: Set<string>) => CheckedRow): CheckedRow {
  const checked = check(given, new Set());
  return refusal === null ? checked : { given, number: checked.number, contact: null, refusal };
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
  const numbers = new Set(added.map(({ number }) => number));
  const left = rows.filter(({ contact }) => !contact || !numbers.has(contact.number));
  const taken = left.flatMap(({ number }) => number ?? []);
  const owners = taken.length > 0 ? await contactsWithNumbers(ctx, taken) : new Map<string, number>();
  const refused = left.map((row) =>
    refusedRow(row, 'ERR_DUPLICATED_CONTACT', row.number === null ? null : (owners.get(row.number) ?? null)),
  );
  return { added, refused };
}

/** A row that was not added, as it is reported: with its own refusal, else with `code`. `contactId`: who has its number already. */
export function refusedRow({ given, refusal }: CheckedRow, code: ErrorCode, contactId: number | null = null): RefusedRow {
  return { ...withTexts(given, shown), code: refusal ?? code, contactId };
}

function withTexts({ row, name, number, email, fields }: GivenRow, text: (cell: string) => string): GivenRow {
  return {
    row,
    name: text(name),
    number: text(number),
    email: text(email),
    fields: fields.map((field) => ({ name: text(field.name), value: text(field.value) })),
  };
}

/** The beginning of a cell, to recognise it. */
function shown(text: string): string {
  return storableText(text, 200);
}

type Uploaded = Answer<typeof importEndpoints.uploadContacts>;

/** Adds up to 1000 contacts at once; the keys of a row are titles of columns. For each refused row, the result has the reason. */
export async function uploadRows(ctx: Ctx, rows: readonly Readonly<Record<string, string | undefined>>[]): Promise<Uploaded> {
  const seen = new Set<string>();
  const checked = rows.map((row, index) => checkRow({ row: index + 1, ...contactByTitles(row) }, seen));
  const { added, refused } = await transaction(ctx, (ctx) => addRows(ctx, checked));
  return {
    newContacts: added.map(({ id, name }) => ({ contactId: id, contactName: name })),
    errorBag: refused.map(({ row, name, number, code, contactId }) => ({
      contactName: name,
      contactNumber: number,
      row,
      error: { message: code },
      contactId,
    })),
    import: null,
  };
}
