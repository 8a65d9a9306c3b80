import type { TicketView } from '@balcao/contract/tickets';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTicketCounts, useTicketList, useTicketMarks } from '../../../../data/tickets/queries.ts';
import { t } from '../../../../platform/i18n.ts';
import { lazyPart } from '../../../../platform/lazy-part.ts';
import { can, useUser } from '../../../../platform/session.ts';
import { Wanted } from '../../../../platform/wanted.tsx';
import { lazyAfter, useStanding } from './after-standing.ts';
import { usePicked } from './bulk/picked.ts';
import { Filters } from './filters/filters.tsx';
import chips from './filters/list-chips.module.css';
import { PlainChips } from './filters/plain-chips.tsx';
import { Segment, Tabs } from './filters/tabs.tsx';
import { chipsOff, countFilterOf, type InboxView, isNarrowed, listFilterOf, orderShown, searchOf, useInboxView } from './inbox-view.ts';
import { moveFocus } from './move-focus.ts';
import type { RowActions } from './row/row-buttons.tsx';
import { rememberSearch } from './search/recent-searches.ts';
import { SearchField } from './search/search-field.tsx';
import { TicketList } from './ticket-list.tsx';
import css from './ticket-pane.module.css';

const loadRest = () => import('./after-list.ts');
const ListChips = lazyAfter(async () => (await loadRest()).ListChips);
const SwipeRows = lazyAfter(async () => (await loadRest()).SwipeRows);
const TicketMenu = lazyPart(async () => ({ default: (await import('./row/ticket-menu.tsx')).TicketMenu }));
const SnoozeDialog = lazyPart(async () => ({ default: (await import('./snooze/snooze-dialog.tsx')).SnoozeDialog }));
const BulkBar = lazyPart(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }));
const EmptyList = lazyPart(async () => ({ default: (await import('./empty-list.tsx')).EmptyList }));
const SearchFilters = lazyPart(async () => ({ default: (await import('./search/search-filters.tsx')).SearchFilters }));
const SearchStart = lazyPart(async () => ({ default: (await import('./search/search-start.tsx')).SearchStart }));

export type TicketPaneProps = RowActions & {
  selectedId: number | null;
  phone: boolean;
  onNew: () => void;
  /** Called with the tickets in the order in which they are shown, for the shortcuts that go to the next one. */
  onListed: (tickets: readonly TicketView[]) => void;
  draftKeyOf: (ticketId: number) => string;
  /** Loads the code of `hitsOf`, so that rows are shown with what was found in them. */
  loadHitsOf?: () => Promise<void>;
  /** What a search found in a ticket, in place of its last message. */
  hitsOf?: (ticket: TicketView, text: string, lastMessage: ReactNode) => ReactNode;
};

