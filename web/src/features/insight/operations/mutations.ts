import type { InstallationSettings } from '@balcao/contract/installation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { installationKeys } from '../../../data/installation/keys.ts';
import { type AuditSearch, operationsKeys } from '../../../data/operations/keys.ts';
import { readAuditFile, readMail } from '../../../data/operations/queries.ts';
import { api, renewSession, saveFile } from '../../../platform/api.ts';

/** Changes what holds for the whole installation. */
export function useChangeInstallation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<InstallationSettings>) => api('PUT /v1/installation', { body: change }),
    onSuccess: async (settings) => {
      cache.setQueryData(installationKeys.settings, settings);
      // The operator may lack the second factor that was just asked for.
      await renewSession().catch(() => undefined);
    },
  });
}

/** Tries at once again to send a mail. */
export function useRetryMail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (mailId: number) => api('POST /v1/mails/:mailId/retry', { params: { mailId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: operationsKeys.mails }),
  });
}

/** Opens a mail, which is noted in the log. */
export function useReadMail() {
  return useMutation({ mutationFn: readMail });
}

/** Runs a job again that has failed for good; null: all of them. */
export function useRetryJobs() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) => api('POST /v1/operations/failed-jobs/retry', { body: id === null ? {} : { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: operationsKeys.health }),
  });
}

/** Notes that somebody has seen to a payment, or takes that back. */
export function useResolvePayment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, resolved }: { id: number; resolved: boolean }) =>
      api('PUT /v1/payments/:paymentId', { params: { paymentId: id }, body: { resolved } }),
    onSettled: () => cache.invalidateQueries({ queryKey: operationsKeys.payments }),
  });
}

/** Has the provider announce payments here. */
export function useRegisterWebhook() {
  return useMutation({ mutationFn: () => api('POST /subscription/create/webhook') });
}

/** Downloads the audit log as it is searched now. */
export function useExportAudit() {
  return useMutation({ mutationFn: async (search: AuditSearch) => saveFile(await readAuditFile(search), 'auditoria.csv') });
}
