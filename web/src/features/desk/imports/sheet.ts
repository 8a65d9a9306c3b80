import { importMaxBytes } from '@balcao/contract/import-rules';
import { codeText } from '../../../platform/code-text.ts';
import { t } from '../../../platform/i18n.ts';

/** Why a file cannot be imported, as far as its name and size tell. */
export function sheetProblem(file: Pick<File, 'name' | 'size'>): string | null {
  if (!/\.(xlsx|xls|csv)$/i.test(file.name))
    return t('Escolha uma planilha .xlsx, .xls ou .csv. Outros formatos podem ser salvos como .xlsx no editor de planilhas.');
  if (file.size === 0) return t('O arquivo está vazio.');
  return file.size > importMaxBytes ? codeText('ERR_SHEET_TOO_LARGE') : null;
}
