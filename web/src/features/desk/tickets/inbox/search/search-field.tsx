import type { KeyboardEvent } from 'react';
import { t } from '../../../../../platform/i18n.ts';
import { SearchInput } from '../../../../../ui/fields/search-input.tsx';
import { firstFound } from '../move-focus.ts';
import css from '../ticket-pane.module.css';
import { rememberSearch } from './recent-searches.ts';

export type SearchFieldProps = {
  /** What is searched for, in lower case. */
  text: string;
  busy: boolean;
  /** Nothing is searched for yet. */
  idle: boolean;
  onSearch: (text: string) => void;
};

/** The field of a search. Enter and the arrow down lead from it to what was found. */
export function SearchField({ text, busy, idle, onSearch }: SearchFieldProps) {
  const onKey = (event: KeyboardEvent<HTMLInputElement>, searched: boolean) => {
    if (event.key === 'ArrowDown' && firstFound()) {
      event.preventDefault();
      firstFound()?.focus();
    }
    if (event.key !== 'Enter') return;
    rememberSearch(event.currentTarget.value.toLowerCase());
    // On a phone it only puts the keyboard away, and one sees what was found.
    if (window.matchMedia('(pointer: coarse)').matches) event.currentTarget.blur();
    else if (searched && !idle) firstFound()?.focus();
  };
  return (
    <div className={css.search}>
      <SearchInput
        label={t('Buscar por nome, número ou mensagem')}
        value={text}
        // Who comes back to what was found has not come to type.
        autoFocus={text === ''}
        waitMs={300}
        busy={busy}
        onSearch={(next) => onSearch(next.toLowerCase())}
        onKey={onKey}
      />
    </div>
  );
}
