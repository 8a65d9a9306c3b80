import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t, useLanguage } from '../../../../platform/i18n.ts';
import css from './composer.module.css';
import { type EmojiEntry, emojis } from './emojis.ts';

/** A small set of emoji, searchable by name in any of the three languages. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [text, setText] = useState('');
  const place = { pt: 1, en: 2, es: 3 }[useLanguage()] as 1 | 2 | 3;
  const found = findEmojis(text);
  return (
    <div className={css.emojis}>
      <TextInput
        size="sm"
        data-autofocus
        type="search"
        aria-label={t('Buscar emoji')}
        placeholder={t('Buscar emoji')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = found[0];
          if (event.key !== 'Enter' || !first) return;
          event.preventDefault();
          onPick(first[0]);
        }}
      />
      <fieldset className={css.grid} aria-label={t('Emoji')}>
        {found.map((entry) => (
          <button key={entry[0]} type="button" aria-label={entry[place]} title={entry[place]} onClick={() => onPick(entry[0])}>
            {entry[0]}
          </button>
        ))}
      </fieldset>
      {found.length === 0 && <p className={css.remark}>{t('Nenhum emoji com este nome')}</p>}
    </div>
  );
}

/** Emoji whose name contains the text, ignoring accents. */
function findEmojis(text: string): readonly EmojiEntry[] {
  const plain = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const wanted = plain(text.trim());
  return wanted === '' ? emojis : emojis.filter((entry) => entry.slice(1).some((name) => plain(name).includes(wanted)));
}
