import type { ColumnMapping } from '@balcao/contract/imports';

const titles: Record<keyof ColumnMapping, readonly string[]> = {
  name: ['nome', 'name', 'nombre', 'contato', 'contact', 'contacto', 'cliente', 'nome completo', 'full name', 'nombre completo'],
  number: ['numero', 'number', 'telefone', 'phone', 'telefono', 'celular', 'whatsapp', 'fone', 'movil', 'mobile', 'phone number'],
  email: ['email', 'e mail', 'mail', 'correo', 'correo electronico', 'correio eletronico'],
};

/** Guesses the columns from their titles, ignoring case, accents and punctuation. The first match counts. */
export function guessColumns(columns: readonly string[]): ColumnMapping {
  const plain = columns.map((title) =>
    title
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  );
  const find = (field: keyof ColumnMapping) => {
    const found = titles[field].map((title) => plain.indexOf(title)).filter((index) => index >= 0);
    return found.length > 0 ? Math.min(...found) : null;
  };
  return { name: find('name'), number: find('number'), email: find('email') };
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
