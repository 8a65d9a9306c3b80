import type { InboxHelpAnswer } from '@balcao/contract/inbox-help';
import type { HelpLanguage, RewriteLanguage, RewriteStyle } from '@balcao/contract/inbox-help-rules';
import type { MessageView } from '@balcao/contract/messages';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { inboxHelpKeys } from '../../../data/inbox-help/keys.ts';
import { applyMessage } from '../../../data/messages/live.ts';
import { api } from '../../../platform/api.ts';
import { type InboxHelpValues, inboxHelpBody } from './inbox-help-form.ts';

/** What a person asks for in a ticket. */
export type HelpWish =
  | { do: 'summary'; language: HelpLanguage }
  | { do: 'reply' }
  | { do: 'rewrite'; text: string; style: RewriteStyle; language: RewriteLanguage };

/** Asks the language model; the answer is for this person alone. */
export function useHelp(ticketId: number) {
  const params = { ticketId };
  return useMutation({
    mutationFn: (wish: HelpWish): Promise<InboxHelpAnswer> => {
      switch (wish.do) {
        case 'summary':
          return api('POST /v1/inbox-help/tickets/:ticketId/summary', { params, body: { language: wish.language } });
        case 'reply':
          return api('POST /v1/inbox-help/tickets/:ticketId/reply', { params });
        case 'rewrite': {
          const { text, style, language } = wish;
          return api('POST /v1/inbox-help/tickets/:ticketId/rewrite', { params, body: { text, style, language } });
        }
      }
    },
  });
}

/** Has the words of a voice message written under it. */
export async function transcribe(cache: QueryClient, { id }: MessageView): Promise<void> {
  applyMessage(cache, await api('POST /v1/inbox-help/messages/:messageId/transcript', { params: { messageId: Number(id) } }));
}

/** The translation of a message, kept as long as the page is open. */
export function translationQuery(messageId: string, language: HelpLanguage) {
  return {
    queryKey: inboxHelpKeys.translation(messageId, language),
    queryFn: () =>
      api('POST /v1/inbox-help/messages/:messageId/translation', { params: { messageId: Number(messageId) }, body: { language } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}

export function useSaveInboxHelp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (values: InboxHelpValues) => api('PUT /v1/inbox-help/settings', { body: inboxHelpBody(values) }),
    onSuccess: (settings) => {
      cache.setQueryData(inboxHelpKeys.settings, settings);
      return cache.invalidateQueries({ queryKey: inboxHelpKeys.setUp });
    },
  });
}
