import type { TagView } from '@balcao/contract/tags';
import { laneOf } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { Button, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsMaximize, IconLayoutKanban, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useLaneTags, useTagChoices } from '../../data/tags/queries.ts';
import { useTicket } from '../../data/tickets/queries.ts';
import { useColleagues } from '../../data/users/queries.ts';
import { ConversationSkeleton } from '../../features/desk/messages/thread/conversation-skeleton.tsx';
import { Board } from '../../features/desk/tickets/board/board.tsx';
import { type BoardView, boardFilterOf, isFiltered, useBoardView } from '../../features/desk/tickets/board/board-view.ts';
import type { BoardLane } from '../../features/desk/tickets/board/lanes.ts';
import { useMoveToLane } from '../../features/desk/tickets/board/move-to-lane.ts';
import { TicketPickers } from '../../features/desk/tickets/inbox/filters/ticket-pickers.tsx';
import { errorText } from '../../platform/errors.ts';
import { useEscape } from '../../platform/escape.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { useMedia } from '../../platform/use-media.ts';
import { Wanted } from '../../platform/wanted.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageSkeleton } from '../../ui/page/skeleton.tsx';
import { type InboxDialog, useInboxActions } from './inbox/inbox-actions.ts';
import { InboxDialogs } from './inbox/inbox-dialogs.tsx';
import { OpenTicket } from './inbox/open-ticket.tsx';
import css from './kanban-page.module.css';

const InboxContact = lazyPart(async () => ({ default: (await import('./inbox/inbox-contact.tsx')).InboxContact }));

/** The tickets that are not resolved, in the lanes of the board, with a conversation beside it. */
export function KanbanPage() {
  usePageTitle(t('Kanban'));
  const user = useUser();
  const [view, change] = useBoardView();
  const [dialog, setDialog] = useState<InboxDialog | null>(null);
  const [startIn, setStartIn] = useState<BoardLane | null>(null);
  const tags = useLaneTags();
  const lanes = useMemo(() => tags.data && lanesOf(tags.data), [tags.data]);
  const filter = boardFilterOf(view);
  const [total, onCount] = useTotal(lanes);
  const move = useMoveToLane();
  const openOne = useCallback((ticket: TicketView) => change({ open: ticket.uuid }), [change]);
  const open = useTicket(view.open ?? undefined);
  const ticket = view.open ? open.ticket : undefined;
  const close = () => {
    change({ open: null });
    document.querySelector<HTMLElement>(`[data-ticket="${ticket?.id}"] [data-card]`)?.focus();
  };
  const actions = useInboxActions({ uuid: view.open ?? undefined, goToOwn: openOne, goToList: close, onDialog: setDialog });
  const endDialog = () => {
    setDialog(null);
    setStartIn(null);
  };
  const onOpened = (opened: TicketView) => {
    if (startIn && startIn.id !== laneOf(opened.tags)) void move(opened, startIn);
    openOne(opened);
  };

  return (
    <div className={css.page} data-beside={view.open ? true : undefined}>
      <div className={css.main}>
        <div className={css.head}>
          <PageHeader
            title={t('Kanban')}
            count={total}
            search={
              <SearchInput label={t('Buscar no quadro')} value={view.text} onSearch={(text) => change({ text: text.toLowerCase() })} />
            }
            actions={
              <div className={css.tools}>
                <Filters view={view} onChange={change} />
                {user.profile !== 'user' && (
                  <Button component={Link} to="/tags" variant="default" leftSection={<IconAdjustmentsHorizontal size={16} />}>
                    {t('Etapas')}
                  </Button>
                )}
              </div>
            }
          />
        </div>
        {tags.error && !lanes ? (
          <ErrorState title={t('Não foi possível carregar o quadro')} text={errorText(tags.error)} onRetry={() => void tags.refetch()} />
        ) : !lanes ? (
          <PageSkeleton label={t('Carregando o quadro')} />
        ) : (
          <>
            {lanes.length === 1 && <NoLanes mayMake={user.profile !== 'user'} />}
            <Board
              lanes={lanes}
              filter={filter}
              filtered={isFiltered(view)}
              ownId={user.id}
              selectedId={ticket?.id ?? null}
              onOpen={openOne}
              onNew={(lane) => {
                setStartIn(lane);
                setDialog({ kind: 'new', number: null });
              }}
              onMove={move}
              onCount={onCount}
            />
          </>
        )}
      </div>
      {view.open && (
        <Beside ticket={ticket} lanes={lanes ?? []} onMove={(lane) => ticket && void move(ticket, lane)} onClose={close}>
          {ticket ? (
            <Conversation ticket={ticket} actions={actions} free={dialog === null} onDialog={setDialog} onOpen={openOne} />
          ) : open.error ? (
            <ErrorState
              title={t('Não foi possível abrir o atendimento')}
              text={errorText(open.error)}
              onRetry={() => void open.refetch()}
            />
          ) : (
            <ConversationSkeleton />
          )}
        </Beside>
      )}
      <Wanted value={dialog}>
        {(dialog) => <InboxDialogs dialog={dialog} actions={actions} onClose={endDialog} onOpened={onOpened} />}
      </Wanted>
    </div>
  );
}

