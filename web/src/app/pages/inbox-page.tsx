import { settingRules } from '@balcao/contract/setting-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { draftKey } from '../../features/messages/draft.ts';
import { useLiveMessages } from '../../features/messages/queries.ts';
import { Thread } from '../../features/messages/thread.tsx';
import { useLiveQuickMessages } from '../../features/quick-messages/live.ts';
import { useSuggestedMessages } from '../../features/quick-messages/queries.ts';
import { choiceKeys } from '../../features/tickets/keys.ts';
import { useTicketActions } from '../../features/tickets/mutations.ts';
import { useLiveTickets, useTicket } from '../../features/tickets/queries.ts';
import { TicketHeader } from '../../features/tickets/ticket-header.tsx';
import { TicketNotices } from '../../features/tickets/ticket-notices.tsx';
import { TicketPane } from '../../features/tickets/ticket-pane.tsx';
import { api } from '../../platform/api.ts';
import { errorCode, errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { can, useUser } from '../../platform/session.ts';
import { showKeys, useShortcut } from '../../platform/shortcuts.ts';
import { useStoredFlag } from '../../platform/storage.ts';
import { showToast, toastLife } from '../../platform/toast.ts';
import { phoneQuery, useMedia } from '../../platform/use-media.ts';
import { confirmDelete } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Logo } from '../../ui/logo.tsx';
import { cssVariables, PaneGrip, usePaneWidth } from '../../ui/panes.tsx';
import { InboxContact } from './inbox-contact.tsx';
import css from './inbox-page.module.css';

const ContactDialog = lazy(async () => ({ default: (await import('../../features/contacts/contact-dialog.tsx')).ContactDialog }));
const CompareDialog = lazy(async () => ({ default: (await import('../../features/contacts/compare-dialog.tsx')).CompareDialog }));
const NewTicketDialog = lazy(async () => ({ default: (await import('../../features/tickets/new-ticket-dialog.tsx')).NewTicketDialog }));
const TransferDialog = lazy(async () => ({ default: (await import('../../features/tickets/transfer-dialog.tsx')).TransferDialog }));
const PeekDialog = lazy(async () => ({ default: (await import('../../features/messages/peek-dialog.tsx')).PeekDialog }));

type Layer =
  | { kind: 'new'; number: { name: string; phone: string } | null }
  | { kind: 'transfer'; ticket: TicketView }
  | { kind: 'peek'; ticket: TicketView }
  | { kind: 'contact'; contactId: number }
  | { kind: 'compare'; contactId: number; otherId: number };

