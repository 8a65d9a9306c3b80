/** A row that was not imported, as it is in the server's file. */
export type RefusedRow = {
  row: string;
  name: string;
  number: string;
  email: string;
  code: string;
  /** The contact that has the number already. */
  contactId: number | null;
  /** Custom fields, the same for each row. */
  fields: { name: string; value: string }[];
};

/** The rows of the server's file, without its titles. */
export function refusedRows(rows: readonly string[][]): RefusedRow[] {
  const names = rows[0]?.slice(6).map(plain) ?? [];
  return rows.slice(1).map(([row = '', name = '', number = '', email = '', code = '', contactId = '', ...values]) => ({
    row,
    name: plain(name),
    number: plain(number),
    email: plain(email),
    code,
    contactId: contactId === '' ? null : Number(contactId),
    fields: names.map((field, at) => ({ name: field, value: plain(values[at] ?? '') })),
  }));
}

/** The server puts a quote before what a spreadsheet would run as a formula. Here it is plain text again. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
