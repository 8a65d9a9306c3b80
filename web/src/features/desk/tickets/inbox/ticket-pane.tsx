import type { TicketView } from '@balcao/contract/tickets';
import { Button, Switch } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useChoosableQueues } from '../../../../data/queues/queries.ts';
import { useTagChoices } from '../../../../data/tags/queries.ts';
import { useTicketCounts, useTicketList, useTicketMarks } from '../../../../data/tickets/queries.ts';
import { useColleagues } from '../../../../data/users/queries.ts';
import { formatNumber } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { lazyPart } from '../../../../platform/lazy-part.ts';
import { can, useUser } from '../../../../platform/session.ts';
import { SearchInput } from '../../../../ui/fields/search-input.tsx';
import { CountBadge } from '../../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../../ui/page/empty-state.tsx';
import { lazyAfter, useStanding } from './after-standing.ts';
import {
  chipFilterOf,
  chipsOff,
  countFilterOf,
  type InboxTab,
  type InboxView,
  listFilterOf,
  orderShown,
  searchOf,
  useInboxView,
} from './inbox-view.ts';
import { Picker } from './picker.tsx';
import { PlainChips } from './plain-chips.tsx';
import { TicketList } from './ticket-list.tsx';
import css from './ticket-pane.module.css';
import type { RowActions } from './ticket-row.tsx';

const loadRest = () => import('./after-list.ts');
const ListChips = lazyAfter(async () => (await loadRest()).ListChips);
const OrderMenu = lazyAfter(async () => (await loadRest()).OrderMenu);
const SwipeRows = lazyAfter(async () => (await loadRest()).SwipeRows);
const TicketMenu = lazyPart(async () => ({ default: (await import('./ticket-menu.tsx')).TicketMenu }));
const SnoozeDialog = lazyPart(async () => ({ default: (await import('./snooze-dialog.tsx')).SnoozeDialog }));
const BulkBar = lazyPart(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));
const EmptyList = lazyPart(async () => ({ default: (await import('./empty-list.tsx')).EmptyList }));
const SearchFilters = lazyPart(async () => ({ default: (await import('./search-filters.tsx')).SearchFilters }));

export type TicketPaneProps = RowActions & {
  selectedId: number | null;
  phone: boolean;
  onNew: () => void;
  /** Called with the tickets in the order in which they are shown, for the shortcuts that go to the next one. */
  onListed: (tickets: readonly TicketView[]) => void;
  draftKeyOf: (ticketId: number) => string;
  /** What a search found in a ticket, in place of its last message. */
  hitsOf?: (ticket: TicketView, text: string, lastMessage: ReactNode) => ReactNode;
};

