import { commandIds } from '@balcao/contract/command-rules';
import type { TicketListView } from '@balcao/contract/ticket-views';
import { IconBookmarks, IconUsers } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTicketViews, useViewCounts } from '../../../../../data/ticket-views/queries.ts';
import { useFilterCounts } from '../../../../../data/tickets/queries.ts';
import { useCommand, useCommands } from '../../../../../platform/commands.ts';
import { formatNumber } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { lazyPart } from '../../../../../platform/lazy-part.ts';
import { useUser } from '../../../../../platform/session.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { chipFilterOf, chips, chipsOff, type InboxView, plain, savedOf, searchOf, shownOf } from '../inbox-view.ts';
import css from './list-chips.module.css';
import { chipText, useOfferedChips } from './plain-chips.tsx';
import { useListCommands } from './use-list-commands.ts';

const TeamButton = lazyPart(async () => ({ default: (await import('../team-button.tsx')).TeamButton }));
const ViewsMenu = lazyPart(async () => ({ default: (await import('./views-menu.tsx')).ViewsMenu }));

export type ListChipsProps = { view: InboxView; mayShowAll: boolean; onChange: (change: Partial<InboxView>) => void };

/** How many saved views stand in sight; the others are in the menu. */
const viewsInSight = 3;
const viewKeys = commandIds.filter((id) => id.startsWith('inbox.view'));

/** What narrows the list with one click: filters with their numbers, and saved views. */
export function ListChips({ view, mayShowAll, onChange }: ListChipsProps) {
  const user = useUser();
  const filter = chipFilterOf(view);
  const counts = useFilterCounts(filter);
  const saved = useTicketViews();
  const views = saved ?? [];
  const [menu, setMenu] = useState(false);
  const viewCounts = useViewCounts(views.length > 0);
  const shown = searchOf(view, mayShowAll).toString();
  const isShown = (saved: TicketListView) => searchOf(shownFor(saved, mayShowAll), mayShowAll).toString() === shown;
  const show = (saved: TicketListView) => onChange(isShown(saved) ? { ...plain, tab: view.tab } : shownFor(saved, mayShowAll));
  useCommand('inbox.search', t('Buscar em todas as conversas'), () => onChange({ ...chipsOff, tab: 'search', order: null }));
  useListCommands(view, mayShowAll, onChange);
  useCommand('inbox.views', t('Visões salvas'), () => setMenu(true));
  useCommands(
    views.slice(0, viewKeys.length).map((saved, at) => ({
      id: viewKeys[at] ?? 'inbox.view1',
      label: t('Visão: {{name}}', { name: saved.name }),
      run: () => show(saved),
    })),
  );
  const [offered, remember] = useOfferedChips(view);
  const keep = useEffectEvent(() => {
    if (filter && counts) remember(chips.filter((chip) => counts[chip] > 0));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other numbers came.
  useEffect(() => keep(), [counts]);
  const narrowed = searchOf({ ...view, tab: 'open', waiting: false }, mayShowAll).size > 0;
  // There is nothing to choose, and nothing chosen that could be saved.
  if (offered.length === 0 && saved?.length === 0 && !narrowed && !menu && user.profile === 'user') return null;
  return (
    <fieldset className={css.chips} aria-label={t('Filtros e visões')}>
      <div className={css.scroll}>
        {offered.map((chip) => (
          <button key={chip} type="button" aria-pressed={view[chip]} className={css.chip} onClick={() => onChange({ [chip]: !view[chip] })}>
            {chipText(chip)}
            {counts && counts[chip] > 0 && <span className={css.count}>{formatNumber(counts[chip])}</span>}
          </button>
        ))}
        {views.slice(0, viewsInSight).map((saved) => (
          <button key={saved.id} type="button" aria-pressed={isShown(saved)} className={css.chip} data-view onClick={() => show(saved)}>
            {saved.shared && <IconUsers size={13} aria-hidden />}
            {saved.name}
            {viewCounts.get(saved.id) != null && <span className={css.count}>{formatNumber(viewCounts.get(saved.id) ?? 0)}</span>}
          </button>
        ))}
      </div>
      {user.profile !== 'user' && (
        <Suspense>
          <TeamButton onPerson={mayShowAll ? (userId) => onChange({ ...plain, tab: 'search', order: null, userIds: [userId] }) : null} />
        </Suspense>
      )}
      <IconButton label={t('Visões salvas')} size="sm" aria-expanded={menu} onClick={() => setMenu(true)}>
        <IconBookmarks size={17} />
      </IconButton>
      {menu && (
        <Suspense>
          <ViewsMenu
            views={views}
            counts={viewCounts}
            current={savedOf(view)}
            isShown={isShown}
            onShow={show}
            onClose={() => setMenu(false)}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

function shownFor(saved: TicketListView, mayShowAll: boolean): InboxView {
  const shown = shownOf(saved.filter);
  return { ...shown, showAll: mayShowAll && shown.showAll };
}
