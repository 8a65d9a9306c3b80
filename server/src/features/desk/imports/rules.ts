import { type ColumnMapping, importFieldsMax } from '@balcao/contract/imports';

type Field = 'name' | 'number' | 'email';

const titles: Record<Field, readonly string[]> = {
  name: ['nome', 'name', 'nombre', 'contato', 'contact', 'contacto', 'cliente', 'nome completo', 'full name', 'nombre completo'],
  number: ['numero', 'number', 'telefone', 'phone', 'telefono', 'celular', 'whatsapp', 'fone', 'movil', 'mobile', 'phone number'],
  email: ['email', 'e mail', 'mail', 'correo', 'correo electronico', 'correio eletronico'],
};

/** Columns of our own report of refused rows, which people correct and import again. */
const reported = ['motivo', 'reason', 'linha', 'fila', 'row', 'code', 'contactid'];

/** Guesses the columns from their titles, ignoring case, accents and punctuation. The first match counts. All others with a title are custom fields. */
export function guessColumns(columns: readonly string[]): ColumnMapping {
  const plain = columns.map((title) =>
    title
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  );
  const find = (field: Field) => {
    const found = titles[field].map((title) => plain.indexOf(title)).filter((index) => index >= 0);
    return found.length > 0 ? Math.min(...found) : null;
  };
  const found = { name: find('name'), number: find('number'), email: find('email') };
  const used: (number | null)[] = Object.values(found);
  const fields = columns.flatMap((title, at) =>
    title.trim() === '' || used.includes(at) || reported.includes(plain[at] ?? '') ? [] : [at],
  );
  return { ...found, fields: fields.slice(0, importFieldsMax) };
}

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
