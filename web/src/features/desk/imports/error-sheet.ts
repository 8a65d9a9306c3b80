import { codeText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';

/** A row that was not taken, as the file of the server has it. */
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

/** What a sheet to import may look like. */
export function templateSheet(): string[][] {
  return [
    [t('Nome'), t('Número'), t('E-mail')],
    ['Helena Prado', '+55 48 90555-0142', 'helena@prado.example'],
  ];
}

/** The rows as a sheet that can be corrected and imported again: its first columns are those an import looks for. */
export function errorSheet(rows: readonly RefusedRow[]): string[][] {
  return [
    [t('Nome'), t('Número'), t('E-mail'), t('Motivo'), t('Linha')],
    ...rows.map(({ row, name, number, email, code }) => [name, number, email, codeText(code), row]),
  ];
}

/** The server marks what a spreadsheet would take for a formula; here it is no formula. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