/** The list of the inbox with its tabs, counts and filters. */
export function TicketPane({ selectedId, phone, onNew, onListed, draftKeyOf, hitsOf, loadHitsOf, ...rowActions }: TicketPaneProps) {
  const user = useUser();
  const mayShowAll = can(user, 'tickets-manager:showall');
  const [view, change] = useInboxView(mayShowAll);
  const counts = useTicketCounts(countFilterOf(view));
  const searching = view.tab === 'search';
  const idle = searching && view.text === '' && !isNarrowed(view);
  const filter = listFilterOf(view);
  const cache = useQueryClient();
  const list = useTicketList(filter, {
    enabled: !idle,
    keepPrevious: searching,
    ...(searching && view.text && { beside: (ids) => Promise.all([loadHits(cache, ids, view.text), loadHitsOf?.()]) }),
  });
  const search = searchOf(view, mayShowAll).toString();
  const marks = useTicketMarks(useStanding(list.rows !== undefined));
  const choice = usePicked(list.rows, JSON.stringify(filter), onListed);
  const { text, hits } = useHitsShown(searching ? view.text : '', list.outdated, hitsOf);
  const [menu, setMenu] = useState<{ ticket: TicketView; at: { x: number; y: number } } | null>(null);
  const [snoozing, setSnoozing] = useState<TicketView | null>(null);
  const onFollow = ({ target }: MouseEvent) => {
    if (text && target instanceof Element && target.closest('[data-row]')) rememberSearch(text);
  };
  const openMenu = useCallback((ticket: TicketView, at: { x: number; y: number }) => setMenu({ ticket, at }), []);

  return (
    <section className={css.pane} aria-label={t('Lista de atendimentos')}>
      <header className={css.head}>
        <h1 className="visually-hidden" tabIndex={-1} data-page-title>
          {t('Atendimentos')}
        </h1>
        <Tabs
          view={view}
          counts={counts}
          found={searching && !idle ? list.count : undefined}
          newestOnly={list.newestOnly ?? false}
          onTab={(tab) => change({ ...chipsOff, tab, order: null })}
          onNew={onNew}
        />
        {view.tab === 'open' && <AttendedOrWaiting view={view} counts={counts} onChange={change} />}
        {searching && (
          <SearchField
            text={view.text}
            busy={!idle && list.loading && !list.loadingMore}
            idle={idle}
            onSearch={(text) => change({ text })}
          />
        )}
        {!searching && (
          <Suspense fallback={<PlainChips view={view} onChange={change} />}>
            <ListChips view={view} mayShowAll={mayShowAll} onChange={change} />
          </Suspense>
        )}
        {searching ? (
          <Suspense fallback={<SearchFiltersPlace />}>
            <SearchFilters
              view={view}
              mayShowAll={mayShowAll}
              onChange={change}
              found={idle ? undefined : list.outdated ? null : (list.count ?? null)}
              newestOnly={list.newestOnly ?? false}
            />
          </Suspense>
        ) : (
          <Filters view={view} mayShowAll={mayShowAll} onChange={change} />
        )}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus goes, and which search led somewhere. */}
      <div id="atendimentos" className={css.rows} tabIndex={-1} onKeyDown={moveFocus} onClickCapture={onFollow}>
        {idle ? (
          <Suspense>
            <SearchStart onSearch={(text) => change({ text })} />
          </Suspense>
        ) : (
          <TicketList
            {...rowActions}
            // A search goes on in the same list.
            key={searching ? 'search' : JSON.stringify(filter)}
            place={JSON.stringify(filter)}
            label={labelOf(view)}
            wanted={text}
            list={list}
            order={orderShown(view)}
            empty={
              <Suspense>
                <EmptyList view={view} newestOnly={list.newestOnly ?? false} onChange={change} onNew={onNew} />
              </Suspense>
            }
            selectedId={selectedId}
            ownId={user.id}
            phone={phone}
            search={search ? `?${search}` : ''}
            draftKeyOf={draftKeyOf}
            hitsOf={hits}
            onListed={choice.onListed}
            marks={marks}
            picked={choice.picked}
            onPick={choice.pick}
            onMenu={openMenu}
          />
        )}
      </div>
      <Suspense>
        <SwipeRows {...rowActions} tickets={choice.shown} onSnooze={setSnoozing} />
      </Suspense>
      {choice.tickets.length > 0 && (
        <Suspense>
          <BulkBar tickets={choice.tickets} marks={marks} onDone={choice.clear} onAll={choice.all} />
        </Suspense>
      )}
      <Wanted value={menu}>
        {({ ticket, at }) => (
          <TicketMenu
            ticket={ticket}
            mark={marks.get(ticket.id)}
            at={at}
            onClose={() => setMenu(null)}
            onPick={(ticket) => choice.pick(ticket, false)}
            onSnoozeDialog={setSnoozing}
          />
        )}
      </Wanted>
      <Wanted value={snoozing}>{(ticket) => <SnoozeDialog tickets={[ticket]} onClose={() => setSnoozing(null)} />}</Wanted>
    </section>
  );
}

type ViewProps = { view: InboxView; onChange: ReturnType<typeof useInboxView>[1] };

/** Which of the open tickets are shown: those with an agent, or those that wait. */
function AttendedOrWaiting({ view, counts, onChange }: ViewProps & { counts: ReturnType<typeof useTicketCounts> }) {
  return (
    <fieldset className={css.segments} aria-label={t('Situação')}>
      <Segment on={!view.waiting} count={counts?.open} onClick={() => onChange({ waiting: false, order: null, chatbot: false })}>
        {t('Atendendo')}
      </Segment>
      <Segment on={view.waiting} count={counts?.pending} quiet onClick={() => onChange({ waiting: true, order: null })}>
        {t('Aguardando')}
      </Segment>
    </fieldset>
  );
}

/** The text whose hits the rows show. Until the next rows are there, those of the search before say what that one found. */
function useHitsShown(wanted: string, outdated: boolean, hitsOf: TicketPaneProps['hitsOf']) {
  const latest = useRef('');
  if (!outdated) latest.current = wanted;
  const text = latest.current;
  const hits = useMemo(
    () => (hitsOf && text ? (ticket: TicketView, last: ReactNode) => hitsOf(ticket, text, last) : undefined),
    [hitsOf, text],
  );
  return { text, hits };
}

/** What was found in the tickets comes with them; its code is for those who search. */
async function loadHits(cache: QueryClient, ids: readonly number[], text: string): Promise<void> {
  await (await import('../../../../data/messages/hits.ts')).prefetchHits(cache, ids, text);
}

/** As high as what is loaded. */
function SearchFiltersPlace() {
  return (
    <>
      <div className={chips.chips} data-search />
      <div className={css.tools} />
    </>
  );
}

function labelOf(view: InboxView): string {
  if (view.tab === 'search') return t('Resultados da busca');
  if (view.tab === 'closed') return t('Atendimentos resolvidos');
  return view.waiting ? t('Atendimentos aguardando') : t('Atendimentos em andamento');
}
