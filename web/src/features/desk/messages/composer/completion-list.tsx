import { t } from '../../../../platform/i18n.ts';
import { Kbd } from '../../../../ui/text/kbd.tsx';
import css from './suggestion-list.module.css';
import type { Completion } from './use-completion.ts';

export type CompletionListProps = {
  id: string;
  kind: 'emoji' | 'variable';
  offered: readonly Completion[];
  at: number;
  onPoint: (at: number) => void;
  onPick: (completion: Completion) => void;
};

/** The emoji or variables that fit what is typed. The focus stays in the field. */
export function CompletionList({ id, kind, offered, at, onPoint, onPick }: CompletionListProps) {
  return (
    <div className={css.popup} data-narrow>
      <div id={id} role="listbox" aria-label={kind === 'emoji' ? t('Emoji') : t('Variáveis')} className={css.list}>
        {offered.map((completion, place) => (
          <button
            key={completion.piece}
            id={`${id}-${place}`}
            type="button"
            role="option"
            aria-selected={place === at}
            tabIndex={-1}
            className={css.option}
            data-row
            // Keep the focus in the field, and with it the caret.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => place !== at && onPoint(place)}
            onClick={() => onPick(completion)}
          >
            {completion.sign && (
              <span className={css.sign} aria-hidden>
                {completion.sign}
              </span>
            )}
            <span className={css.label}>
              <span>{completion.name}</span>
            </span>
            {completion.aside && <span className={css.brief}>{completion.aside}</span>}
          </button>
        ))}
      </div>
      <div className={css.foot} aria-hidden>
        <Kbd keys="↑" /> <Kbd keys="↓" /> {t('escolher')} <Kbd keys="Enter" /> {t('inserir')} <Kbd keys="Esc" /> {t('fechar')}
      </div>
    </div>
  );
}
