import { memo } from 'react';
import { formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { Ticks } from '../../../../ui/marks/ticks.tsx';
import type { Entry } from '../thread/thread-rows.ts';
import css from './bubble.module.css';
import type { BubbleProps } from './bubble.tsx';
import { tickOf } from './message-text.ts';
import { SelectBox } from './select-box.tsx';

const shownMax = 4;

/** Pictures sent one after another, as one bubble. */
export const Album = memo(function Album({
  entries,
  first,
  links,
  selected = null,
  onSelect,
}: { entries: readonly Entry[]; first: boolean } & Pick<BubbleProps, 'links' | 'selected' | 'onSelect'>) {
  const last = (entries.at(-1) as Entry).message;
  const shown = entries.slice(0, shownMax);
  return (
    <li
      className={css.message}
      data-message={last.id}
      data-out={last.fromMe || undefined}
      data-first={first || undefined}
      data-wide
      data-selected={selected ?? undefined}
    >
      {selected !== null && <SelectBox messages={entries.map(({ message }) => message)} selected={selected} onSelect={onSelect} />}
      <div className={css.bubble}>
        <div className={css.album} data-odd={shown.length % 2 === 1 || undefined}>
          {shown.map(({ message }, at) => (
            <button
              key={message.id}
              type="button"
              aria-label={t('Foto {{n}} de {{total}}', { n: at + 1, total: entries.length })}
              onClick={() => links.openMedia(message)}
            >
              <img src={message.thumbUrl ?? message.mediaUrl ?? undefined} alt="" loading="lazy" decoding="async" />
              {at === shownMax - 1 && entries.length > shownMax && <span className={css.more}>+{entries.length - shownMax + 1}</span>}
            </button>
          ))}
        </div>
        <span className={css.foot}>
          <time dateTime={last.createdAt}>{formatTime(last.createdAt)}</time>
          {last.fromMe && <Ticks state={tickOf(last)} />}
        </span>
      </div>
    </li>
  );
});
