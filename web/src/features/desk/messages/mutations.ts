import type { MessageView } from '@balcao/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { applyMessage } from '../../../data/messages/live.ts';
import { api } from '../../../platform/api.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
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

    /** Deletes several one after another, once it was agreed to. Answers whether all are gone. */
    removeAll: async (messages: readonly MessageView[]) => {
      const sure = await confirm({
        title: t('Apagar {{count}} mensagens?', { count: messages.length }),
        text: t('Elas serão apagadas também no celular do cliente; as que ainda não saíram não serão enviadas.'),
        confirmLabel: t('Apagar'),
        danger: true,
      });
      if (!sure) return false;
      try {
        for (const { id } of messages) applyMessage(cache, await api('DELETE /messages/:messageId', { params: { messageId: id } }));
        return true;
      } catch (error) {
        notifyError(error);
        return false;
      }
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
