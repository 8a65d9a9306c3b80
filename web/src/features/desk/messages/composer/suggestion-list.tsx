import { IconPaperclip } from '@tabler/icons-react';
import { t } from '../../../../platform/i18n.ts';
import { InPlace } from '../../../../ui/list/in-place.tsx';
import { Kbd } from '../../../../ui/text/kbd.tsx';
import { Marked } from '../../../../ui/text/marked.tsx';
import css from './suggestion-list.module.css';
import { cut, type Suggestion, textOf } from './suggestions.ts';

export type SuggestionListProps = {
  id: string;
  offered: readonly Suggestion[];
  at: number;
  /** The typed part of the label. */
  query: string;
  onPoint: (at: number) => void;
  onPick: (suggestion: Suggestion) => void;
};

/** The texts that can be inserted, with a preview of the selected one. The focus stays in the field. */
export function SuggestionList({ id, offered, at, query, onPoint, onPick }: SuggestionListProps) {
  const current = offered[at];
  return (
    <div className={css.popup}>
      <div className={css.panes}>
        <div id={id} role="listbox" aria-label={t('Respostas rápidas')} className={css.list}>
          {offered.map((suggestion, place) => (
            <button
              key={suggestion.id}
              id={`${id}-${place}`}
              ref={place === at ? intoView : undefined}
              type="button"
              role="option"
              aria-selected={place === at}
              tabIndex={-1}
              className={css.option}
              // Keep the focus in the field, and with it the caret.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => place !== at && onPoint(place)}
              onClick={() => onPick(suggestion)}
            >
              <span className={css.label}>
                <span>
                  /<Marked text={cut(suggestion.label)} wanted={query} />
                </span>
                {suggestion.file && <IconPaperclip size={14} aria-label={t('com anexo')} />}
              </span>
              <span className={css.brief}>{cut(textOf(suggestion)) || suggestion.file?.name}</span>
            </button>
          ))}
        </div>
        {current && (
          <div className={css.preview}>
            <p>
              <InPlace of={current.parts}>{({ text, filled }) => (filled ? <mark>{text}</mark> : <span>{text}</span>)}</InPlace>
            </p>
            {current.file && (
              <span className={css.file}>
                <IconPaperclip size={14} aria-hidden />
                <span>{current.file.name}</span>
              </span>
            )}
          </div>
        )}
      </div>
      <div className={css.foot} aria-hidden>
        <Kbd keys="↑" /> <Kbd keys="↓" /> {t('escolher')} <Kbd keys="Enter" /> {t('inserir')} <Kbd keys="Esc" /> {t('fechar')}
      </div>
    </div>
  );
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
