import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { installationKeys } from './keys.ts';

/** Can companies sign up? Null while that is not known. */
export function useSignUpOpen(): boolean | null {
  const { data } = useQuery({ queryKey: installationKeys.entrance, queryFn: ({ signal }) => api('GET /v1/entrance', { signal }) });
  return data?.signUp ?? null;
}

/** What operators decided for the whole installation. */
export function useInstallation() {
  return useQuery({ queryKey: installationKeys.settings, queryFn: ({ signal }) => api('GET /v1/installation', { signal }) });
}
