import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import css from './composer.module.css';
import { type Emoji, findEmojis } from './emoji-search.ts';
import { noteEmoji, useEmojis, useRecentEmojis } from './emojis.ts';

const columns = 8;
const foundMax = 120;
/** Of the groups of emoji, by their number in the data. */
const groupSigns = [
  [0, '😀'],
  [1, '👋'],
  [3, '🐶'],
  [4, '🍎'],
  [5, '🚗'],
  [6, '⚽'],
  [7, '💡'],
  [8, '❤️'],
  [9, '🏁'],
] as const;

/** All emoji, by group or by name, and above them those the person used last. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [text, setText] = useState('');
  const [group, setGroup] = useState(0);
  const all = useEmojis(true);
  const recent = useRecentEmojis();
  const searching = text.trim() !== '';
  const shown = searching ? findEmojis(all ?? [], text, recent, foundMax) : (all ?? []).filter((one) => one.group === group);
  const used = searching ? [] : recent.slice(0, 2 * columns).flatMap((emoji) => all?.find((one) => one.emoji === emoji) ?? []);
  const pick = (emoji: string) => {
    noteEmoji(emoji);
    onPick(emoji);
  };
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
          const first = searching ? shown[0] : undefined;
          if (event.key !== 'Enter' || !first) return;
          event.preventDefault();
          pick(first.emoji);
        }}
      />
      {used.length > 0 && <Grid label={t('Usados há pouco')} emojis={used} onPick={pick} />}
      {!searching && (
        <fieldset className={css.groups} aria-label={t('Grupos de emoji')}>
          {groupSigns.map(([number, sign]) => (
            <button
              key={number}
              type="button"
              aria-pressed={number === group}
              aria-label={groupName(number)}
              onClick={() => setGroup(number)}
            >
              {sign}
            </button>
          ))}
        </fieldset>
      )}
      <Grid key={searching ? 'found' : group} label={searching ? t('Emoji') : groupName(group)} emojis={shown} onPick={pick} />
      {searching && all && shown.length === 0 && <p className={css.remark}>{t('Nenhum emoji com este nome')}</p>}
    </div>
  );
}

/** Emoji to choose from. Tab reaches the first; arrows go on from there. */
function Grid({ label, emojis, onPick }: { label: string; emojis: readonly Emoji[]; onPick: (emoji: string) => void }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll('button')];
    all[all.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus();
  };
  return (
    <fieldset className={css.grid} aria-label={label} onKeyDown={onKeyDown}>
      {emojis.map(({ emoji, name }, at) => (
        <button key={emoji} type="button" tabIndex={at === 0 ? 0 : -1} aria-label={name} title={name} onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}

function groupName(group: number): string {
  switch (group) {
    case 0:
      return t('Rostos e emoções');
    case 1:
      return t('Pessoas e gestos');
    case 3:
      return t('Animais e natureza');
    case 4:
      return t('Comidas e bebidas');
    case 5:
      return t('Viagens e lugares');
    case 6:
      return t('Atividades');
    case 7:
      return t('Objetos');
    case 8:
      return t('Símbolos');
    default:
      return t('Bandeiras');
  }
}
