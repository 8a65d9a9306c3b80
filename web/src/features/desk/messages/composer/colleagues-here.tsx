import { t } from '../../../../platform/i18n.ts';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import css from './composer.module.css';

type ColleaguesHereProps = {
  /** Who writes in the conversation now. */
  writing: readonly { id: number; name: string }[];
  /** The person wanted to send; it is held back until they say so again. */
  held: boolean;
  onSendAnyway: () => void;
};

/** Colleagues who are writing here, above the composer; and the question before a second answer. */
export function ColleaguesHere({ writing, held, onSendAnyway }: ColleaguesHereProps) {
  const [first] = writing;
  if (!first) return null;
  const names = writing.map(({ name }) => name.split(' ')[0]).join(', ');
  return (
    <div className={css.colleagues} data-held={held || undefined} role={held ? 'alert' : 'status'}>
      <Avatar name={first.name} size="xs" />
      {held ? (
        <>
          <span>{t('{{name}} está respondendo esta conversa.', { name: names })}</span>
          <button type="button" onClick={onSendAnyway}>
            {t('Enviar mesmo assim')}
          </button>
        </>
      ) : (
        <span>{t('{{name}} está digitando…', { name: names })}</span>
      )}
    </div>
  );
}
