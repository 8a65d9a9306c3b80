// Which columns of a spreadsheet, or keys of a row, hold what. Pure.

/** The largest spreadsheet, in bytes. */
export const importMaxBytes = 20 * 1024 * 1024;
/** The most custom fields that a row may bring. */
export const importFieldsMax = 50;

/** Column indices, from 0; null if the sheet has no such column. `fields`: the columns that become custom fields, named by their titles. */
export type ColumnMapping = { name: number | null; number: number | null; email: number | null; fields: number[] };

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

/** Does a row with these keys say anything about a contact? */
export function isContactRow(keys: readonly string[]): boolean {
  const { name, number, email } = guessColumns(keys);
  return name !== null || number !== null || email !== null;
}
