import { searchMax } from '@balcao/contract/search-rules';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../platform/i18n.ts';
import { useDebounced } from '../../platform/use-debounced.ts';
import { Spinner } from '../marks/spinner.tsx';

export type SearchInputProps = {
  /** Also the placeholder. */
  label: string;
  value: string;
  /** Called `waitMs` after the last key, at once with Enter and when cleared. */
  onSearch: (text: string) => void;
  autoFocus?: boolean;
  waitMs?: number;
  /** What was searched for is on its way. */
  busy?: boolean;
  /** What keys do besides; `searched`: the text is what was searched for already. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>, searched: boolean) => void;
};

/** A search field that waits until the person stops typing. */
export function SearchInput({ label, value, onSearch, autoFocus, waitMs = 500, busy = false, onKey }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The last search sent from here, until it comes back as the value. By then more may have been typed.
  const [told, setTold] = useState<string | null>(null);
  // The text follows changes from elsewhere, such as the browser's back button.
  if (known !== value) {
    setKnown(value);
    setTold(null);
    const isTypedOn = told !== null && told !== text.trim() && told.toLowerCase() === value.toLowerCase();
    if (value !== text.trim() && !isTypedOn) setText(value);
  }
  const search = (next: string) => {
    setTold(next);
    onSearch(next);
  };
  const rested = useDebounced(text.trim(), waitMs);
  const tell = useEffectEvent((next: string) => {
    if (next !== value && next === text.trim()) search(next);
  });
  useEffect(() => tell(rested), [rested]);
  const clear = () => {
    setText('');
    search('');
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      autoFocus={autoFocus}
      // A dialog looks for this one when it opens.
      data-autofocus={autoFocus}
      onChange={(event) => setText(event.currentTarget.value.slice(0, searchMax))}
      onKeyDown={(event) => {
        const wanted = text.trim();
        onKey?.(event, wanted.toLowerCase() === value.toLowerCase());
        if (event.key === 'Enter' && wanted !== value) search(wanted);
        if (event.key === 'Escape' && text) {
          event.stopPropagation();
          clear();
        }
      }}
      enterKeyHint="search"
      leftSection={busy ? <Spinner size={16} label={t('Buscando…')} /> : <IconSearch size={18} color="var(--text-3)" />}
      rightSection={text ? <CloseButton size="sm" aria-label={t('Limpar busca')} onClick={clear} /> : null}
      rightSectionPointerEvents="all"
    />
  );
}
