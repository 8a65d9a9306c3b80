import type { MessageView } from '@balcao/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { applyMessage } from '../../../data/messages/live.ts';
import { api } from '../../../platform/api.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';

/** What people do with an existing message. Failures are shown. */
export function useMessageActions() {
  const cache = useQueryClient();
  const call = async (run: () => Promise<MessageView>) => {
    try {
      applyMessage(cache, await run());
    } catch (error) {
      notifyError(error);
    }
  };
  return {
    retry: (message: MessageView) => call(() => api('POST /v1/messages/:messageId/retry', { params: { messageId: message.id } })),

    /** Rejects with the server's error, which the dialog shows. */
    edit: async (message: MessageView, body: string) => {
      applyMessage(cache, await api('PUT /v1/messages/:messageId', { params: { messageId: message.id }, body: { body } }));
    },

    react: (message: MessageView, emoji: string) => {
      const own = message.reactions.find(({ fromMe }) => fromMe)?.emoji;
      const next = own === emoji ? '' : emoji;
      applyMessage(cache, {
        ...message,
        reactions: [...message.reactions.filter(({ fromMe }) => !fromMe), ...(next ? [{ emoji: next, fromMe: true, name: null }] : [])],
      });
      return call(async () => {
        try {
          return await api('POST /v1/messages/:messageId/reaction', { params: { messageId: message.id }, body: { emoji: next } });
        } catch (error) {
          applyMessage(cache, message);
          throw error;
        }
      });
    },

    /**
     * Deletes several one after another, once it was agreed to; `staying` is how many of those chosen are not among them. What is refused
     * keeps nothing else from being deleted. Answers what was refused, which is told with the reasons; null if nothing was agreed to.
     */
    removeAll: async (messages: readonly MessageView[], staying: number): Promise<MessageView[] | null> => {
      const meaning = t('Elas serão apagadas também no celular do cliente; as que ainda não saíram não serão enviadas.');
      const rest = t('Das selecionadas, ficam: {{n}}. Só mensagens suas e recentes podem ser apagadas.', { n: staying });
      const sure = await confirm({
        title: t('Apagar {{count}} mensagens?', { count: messages.length }),
        text: staying > 0 ? `${meaning} ${rest}` : meaning,
        confirmLabel: t('Apagar'),
        danger: true,
      });
      if (!sure) return null;
      const refused: MessageView[] = [];
      const reasons = new Set<string>();
      for (const message of messages) {
        try {
          applyMessage(cache, await api('DELETE /messages/:messageId', { params: { messageId: message.id } }));
        } catch (error) {
          refused.push(message);
          reasons.add(errorText(error));
        }
      }
      if (refused.length > 0) {
        const title = t('Mensagens não apagadas: {{n}}', { n: refused.length });
        showToast({ kind: 'error', title, text: [...reasons].join(' '), lifeMs: toastLife.error });
      }
      return refused;
    },

    remove: async (message: MessageView) => {
      const waiting = message.state === 'queued' || message.state === 'failed';
      const sure = await confirm({
        title: t('Apagar mensagem?'),
        text: waiting
          ? t('Ela ainda não saiu e não será enviada.')
          : t('Ela será apagada também no celular do cliente, que verá que havia uma mensagem.'),
        confirmLabel: t('Apagar'),
        danger: true,
      });
      if (sure) await call(() => api('DELETE /messages/:messageId', { params: { messageId: message.id } }));
    },
  };
}