/** The workspace of an agent: list, conversation, contact. */
export function InboxPage() {
  const user = useUser();
  const { ticketId: uuid } = useParams();
  const open = useTicket(uuid);
  const ticket = uuid ? open.data : undefined;
  const phone = useMedia(phoneQuery);
  const onePane = useMedia('(max-width: 899px)');
  const docked = useMedia('(min-width: 1360px)');
  const [layer, setLayer] = useState<Layer | null>(null);
  const [panelDocked, setPanelDocked] = useStoredFlag('contactPanel', true);
  const [panelOver, setPanelOver] = useState(false);
  const [listWidth, setListWidth] = usePaneWidth('list', 384);
  const [panelWidth, setPanelWidth] = usePaneWidth('contact', 300);
  const listed = useRef<readonly TicketView[]>([]);
  usePageTitle(ticket ? ticket.contact.name : t('Atendimentos'));
  useLiveTickets();
  useLiveMessages();
  const suggestions = useSuggestionsFor(ticket);
  const { goTo, goToList } = usePlaces();
  const deeds = useDeeds({ uuid, goTo, goToList, onLayer: setLayer });
  useRefusal(uuid, open.error, goToList);

  const panelOpen = docked ? panelDocked : panelOver;
  const togglePanel = () => (docked ? setPanelDocked(!panelDocked) : setPanelOver(!panelOver));
  const close = () => (panelOver && !docked ? setPanelOver(false) : goToList());
  useInboxKeys({
    ticket,
    listed,
    free: layer === null,
    goTo,
    deeds,
    onNew: () => setLayer({ kind: 'new', number: null }),
    onPanel: togglePanel,
    onClose: close,
  });

  const panel = ticket && panelOpen && (
    <InboxContact
      ticket={ticket}
      onClose={togglePanel}
      onEdit={({ id }) => setLayer({ kind: 'contact', contactId: id })}
      onOpenTicket={goTo}
      onTicket={deeds.adopt}
      onCompare={(otherId) => setLayer({ kind: 'compare', contactId: ticket.contactId, otherId })}
    />
  );
  const showList = !onePane || !uuid;
  return (
    <div
      className={css.inbox}
      data-panel={(ticket && panelOpen && docked) || undefined}
      style={cssVariables({ '--list': docked ? `${listWidth}px` : `clamp(300px, 37vw, ${listWidth}px)`, '--panel': `${panelWidth}px` })}
    >
      {onePane && <PhoneTabs inTicket={!!uuid} lastUuid={uuid} onList={goToList} />}
      {showList && (
        <TicketPane
          selectedId={ticket?.id ?? null}
          phone={phone}
          onNew={() => setLayer({ kind: 'new', number: null })}
          onListed={(rows) => {
            listed.current = rows;
          }}
          draftKeyOf={draftKey}
          {...deeds.ofRows}
        />
      )}
      {!onePane && (
        <PaneGrip
          label={t('Largura da lista')}
          width={listWidth}
          min={300}
          max={560}
          side="left"
          onWidth={setListWidth}
          onReset={() => setListWidth(null)}
        />
      )}
      {(!onePane || uuid) && (
        <section className={css.thread} aria-label={ticket ? t('Conversa com {{name}}', { name: ticket.contact.name }) : t('Conversa')}>
          {ticket ? (
            <>
              <TicketHeader
                ticket={ticket}
                ownId={user.id}
                phone={phone}
                onBack={onePane ? goToList : null}
                onReturn={() => deeds.giveBack(ticket)}
                onTransfer={() => deeds.openTransfer(ticket)}
                onResolve={() => deeds.resolve(ticket)}
                onDelete={can(user, 'ticket-options:deleteTicket') ? () => deeds.remove(ticket) : null}
                contactOpen={panelOpen}
                onContact={togglePanel}
              />
              <TicketNotices ticket={ticket} />
              <Thread
                key={ticket.id}
                ticket={ticket}
                onAccept={() => deeds.accept(ticket)}
                onReopen={() => deeds.reopen(ticket)}
                startConversation={deeds.startConversation}
                suggestions={suggestions}
              />
            </>
          ) : uuid && open.error ? (
            <ErrorState
              title={t('Não foi possível abrir o atendimento')}
              text={errorText(open.error)}
              onRetry={() => void open.refetch()}
            />
          ) : (
            !uuid && <Placeholder />
          )}
        </section>
      )}
      {docked && panel && (
        <PaneGrip
          label={t('Largura dos dados do contato')}
          width={panelWidth}
          min={260}
          max={460}
          side="right"
          onWidth={setPanelWidth}
          onReset={() => setPanelWidth(null)}
        />
      )}
      {docked ? panel : panel && <div className={css.over}>{panel}</div>}
      <Suspense>
        <Layers layer={layer} deeds={deeds} onClose={() => setLayer(null)} onOpened={goTo} />
      </Suspense>
    </div>
  );
}

/** The quick messages as they would be written in the open ticket. */
function useSuggestionsFor(ticket: TicketView | undefined) {
  useLiveQuickMessages();
  const { company } = useUser();
  const timeZone = company.settings.find(({ key }) => key === 'timeZone')?.value || settingRules.timeZone.default;
  return useSuggestedMessages(ticket?.contact.name ?? '', ticket?.protocol ?? '', timeZone);
}

type Deeds = ReturnType<typeof useDeeds>;

function Layers({
  layer,
  deeds,
  onClose,
  onOpened,
}: {
  layer: Layer | null;
  deeds: Deeds;
  onClose: () => void;
  onOpened: (ticket: TicketView) => void;
}) {
  switch (layer?.kind) {
    case 'new':
      return (
        <NewTicketDialog
          number={layer.number}
          onClose={onClose}
          onOpened={(ticket) => {
            deeds.adopt(ticket);
            onClose();
            onOpened(ticket);
          }}
        />
      );
    case 'transfer':
      return <TransferDialog ticket={layer.ticket} onClose={onClose} onTransfer={(to, names) => deeds.transfer(layer.ticket, to, names)} />;
    case 'peek':
      return (
        <PeekDialog
          ticket={layer.ticket}
          onClose={onClose}
          onAccept={
            layer.ticket.status === 'pending'
              ? () => {
                  onClose();
                  deeds.accept(layer.ticket);
                }
              : null
          }
        />
      );
    case 'contact':
      return <ContactDialog contactId={layer.contactId} onClose={onClose} onSaved={deeds.adoptContact} onMerged={deeds.regroup} />;
    case 'compare':
      return <CompareDialog contactId={layer.contactId} otherId={layer.otherId} onClose={onClose} onMerged={deeds.regroup} />;
    default:
      return null;
  }
}

