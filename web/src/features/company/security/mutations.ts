import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKeys } from '../../../data/account/keys.ts';
import { api, renewSession } from '../../../platform/api.ts';

/** A secret for the person's authenticator app. */
export function useBeginSecondFactor() {
  return useMutation({ mutationFn: (currentPassword: string) => api('POST /v1/second-factor', { body: { currentPassword } }) });
}

/** Switches the second step on by a code of the app; answers the recovery codes. */
export function useConfirmSecondFactor() {
  const onSuccess = useSecondFactorChanged();
  return useMutation({ mutationFn: (code: string) => api('POST /v1/second-factor/confirm', { body: { code } }), onSuccess });
}

export function useRenewRecoveryCodes() {
  const onSuccess = useSecondFactorChanged();
  return useMutation({
    mutationFn: (currentPassword: string) => api('POST /v1/second-factor/recovery-codes', { body: { currentPassword } }),
    onSuccess,
  });
}

export function useEndSecondFactor() {
  const onSuccess = useSecondFactorChanged();
  return useMutation({
    mutationFn: (currentPassword: string) => api('POST /v1/second-factor/off', { body: { currentPassword } }),
    onSuccess,
  });
}

export function useEndSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (sessionUuid: string) => api('DELETE /v1/sessions/:sessionUuid', { params: { sessionUuid } }),
    onSettled: () => cache.invalidateQueries({ queryKey: accountKeys.sessions }),
  });
}

export function useEndOtherSessions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /v1/sessions'),
    onSettled: () => cache.invalidateQueries({ queryKey: accountKeys.sessions }),
  });
}

/** The session says too whether it is on, and an operator may get their rights by it. */
function useSecondFactorChanged() {
  const cache = useQueryClient();
  return async () => {
    await Promise.all([cache.invalidateQueries({ queryKey: accountKeys.secondFactor }), renewSession().catch(() => undefined)]);
  };
}
