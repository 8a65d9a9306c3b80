import type { InboxHelpOffer } from '@balcao/contract/inbox-help';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { inboxHelpKeys } from './keys.ts';

/** With what the language model helps people. `enabled`: false asks for nothing and offers nothing, where the plan has none any more. */
export function useInboxHelp(enabled: boolean): InboxHelpOffer | undefined {
  const { data } = useQuery({ queryKey: inboxHelpKeys.offer, queryFn: ({ signal }) => api('GET /v1/inbox-help', { signal }), enabled });
  return enabled ? data : undefined;
}

/** How the help is set up, for admins. */
export function useInboxHelpSettings() {
  return useQuery({ queryKey: inboxHelpKeys.settings, queryFn: ({ signal }) => api('GET /v1/inbox-help/settings', { signal }) });
}