/** On narrow screens, the two words of the workspace. */
function PhoneTabs({ inTicket, lastUuid, onList }: { inTicket: boolean; lastUuid: string | undefined; onList: () => void }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [last, setLast] = useState(lastUuid);
  if (lastUuid && lastUuid !== last) setLast(lastUuid);
  return (
    <nav className={css.phoneTabs} aria-label={t('Telas')}>
      <button
        type="button"
        aria-current={inTicket ? 'page' : undefined}
        disabled={!last}
        onClick={() => last && void navigate(`/tickets/${last}${search}`)}
      >
        {t('Ticket')}
      </button>
      <button type="button" aria-current={inTicket ? undefined : 'page'} onClick={onList}>
        {t('Atendimentos')}
      </button>
    </nav>
  );
}

function Placeholder() {
  const keys: [string, string][] = [
    ['Alt+J', t('Próxima conversa')],
    ['Alt+N', t('Novo atendimento')],
    ['?', t('Todos os atalhos')],
  ];
  return (
    <div className={css.placeholder}>
      <Logo />
      <p>{t('Escolha uma conversa ao lado para começar.')}</p>
      <div className={css.keys}>
        {keys.map(([key, label]) => (
          <span key={key}>
            <Kbd keys={showKeys(key)} /> {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The ways between list and conversation; the filters in the address stay. */
function usePlaces() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const goTo = useCallback((ticket: Pick<TicketView, 'uuid'>) => void navigate(`/tickets/${ticket.uuid}${search}`), [navigate, search]);
  const goToList = useCallback(() => void navigate(`/tickets${search}`), [navigate, search]);
  return { goTo, goToList };
}

/** What is done with tickets on this page, and where it leads: opening stays with the ticket, everything else goes back to the list. */
function useDeeds(page: {
  uuid: string | undefined;
  goTo: (ticket: TicketView) => void;
  goToList: () => void;
  onLayer: (layer: Layer) => void;
}) {
  const user = useUser();
  const cache = useQueryClient();
  const actions = useTicketActions();
  // By the time a deed is done the person may have gone on; who has is not called back.
  const latest = useRef(page);
  latest.current = page;
  const goTo = (ticket: TicketView) => latest.current.goTo(ticket);
  const leave = (ticket: TicketView) => latest.current.uuid === ticket.uuid && latest.current.goToList();
  const accept = (ticket: TicketView) => void actions.accept(ticket).then((moved) => moved && goTo(moved));
  const reopen = (ticket: TicketView) => void actions.reopen(ticket).then((moved) => moved && goTo(moved));
  const comeBack = (ticket: TicketView) => (page.uuid === ticket.uuid ? goTo : undefined);
  const giveBack = (ticket: TicketView) => {
    void actions.giveBack(ticket, comeBack(ticket)).then((moved) => moved && leave(ticket));
  };
  const resolve = (ticket: TicketView) => {
    void actions.resolve(ticket, comeBack(ticket)).then((moved) => moved && leave(ticket));
  };
  const remove = async (ticket: TicketView) => {
    if (!(await confirmDelete(t('Excluir o atendimento #{{id}}?', { id: ticket.id })))) return;
    if (await actions.remove(ticket)) leave(ticket);
  };
  const rows = {
    onAccept: accept,
    onResolve: resolve,
    onReopen: reopen,
    onReturn: giveBack,
    onPeek: user.profile === 'admin' ? (ticket: TicketView) => page.onLayer({ kind: 'peek', ticket }) : null,
    onPrefetch: (ticket: TicketView) => {
      void cache.prefetchQuery({
        queryKey: choiceKeys.contact(ticket.contactId),
        queryFn: ({ signal }) => api('GET /contacts/:contactId', { params: { contactId: ticket.contactId }, signal }),
      });
    },
  };
  const startConversation = useCallback(
    (card: { name: string; phone: string }) => page.onLayer({ kind: 'new', number: card }),
    [page.onLayer],
  );
  return {
    ofRows: useSteady(rows),
    accept,
    reopen,
    giveBack,
    resolve,
    remove: (ticket: TicketView) => void remove(ticket),
    transfer: async (...[ticket, to, names]: Parameters<typeof actions.transfer>) => {
      const moved = await actions.transfer(ticket, to, names, comeBack(ticket));
      if (moved && moved.userId !== user.id) leave(ticket);
      return moved !== null;
    },
    openTransfer: (ticket: TicketView) => page.onLayer({ kind: 'transfer', ticket }),
    adopt: actions.adopt,
    adoptContact: actions.adoptContact,
    regroup: actions.regroup,
    startConversation,
  };
}

/** The same functions for as long as the page lives, so that rows are drawn again only when their ticket changed. */
function useSteady<T extends Record<string, ((ticket: TicketView) => void) | null>>(rows: T): T {
  const latest = useRef(rows);
  latest.current = rows;
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.entries(rows).map(([name, run]) => [name, run && ((ticket: TicketView) => latest.current[name]?.(ticket))]),
      ) as T,
  );
  return steady;
}

/** A ticket that is gone, or not for this person: said, and back to the list. */
function useRefusal(uuid: string | undefined, error: unknown, goToList: () => void): void {
  const code = errorCode(error);
  const refused =
    uuid !== undefined &&
    (code === 'ERR_NO_TICKET_FOUND' || code === 'ERR_NOT_FOUND' || code === 'ERR_NO_PERMISSION' || code === 'ERR_VALIDATION');
  const leave = useEffectEvent(() => {
    showToast({ kind: 'error', title: t('Acesso não permitido'), lifeMs: toastLife.core });
    goToList();
  });
  useEffect(() => {
    if (refused) leave();
  }, [refused]);
}

type Keys = {
  ticket: TicketView | undefined;
  listed: { current: readonly TicketView[] };
  /** Nothing lies over the page. */
  free: boolean;
  goTo: (ticket: TicketView) => void;
  deeds: Deeds;
  onNew: () => void;
  onPanel: () => void;
  onClose: () => void;
};

function useInboxKeys({ ticket, listed, free, goTo, deeds, onNew, onPanel, onClose }: Keys): void {
  const step = (by: 1 | -1) => {
    const rows = listed.current;
    const focused = Number(document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset.ticket);
    const at = rows.findIndex(({ id }) => id === (focused || ticket?.id));
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
    if (!next) return;
    // A waiting one is only pointed at: from there Enter accepts and the space bar peeks.
    if (next.status === 'pending') document.querySelector<HTMLElement>(`[data-ticket="${next.id}"] [data-row]`)?.focus();
    else goTo(next);
  };
  const active = free && ticket !== undefined;
  useShortcut('Alt+J', t('Próxima conversa'), () => step(1), free);
  useShortcut('Alt+K', t('Conversa anterior'), () => step(-1), free);
  useShortcut('Alt+N', t('Novo atendimento'), onNew, free);
  useShortcut('Alt+E', t('Resolver'), () => ticket && deeds.resolve(ticket), active && ticket.status !== 'closed');
  useShortcut('Alt+B', t('Devolver para a fila'), () => ticket && deeds.giveBack(ticket), active && ticket.status === 'open');
  useShortcut('Alt+T', t('Transferir'), () => ticket && deeds.openTransfer(ticket), active && ticket.status !== 'closed');
  useShortcut('Alt+O', t('Dados do contato'), onPanel, active);
  useEscape(onClose, active);
}

/** Escape closes what is on top: first whatever took it, then the conversation. */
function useEscape(onEscape: () => void, enabled: boolean): void {
  const leave = useEffectEvent(onEscape);
  const asleep = useEffectEvent(() => !enabled);
  useEffect(() => {
    // Layers close themselves before the event gets here, so what was open is noted on the way down.
    let inLayer = false;
    const note = () => {
      inLayer = asleep() || document.querySelector('[role="dialog"], [role="menu"], [aria-expanded="true"][aria-haspopup]') !== null;
    };
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || inLayer) return;
      const typing = document.activeElement;
      if (typing instanceof HTMLTextAreaElement || typing instanceof HTMLInputElement) typing.blur();
      else leave();
    };
    window.addEventListener('keydown', note, true);
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', note, true);
      window.removeEventListener('keydown', listen);
    };
  }, []);
}
