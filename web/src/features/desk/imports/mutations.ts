import type { ColumnMapping } from '@balcao/contract/import-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readContactsFile } from '../../../data/contacts/queries.ts';
import { importKeys } from '../../../data/imports/keys.ts';
import { applyImport } from '../../../data/imports/live.ts';
import type { RefusedRow } from '../../../data/imports/refused-rows.ts';
import { api, saveFile, upload } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { errorSheet, type SheetKind, templateSheet } from './error-sheet.ts';
import { xlsxOf } from './xlsx.ts';

/** Reads the first rows of a spreadsheet, without keeping it. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: (sheet: File) => {
      const body = new FormData();
      body.append('file', sheet);
      return upload('POST /v1/imports/preview', { body });
    },
  });
}

/** Sends a spreadsheet; it is imported in the background. */
export function useStartImport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ sheet, mapping, onProgress }: { sheet: File; mapping: ColumnMapping; onProgress: (share: number) => void }) => {
      const body = new FormData();
      if (mapping.name !== null) body.append('nameColumn', String(mapping.name));
      if (mapping.number !== null) body.append('numberColumn', String(mapping.number));
      if (mapping.email !== null) body.append('emailColumn', String(mapping.email));
      body.append('fieldColumns', mapping.fields.join(','));
      body.append('file', sheet);
      return (await upload('POST /contacts/upload', { body, onProgress })).import;
    },
    onSuccess: (started) => {
      if (started) applyImport(cache, started);
      void cache.invalidateQueries({ queryKey: importKeys.latest });
    },
  });
}

/** Adds the contacts of the phone behind the default connection. */
export function useImportFromPhone() {
  return useMutation({ mutationFn: () => api('POST /contacts/import', { timeoutMs: 120_000 }) });
}

/** Downloads all contacts as a file. */
export function useExportContacts() {
  return useMutation({ mutationFn: async () => saveFile(await readContactsFile(), 'contatos.csv') });
}

/** Downloads a spreadsheet to fill in. */
export function useDownloadTemplate(kind: SheetKind) {
  return useMutation({ mutationFn: async () => saveFile(await xlsxOf(t('Contatos'), templateSheet(kind)), `${t('modelo')}.xlsx`) });
}

/** Downloads the rows that were not imported as a spreadsheet. */
export function useDownloadErrors() {
  return useMutation({
    mutationFn: async ({ importId, rows }: { importId: number; rows: readonly RefusedRow[] }) =>
      saveFile(await xlsxOf(t('Erros'), errorSheet(rows)), `${t('erros')}-${importId}.xlsx`),
  });
}