function lanesOf(tags: readonly TagView[]): BoardLane[] {
  return [{ id: null, name: t('Em aberto'), color: null }, ...tags.map(({ id, name, color }) => ({ id, name, color }))];
}

/** How many conversations are on the board; undefined until all lanes have loaded. */
function useTotal(lanes: readonly BoardLane[] | undefined) {
  const [counts, setCounts] = useState<ReadonlyMap<number | null, number>>(new Map());
  const onCount = useCallback((laneId: number | null, count: number) => setCounts((now) => new Map(now).set(laneId, count)), []);
  const each = lanes?.map(({ id }) => counts.get(id));
  const total = each?.some((count) => count === undefined) ? undefined : each?.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return [total, onCount] as const;
}

function Filters({ view, onChange }: { view: BoardView; onChange: (change: Partial<BoardView>) => void }) {
  const admin = useUser().profile === 'admin';
  const { data: tags = [] } = useTagChoices();
  const { data: users = [] } = useColleagues(admin);
  return <TicketPickers chosen={view} onChange={onChange} tags={tags.filter(({ kanban }) => kanban === 0)} users={admin ? users : null} />;
}

function NoLanes({ mayMake }: { mayMake: boolean }) {
  return (
    <EmptyState
      art={<IconLayoutKanban />}
      title={t('O quadro ainda não tem etapas')}
      action={
        mayMake && (
          <Button component={Link} to="/tags">
            {t('Criar etapas')}
          </Button>
        )
      }
    >
      {mayMake
        ? t('Cada tag marcada como coluna do kanban é uma etapa. Crie a primeira, e arraste as conversas por elas.')
        : t('Cada tag marcada como coluna do kanban é uma etapa. Um administrador ou supervisor pode criá-las.')}
    </EmptyState>
  );
}

type BesideProps = {
  ticket: TicketView | undefined;
  lanes: readonly BoardLane[];
  onMove: (lane: BoardLane) => void;
  onClose: () => void;
  children: ReactNode;
};

/** The pane beside the board: in which lane the ticket is, and its conversation. */
function Beside({ ticket, lanes, onMove, onClose, children }: BesideProps) {
  useEscape(() => {
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) field.blur();
    else onClose();
  }, true);
  return (
    <section
      id="conversa"
      className={css.beside}
      tabIndex={-1}
      aria-label={ticket ? t('Conversa com {{name}}', { name: ticket.contact.name }) : t('Conversa')}
    >
      <div className={css.stage}>
        {ticket && ticket.status !== 'closed' && (
          <NativeSelect
            size="xs"
            aria-label={t('Etapa')}
            value={laneOf(ticket.tags) ?? 0}
            data={lanes.map(({ id, name }) => ({ value: String(id ?? 0), label: name }))}
            onChange={(event) => {
              const lane = lanes.find(({ id }) => String(id ?? 0) === event.currentTarget.value);
              if (lane) onMove(lane);
            }}
          />
        )}
        <span className={css.spacer} />
        {ticket && (
          <Link className={css.full} to={`/tickets/${ticket.uuid}`}>
            <IconArrowsMaximize size={16} aria-hidden />
            {t('Abrir em Atendimentos')}
          </Link>
        )}
        <IconButton label={t('Fechar a conversa')} keys="Esc" onClick={onClose}>
          <IconX size={18} />
        </IconButton>
      </div>
      {children}
    </section>
  );
}

type ConversationProps = {
  ticket: TicketView;
  actions: ReturnType<typeof useInboxActions>;
  /** No dialog is open over the page. */
  free: boolean;
  onDialog: (dialog: InboxDialog) => void;
  onOpen: (ticket: TicketView) => void;
};

function Conversation({ ticket, actions, free, onDialog, onOpen }: ConversationProps) {
  const [contactOpen, setContactOpen] = useState(false);
  const narrow = useMedia('(max-width: 1599px)');
  return (
    <>
      <OpenTicket
        ticket={ticket}
        narrow={narrow}
        actions={actions}
        free={free}
        onBack={null}
        contactOpen={contactOpen}
        onContact={() => setContactOpen(!contactOpen)}
      />
      {contactOpen && (
        <div className={css.over}>
          <Suspense>
            <InboxContact
              ticket={ticket}
              onClose={() => setContactOpen(false)}
              onEdit={({ id }) => onDialog({ kind: 'contact', contactId: id })}
              onOpenTicket={onOpen}
              onTicket={actions.adopt}
              onCompare={(otherId) => onDialog({ kind: 'compare', contactId: ticket.contactId, otherId })}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}
