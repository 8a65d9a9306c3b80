// Sheets whose rows go into the ledger.
import type { ImportView } from '@balcao/contract/imports';
import { consentsChanged } from '../../../../events/consent.ts';
import type { Outside, Tx } from '../../../../platform/context.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { canonicalNumber, contactsWithNumbers } from '../../../desk/contacts/reads.ts';
import { type CheckedRow, type GivenRow, refusedRow } from '../../../desk/imports/actions/add-rows.ts';
import { startSheet } from '../../../desk/imports/actions/import-sheet.ts';
import { type SheetImport, stepsOf } from '../../../desk/imports/actions/run-import.ts';
import { cellOf, mayNote, writtenState } from '../rules.ts';
import { type Address, addressesOf, findOut } from '../store.ts';
import { enter } from './note-consent.ts';

const wordsMax = 500;

export const consentSheets: SheetImport = {
  kind: 'consents',
  job: defineJob({ name: 'consent.import', ...stepsOf(() => consentSheets) }),
  named: false,
  check,
  async add(ctx, _, rows) {
    const owners = await contactsWithNumbers(
      ctx,
      rows.flatMap(({ number }) => number ?? []),
    );
    const refused: CheckedRow[] = [];
    for (const row of rows) {
      const taken = row.contact && (await addRow(ctx, row.contact, owners.get(row.contact.number) ?? null));
      if (!taken) refused.push(row);
    }
    return { created: rows.length - refused.length, refused: refused.map((row) => refusedRow(row, 'ERR_CONSENT_UNCHANGED')) };
  },
  announce: (ctx, row) => ctx.publish(consentsChanged, { count: row.created }),
};

/** Starts an import into the ledger. Throws as `startSheet`. */
export function importConsents(ctx: Outside, files: Upload[]): Promise<ImportView> {
  return startSheet(ctx, consentSheets, files);
}

function check(given: GivenRow): CheckedRow {
  const number = canonicalNumber(given.number);
  if (!number.ok) return { given, number: null, contact: null, refusal: number.error };
  const state = writtenState(cellOf(given.fields, 'state'));
  if (!state.ok) return { given, number: number.value, contact: null, refusal: state.error };
  return { given, number: number.value, contact: { ...given, number: number.value }, refusal: null };
}

/** False if the row changes nothing, or would bring back somebody who left by their own word. */
async function addRow(ctx: Tx, { number, fields = [] }: NonNullable<CheckedRow['contact']>, contactId: number | null): Promise<boolean> {
  const state = writtenState(cellOf(fields, 'state'));
  const own: Address = { kind: 'phone', value: number };
  const addresses = contactId === null ? [own] : await addressesOf(ctx, contactId);
  if (!state.ok) return false;
  const change = mayNote(state.value, addresses, await findOut(ctx, addresses));
  if (!change.ok || change.value === 'nothing') return false;
  const words = [...cellOf(fields, 'words')].slice(0, wordsMax).join('');
  await enter(ctx, addresses, { contactId, number, state: state.value, words, source: 'import', by: null, at: ctx.now() });
  return true;
}
