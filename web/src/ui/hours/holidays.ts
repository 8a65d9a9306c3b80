// Holidays between the list the server keeps and the rows people fill in.
import type { CompanyView } from '@balcao/contract/companies';
import { t } from '../../platform/i18n.ts';
import { isClock } from './hours.ts';

export type Holidays = CompanyView['holidays'];
/** Without times it is closed all day. `row`: identifies the row while editing. */
export type HolidayRow = { row: number; date: string; name: string; from: string; to: string };

/** The rows of the form, by their date. Equal times mean closed, as none do. */
export function holidayRows(holidays: Holidays): HolidayRow[] {
  const sorted = [...holidays].sort((a, b) => a.date.localeCompare(b.date));
  return sorted.map(({ date, name = '', from = '', to = '' }, row) => ({
    row,
    date,
    name,
    ...(from === to ? { from: '', to: '' } : { from, to }),
  }));
}

/** The rows plus an empty one. */
export function withNewHoliday(rows: readonly HolidayRow[]): HolidayRow[] {
  const row = Math.max(-1, ...rows.map((each) => each.row)) + 1;
  return [...rows, { row, date: '', name: '', from: '', to: '' }];
}

/** The rows as a request body. */
export function holidaysOf(rows: readonly HolidayRow[]): Holidays {
  const sorted = [...rows].sort((a, b) => a.date.localeCompare(b.date));
  return sorted.map(({ date, name, from, to }) => ({
    date,
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(from && to ? { from, to } : {}),
  }));
}

/** Why a row is not valid; null if it is. */
export function holidayProblem(row: HolidayRow, rows: readonly HolidayRow[]): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(row.date)) return t('Escolha a data.');
  if (rows.some((other) => other.row < row.row && other.date === row.date)) return t('Esta data já está na lista.');
  if (row.from === '' && row.to === '') return null;
  if (row.from === '' || row.to === '') return t('Preencha o início e o fim.');
  if (!isClock(row.from) || !isClock(row.to)) return t('Use horas de 00:00 a 23:59.');
  return row.to === row.from ? t('O início e o fim são iguais. Para fechar o dia, deixe os dois vazios.') : null;
}
