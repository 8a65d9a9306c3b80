import type { MessageView } from '@balcao/contract/messages';
import { Button } from '@mantine/core';
import { IconArrowForwardUp, IconCopy, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { toastSuccess } from '../../../../platform/toast.ts';
import { copyText } from '../../../../ui/copy-button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { authorOf, contentOf } from '../bubble/message-text.ts';
import { useMessageActions } from '../mutations.ts';
import css from './selection-bar.module.css';

export type SelectionBarProps = {
  messages: readonly MessageView[];
  mayRemove: (message: MessageView) => boolean;
  onForward: (messages: readonly MessageView[]) => void;
  /** Something else is chosen. */
  onChoose: (messages: readonly MessageView[]) => void;
  onClose: () => void;
};

/** What can be done with several messages at once. Stands in place of the composer. */
export function SelectionBar({ messages, mayRemove, onForward, onChoose, onClose }: SelectionBarProps) {
  const { removeAll } = useMessageActions();
  const [busy, setBusy] = useState(false);
  const ordered = messages.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const forwardable = ordered.every(({ isDeleted, state }) => !isDeleted && state !== 'failed' && state !== 'queued');
  const removable = ordered.filter(mayRemove);
  const copy = async () => {
    if (await copyText(ordered.map(lineOf).join('\n'))) toastSuccess(t('{{count}} mensagens copiadas', { count: messages.length }));
  };
  const remove = async () => {
    setBusy(true);
    const refused = await removeAll(removable, ordered.length - removable.length);
    if (refused?.length === 0) onClose();
    else if (refused) onChoose(refused);
    setBusy(false);
  };
  return (
    <div className={css.bar} role="toolbar" aria-label={t('Mensagens selecionadas')}>
      <IconButton label={t('Cancelar a seleção')} onClick={onClose}>
        <IconX size={18} />
      </IconButton>
      <span className={css.count} role="status">
        {t('{{count}} mensagens selecionadas', { count: messages.length })}
      </span>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconArrowForwardUp size={16} />}
        disabled={!forwardable || messages.length > 30}
        onClick={() => onForward(ordered)}
      >
        {t('Encaminhar')}
      </Button>
      <Button variant="default" size="sm" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
        {t('Copiar')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconTrash size={16} />}
        disabled={removable.length === 0}
        loading={busy}
        title={removable.length > 0 ? undefined : t('Só mensagens suas e recentes podem ser apagadas')}
        onClick={() => void remove()}
      >
        {t('Apagar')}
      </Button>
    </div>
  );
}

function lineOf(message: MessageView): string {
  return `[${formatDateTime(message.createdAt)}] ${authorOf(message)}: ${contentOf(message)}`;
}
