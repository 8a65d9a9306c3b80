import { IconUsers } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useFilterCounts } from '../../../../../data/tickets/queries.ts';
import { useCommand } from '../../../../../platform/commands.ts';
import { formatNumber } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { lazyPart } from '../../../../../platform/lazy-part.ts';
import { useUser } from '../../../../../platform/session.ts';
import { chipFilterOf, chipsOff, type ListProps, plain, searchOf } from '../inbox-view.ts';
import css from './list-chips.module.css';
import { chipText, RoomForCount, useOfferedChips } from './plain-chips.tsx';
import { useListCommands } from './use-list-commands.ts';
import { useSavedViews } from './use-saved-views.tsx';

const TeamButton = lazyPart(async () => ({ default: (await import('../team-button.tsx')).TeamButton }));

/** How many saved views stand in sight; the others are in the menu. */
const viewsInSight = 3;

/** What narrows the list with one click: filters with their numbers, and saved views. */
export function ListChips({ view, mayShowAll, onChange }: ListProps) {
  const user = useUser();
  const filter = chipFilterOf(view);
  const counts = useFilterCounts(filter);
  const saved = useSavedViews({ view, mayShowAll, onChange });
  useCommand('inbox.search', t('Buscar em todas as conversas'), () => onChange({ ...chipsOff, tab: 'search', order: null }));
  useListCommands(view, mayShowAll, onChange);
  const [offered, remember] = useOfferedChips(view);
  const keep = useEffectEvent(() => {
    if (filter && counts) remember(counts);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other numbers came.
  useEffect(() => keep(), [counts]);
  const narrowed = searchOf({ ...view, tab: 'open', waiting: false }, mayShowAll).size > 0;
  // There is nothing to choose, and nothing chosen that could be saved.
  if (offered.length === 0 && saved.views?.length === 0 && !narrowed && !saved.open && user.profile === 'user') return null;
  return (
    <fieldset className={css.chips} aria-label={t('Filtros e visões')}>
      <div className={css.scroll}>
        {offered.map(({ chip, digits }) => (
          <button key={chip} type="button" aria-pressed={view[chip]} className={css.chip} onClick={() => onChange({ [chip]: !view[chip] })}>
            {chipText(chip)}
            {counts ? (
              counts[chip] > 0 && <span className={css.count}>{formatNumber(counts[chip])}</span>
            ) : (
              <RoomForCount digits={digits} />
            )}
          </button>
        ))}
        {saved.views?.slice(0, viewsInSight).map((one) => (
          <button
            key={one.id}
            type="button"
            aria-pressed={saved.isShown(one)}
            className={css.chip}
            data-view
            onClick={() => saved.show(one)}
          >
            {one.shared && <IconUsers size={13} aria-hidden />}
            {one.name}
            {saved.counts.get(one.id) != null && <span className={css.count}>{formatNumber(saved.counts.get(one.id) ?? 0)}</span>}
          </button>
        ))}
      </div>
      {user.profile !== 'user' && (
        <Suspense>
          <TeamButton onPerson={mayShowAll ? (userId) => onChange({ ...plain, tab: 'search', order: null, userIds: [userId] }) : null} />
        </Suspense>
      )}
      {saved.button}
    </fieldset>
  );
}
