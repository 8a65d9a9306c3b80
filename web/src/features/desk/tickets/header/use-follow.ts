import { useQueryClient } from '@tanstack/react-query';
import { applyFollowers } from '../../../../data/pings/news.ts';
import { useFollowers } from '../../../../data/pings/queries.ts';
import { api } from '../../../../platform/api.ts';
import { notifyError } from '../../../../platform/errors.ts';
import { t } from '../../../../platform/i18n.ts';
import { toastSuccess } from '../../../../platform/toast.ts';

/** Does this person follow the conversation, and what changes that. */
export function useFollow(ticketId: number, ownId: number): { on: boolean; toggle: () => void } {
  const cache = useQueryClient();
  const on = useFollowers(ticketId)?.some(({ id }) => id === ownId) ?? false;
  const toggle = async () => {
    try {
      applyFollowers(cache, ticketId, await api('PUT /v1/tickets/:ticketId/follow', { params: { ticketId }, body: { on: !on } }));
      toastSuccess(on ? t('Você deixou de seguir esta conversa') : t('Você segue esta conversa: notas e mudanças aparecem em Para mim'));
    } catch (error) {
      notifyError(error);
    }
  };
  return { on, toggle: () => void toggle() };
}
