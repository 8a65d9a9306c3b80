/** A row that was not imported, as the file of the server has it. */
export type RefusedRow = { row: string; name: string; number: string; email: string; code: string };

/** The rows of the server's file, without its titles. */
export function refusedRows(rows: readonly string[][]): RefusedRow[] {
  return rows.slice(1).map(([row = '', name = '', number = '', email = '', code = '']) => ({
    row,
    name: plain(name),
    number: plain(number),
    email: plain(email),
    code,
  }));
}

/** The server marks what a spreadsheet would take for a formula; here it is no formula. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
