import { Button } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type PendingMessage, useAllPending } from '../../../data/messages/pending.ts';
import { formatTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { retryLine } from '../../../platform/socket.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { pendingText } from './bubble/message-text.ts';
import { signatureOf } from './composer/draft.ts';
import { cancelSend, sendAllAgain } from './outbox.ts';
import css from './unsent-dialog.module.css';

/** Everything that was written and has not left yet, in all conversations. `onOpen` leads to one. */
export function UnsentDialog({ onClose, onOpen }: { onClose: () => void; onOpen: (uuid: string) => void }) {
  const cache = useQueryClient();
  const all = useAllPending();
  const user = useUser();
  const written = ({ body }: PendingMessage) => body.slice(signatureOf({ body, user }).length);
  const again = (some: readonly PendingMessage[]) => {
    retryLine();
    sendAllAgain(cache, some);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Mensagens por enviar')}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Fechar')}
          </Button>
          <Button leftSection={<IconRefresh size={16} />} disabled={all.length === 0} onClick={() => again(all)}>
            {t('Tentar todas de novo')}
          </Button>
        </>
      }
    >
      {all.length === 0 && <p className={css.none}>{t('Tudo o que você escreveu já saiu.')}</p>}
      <ul className={css.list}>
        {all.map((pending) => (
          <li key={pending.key} data-failed={pending.state === 'failed' || undefined}>
            <div>
              <span className={css.to}>
                {pending.to ? (
                  <button type="button" onClick={() => pending.to && onOpen(pending.to.uuid)}>
                    {pending.to.name}
                  </button>
                ) : (
                  t('Conversa')
                )}
                <time dateTime={pending.createdAt}>{formatTime(pending.createdAt)}</time>
              </span>
              <span className={css.body}>{written(pending) || pending.file?.name}</span>
              <span className={css.state}>{pendingText(pending) ?? t('Enviando…')}</span>
            </div>
            {pending.state === 'failed' && (
              <IconButton label={t('Tentar de novo')} onClick={() => again([pending])}>
                <IconRefresh size={18} />
              </IconButton>
            )}
            <IconButton label={t('Descartar')} onClick={() => cancelSend(cache, pending)}>
              <IconTrash size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
