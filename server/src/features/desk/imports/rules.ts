import { type ColumnMapping, guessColumns } from '@balcao/contract/import-rules';

/** A contact as a row has it, not checked yet. */
export type WrittenContact = { name: string; number: string; email: string; fields: { name: string; value: string }[] };

/** The contact in a row of cells; a custom field without a value is left out. */
export function contactIn(
  cells: readonly string[],
  columns: readonly string[],
  { name, number, email, fields }: ColumnMapping,
): WrittenContact {
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  return {
    name: cell(name),
    number: cell(number),
    email: cell(email),
    fields: fields.flatMap((column) => (cell(column) === '' ? [] : [{ name: columns[column] ?? '', value: cell(column) }])),
  };
}

/** The contact in a row whose cells have titles as keys. */
export function contactByTitles(row: Readonly<Record<string, string | undefined>>): WrittenContact {
  const columns = Object.keys(row);
  return contactIn(
    columns.map((title) => row[title] ?? ''),
    columns,
    guessColumns(columns),
  );
}

/** A CSV line, with semicolons because in many countries spreadsheet programs need them. Text that looks like a formula is escaped. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(';')}\r\n`;
}

/** Marks a file as UTF-8 for spreadsheet programs. */
export const byteOrderMark = '\ufeff';
