import type { ImportView } from '@balcao/contract/imports';
import type { RefusedRow } from '../../../data/imports/refused-rows.ts';
import { codeText } from '../../../platform/code-text.ts';
import { t } from '../../../platform/i18n.ts';

/** What the rows of a sheet become. */
export type SheetKind = ImportView['kind'];

/** An example of a sheet to import. */
export function templateSheet(kind: SheetKind): string[][] {
  if (kind === 'consents') {
    return [
      [t('Número'), t('Estado'), t('Palavras')],
      ['+55 48 90555-0142', 'out', t('Pediu por telefone para não receber mais promoções')],
    ];
  }
  return [
    [t('Nome'), t('Número'), t('E-mail')],
    ['Helena Prado', '+55 48 90555-0142', 'helena@prado.example'],
  ];
}

/** The rows as a sheet that can be corrected and imported again: it starts with the columns an import expects. */
export function errorSheet(rows: readonly RefusedRow[]): string[][] {
  const names = rows[0]?.fields.map(({ name }) => name) ?? [];
  return [
    [t('Nome'), t('Número'), t('E-mail'), t('Motivo'), t('Linha'), ...names],
    ...rows.map(({ row, name, number, email, code, fields }) => [
      name,
      number,
      email,
      codeText(code),
      row,
      ...fields.map(({ value }) => value),
    ]),
  ];
}
