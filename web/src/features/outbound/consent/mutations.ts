import type { ConsentView } from '@balcao/contract/consent';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consentKeys } from '../../../data/consent/keys.ts';
import { applyConsent } from '../../../data/consent/live.ts';
import { readConsentsFile } from '../../../data/consent/queries.ts';
import { importKeys } from '../../../data/imports/keys.ts';
import { applyImport } from '../../../data/imports/live.ts';
import { api, saveFile, upload } from '../../../platform/api.ts';

/** Notes what a contact said in another way. */
export function useNoteConsent(contactId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { state: ConsentView['state']; words: string }) =>
      api('POST /v1/contacts/:contactId/consent', { params: { contactId }, body }),
    onSuccess: (consent) => {
      applyConsent(cache, consent);
      void cache.invalidateQueries({ queryKey: consentKeys.ledger });
    },
  });
}

/** Downloads the ledger. */
export function useExportConsents() {
  return useMutation({ mutationFn: async () => saveFile(await readConsentsFile(), 'consentimentos.csv') });
}

/** Sends a spreadsheet; it is taken into the ledger in the background. */
export function useImportConsents() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (sheet: File) => {
      const body = new FormData();
      body.append('file', sheet);
      return upload('POST /v1/consents/import', { body });
    },
    onSuccess: (started) => {
      applyImport(cache, started);
      void cache.invalidateQueries({ queryKey: importKeys.latest });
    },
  });
}
