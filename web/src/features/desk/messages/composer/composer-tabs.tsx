import { IconLock, IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useKeysOf } from '../../../../platform/commands.ts';
import { t } from '../../../../platform/i18n.ts';
import css from './composer.module.css';

export type Writing = 'message' | 'note';

/** Chooses what is written: a message for the customer, or a note for the team. */
export function ComposerTabs({
  writing,
  onWriting,
  aside,
}: {
  writing: Writing;
  onWriting: (writing: Writing) => void;
  aside?: ReactNode;
}) {
  const keys = { message: useKeysOf('composer.reply'), note: useKeysOf('composer.note') };
  return (
    <div className={css.tabs}>
      <fieldset aria-label={t('Tipo de mensagem')}>
        <button type="button" aria-pressed={writing === 'message'} title={keys.message} onClick={() => onWriting('message')}>
          <IconMessage size={16} aria-hidden />
          {t('Mensagem')}
        </button>
        <button type="button" data-note aria-pressed={writing === 'note'} title={keys.note} onClick={() => onWriting('note')}>
          <IconLock size={16} aria-hidden />
          {t('Nota')}
        </button>
      </fieldset>
      {aside}
    </div>
  );
}