/** The list of the inbox with its tabs, counts and filters. */
export function TicketPane({ selectedId, phone, onNew, onListed, draftKeyOf, hitsOf, ...rowActions }: TicketPaneProps) {
  const user = useUser();
  const mayShowAll = can(user, 'tickets-manager:showall');
  const [view, change] = useInboxView(mayShowAll);
  const counts = useTicketCounts(countFilterOf(view));
  const searching = view.tab === 'search';
  const narrowed = view.userIds.length > 0 || view.tagIds.length > 0 || view.hasFile || view.from !== '' || view.to !== '';
  const idle = searching && view.text === '' && !narrowed;
  const filter = listFilterOf(view);
  const list = useTicketList(filter, !idle);
  const search = searchOf(view, mayShowAll).toString();
  const marks = useTicketMarks(useStanding(list.rows !== undefined));
  const choice = usePicked(list.rows, JSON.stringify(filter), onListed);
  const text = searching ? view.text : '';
  const hits = useMemo(
    () => (hitsOf && text ? (ticket: TicketView, last: ReactNode) => hitsOf(ticket, text, last) : undefined),
    [hitsOf, text],
  );
  const [menu, setMenu] = useState<{ ticket: TicketView; at: { x: number; y: number } } | null>(null);
  const [snoozing, setSnoozing] = useState<TicketView | null>(null);

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
          onTab={(tab) => change({ ...chipsOff, tab, order: null })}
          onNew={onNew}
        />
        {view.tab === 'open' && (
          <fieldset className={css.segments} aria-label={t('Situação')}>
            <Segment on={!view.waiting} count={counts?.open} onClick={() => change({ waiting: false, order: null, chatbot: false })}>
              {t('Atendendo')}
            </Segment>
            <Segment on={view.waiting} count={counts?.pending} quiet onClick={() => change({ waiting: true, order: null })}>
              {t('Aguardando')}
            </Segment>
          </fieldset>
        )}
        {searching && (
          <SearchInput
            label={t('Buscar por nome, número ou mensagem')}
            value={view.text}
            autoFocus
            onSearch={(text) => change({ text: text.toLowerCase() })}
          />
        )}
        {!searching && (
          <Suspense fallback={<PlainChips view={view} onChange={change} />}>
            <ListChips view={view} mayShowAll={mayShowAll} onChange={change} />
          </Suspense>
        )}
        <Filters view={view} mayShowAll={mayShowAll} onChange={change} />
        {searching && (
          <Suspense fallback={<div className={css.tools} />}>
            <SearchFilters view={view} onChange={change} />
          </Suspense>
        )}
      </header>
      <div id="atendimentos" className={css.rows} tabIndex={-1}>
        {idle ? (
          <EmptyState art={<IconSearch />} title={t('Busque em todas as conversas')}>
            {t('Digite um nome, um número ou parte de uma mensagem. A busca inclui os atendimentos resolvidos.')}
          </EmptyState>
        ) : (
          <TicketList
            {...rowActions}
            key={JSON.stringify(filter)}
            label={labelOf(view)}
            list={list}
            empty={
              <Suspense>
                <EmptyList view={view} onChange={change} onNew={onNew} />
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
            onMenu={(ticket, at) => setMenu({ ticket, at })}
          />
        )}
      </div>
      <Suspense>
        <SwipeRows {...rowActions} tickets={choice.shown} onSnooze={setSnoozing} />
      </Suspense>
      {choice.tickets.length > 0 && (
        <Suspense>
          <BulkBar tickets={choice.tickets} onDone={choice.clear} onAll={choice.all} />
        </Suspense>
      )}
      {menu && (
        <Suspense>
          <TicketMenu
            ticket={menu.ticket}
            mark={marks.get(menu.ticket.id)}
            at={menu.at}
            onClose={() => setMenu(null)}
            onPick={(ticket) => choice.pick(ticket, false)}
            onSnoozeDialog={setSnoozing}
          />
        </Suspense>
      )}
      {snoozing && (
        <Suspense>
          <SnoozeDialog tickets={[snoozing]} onClose={() => setSnoozing(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** How many tickets may be chosen at once. */
const pickedMax = 100;
const nobody: ReadonlySet<number> = new Set();

/** Which tickets are chosen. Those that leave the list, and all when it becomes another list, are not any more. */
function usePicked(rows: readonly TicketView[] | undefined, list: string, tell: (tickets: readonly TicketView[]) => void) {
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<number> }>({ list, ids: nobody });
  const shown = useRef<readonly TicketView[]>([]);
  const last = useRef<number | null>(null);
  const tickets = chosen.list === list && chosen.ids.size > 0 ? (rows ?? []).filter(({ id }) => chosen.ids.has(id)) : [];
  const picked = tickets.length > 0 ? new Set(tickets.map(({ id }) => id)) : nobody;
  const set = (ids: Iterable<number>) => setChosen({ list, ids: new Set([...ids].slice(0, pickedMax)) });
  const clear = () => setChosen({ list, ids: nobody });
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"],[role="menu"]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clear();
  });
  const any = tickets.length > 0;
  useEffect(() => {
    if (!any) return;
    const listener = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [any]);
  const pick = (ticket: TicketView, range: boolean) => {
    const order = shown.current.map(({ id }) => id);
    const [from, to] = [order.indexOf(last.current ?? ticket.id), order.indexOf(ticket.id)].sort((a, b) => a - b) as [number, number];
    if (range && from >= 0) set([...picked, ...order.slice(from, to + 1)]);
    else set(picked.has(ticket.id) ? [...picked].filter((id) => id !== ticket.id) : [...picked, ticket.id]);
    last.current = ticket.id;
  };
  return {
    picked,
    tickets,
    shown: () => shown.current,
    clear,
    pick,
    all: tickets.length < Math.min(rows?.length ?? 0, pickedMax) ? () => set((rows ?? []).map(({ id }) => id)) : null,
    onListed: (listed: readonly TicketView[]) => {
      shown.current = listed;
      tell(listed);
    },
  };
}

type Change = (change: Partial<InboxView>) => void;
type Counts = { open: number; pending: number; closed: number } | undefined;

type TabsProps = {
  view: InboxView;
  counts: Counts;
  /** How many tickets the search found; undefined while there is none. */
  found: number | undefined;
  onTab: (tab: InboxTab) => void;
  onNew: () => void;
};

function Tabs({ view, counts, found, onTab, onNew }: TabsProps) {
  const tabs: { tab: InboxTab; label: string; count?: number | undefined }[] = [
    { tab: 'open', label: t('Abertas'), count: counts && counts.open + counts.pending },
    { tab: 'closed', label: t('Resolvidos'), count: counts?.closed },
    { tab: 'search', label: t('Busca'), count: found },
  ];
  return (
    <div className={css.bar}>
      <nav className={css.tabs} aria-label={t('Listas')}>
        {tabs.map(({ tab, label, count }) => (
          <button key={tab} type="button" aria-current={view.tab === tab ? 'page' : undefined} onClick={() => onTab(tab)}>
            {label}
            {count !== undefined && <span className={css.quiet}>{formatNumber(count)}</span>}
          </button>
        ))}
      </nav>
      <Button
        variant="light"
        size="sm"
        leftSection={<IconPlus size={16} />}
        title="Alt N"
        aria-label={t('Novo atendimento')}
        onClick={onNew}
      >
        {t('Novo')}
      </Button>
    </div>
  );
}

function Segment({
  on,
  count,
  quiet = false,
  onClick,
  children,
}: {
  on: boolean;
  count: number | undefined;
  quiet?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-pressed={on} onClick={onClick}>
      {children}
      {count !== undefined && <CountBadge count={count} quiet={quiet || count === 0} max={999} />}
    </button>
  );
}

const timeOnly = ({ tab }: InboxView) => tab !== 'open';

function Filters({ view, mayShowAll, onChange }: { view: InboxView; mayShowAll: boolean; onChange: Change }) {
  const queues = useChoosableQueues();
  const byUser = view.tab === 'search' && mayShowAll;
  const { data: users = [] } = useColleagues(byUser);
  const { data: tags = [] } = useTagChoices(view.tab === 'search');
  const byTag = view.tab === 'search' && tags.length > 0;
  const switchable = mayShowAll && view.tab === 'open';
  return (
    <div className={css.tools}>
      {switchable && (
        <Switch
          size="sm"
          label={t('Todos')}
          checked={view.showAll}
          onChange={(event) => onChange({ showAll: event.currentTarget.checked })}
        />
      )}
      {queues.length > 1 && (
        <Picker
          label={t('Filas')}
          all={t('todas')}
          options={queues}
          counted={chipFilterOf({ ...view, queueIds: [] })}
          chosen={view.queueIds}
          onChosen={(queueIds) => onChange({ queueIds })}
        />
      )}
      {byTag && (
        <Picker label={t('Tags')} all={t('todas')} options={tags} chosen={view.tagIds} onChosen={(tagIds) => onChange({ tagIds })} />
      )}
      {byUser && (
        <Picker
          label={t('Atendentes')}
          all={t('todos')}
          options={users}
          chosen={view.userIds}
          onChosen={(userIds) => onChange({ userIds })}
        />
      )}
      <span className={css.end}>
        <Suspense>
          <OrderMenu
            order={orderShown(view)}
            timeOnly={timeOnly(view)}
            onChange={(order) => onChange({ order: order === orderShown({ ...view, order: null }) ? null : order })}
          />
        </Suspense>
      </span>
    </div>
  );
}

function labelOf(view: InboxView): string {
  if (view.tab === 'search') return t('Resultados da busca');
  if (view.tab === 'closed') return t('Atendimentos resolvidos');
  return view.waiting ? t('Atendimentos aguardando') : t('Atendimentos em andamento');
}
