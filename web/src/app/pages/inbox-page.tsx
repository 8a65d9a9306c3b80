import type { TicketView } from '@balcao/contract/tickets';
import { type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { draftKey } from '../../data/drafts/draft-key.ts';
import { useTicket } from '../../data/tickets/queries.ts';
import { ConversationSkeleton } from '../../features/desk/messages/thread/conversation-skeleton.tsx';
import { TicketPane } from '../../features/desk/tickets/inbox/ticket-pane.tsx';
import { useBack } from '../../platform/back.ts';
import { useKeysOf, useSubject } from '../../platform/commands.ts';
import { errorCode, errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useStoredFlag } from '../../platform/storage.ts';
import { showToast, toastLife } from '../../platform/toast.ts';
import { onePaneQuery, phoneQuery, useMedia } from '../../platform/use-media.ts';
import { Wanted } from '../../platform/wanted.tsx';
import { Logo } from '../../ui/marks/logo.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { cssVariables, PaneGrip, usePaneWidth } from '../../ui/page/panes.tsx';
import { Skeleton } from '../../ui/page/skeleton.tsx';
import { Kbd } from '../../ui/text/kbd.tsx';
import { type InboxDialog, useInboxActions } from './inbox/inbox-actions.ts';
import { useInboxKeys } from './inbox/inbox-keys.ts';
import { usePlaces } from './inbox/places.ts';
import css from './inbox-page.module.css';

const OpenTicket = lazyPart(async () => ({ default: (await import('./inbox/open-ticket.tsx')).OpenTicket }));
const InboxDialogs = lazyPart(async () => ({ default: (await import('./inbox/inbox-dialogs.tsx')).InboxDialogs }));
const TicketHits = lazyPart(async () => ({ default: (await import('../../features/desk/messages/find/ticket-hits.tsx')).TicketHits }));
const InboxContact = lazyPart(async () => ({ default: (await import('./inbox/inbox-contact.tsx')).InboxContact }));

/** The workspace of an agent: list, conversation, contact. */
export function InboxPage() {
  const { ticketId: uuid } = useParams();
  const open = useTicket(uuid);
  const ticket = uuid ? open.ticket : undefined;
  const phone = useMedia(phoneQuery);
  const onePane = useMedia(onePaneQuery);
  const [dialog, setDialog] = useState<InboxDialog | null>(null);
  const [listWidth, setListWidth] = usePaneWidth('list', 384);
  const [panelWidth, setPanelWidth] = usePaneWidth('contact', 300);
  const listed = useRef<readonly TicketView[]>([]);
  usePageTitle(ticket ? ticket.contact.name : t('Atendimentos'));
  useSubject(ticket?.contact.name ?? null);
  const { goTo, goToOwn, goToList, goToHit, find } = usePlaces(uuid, onePane);
  const hitsOf = useHitsOf(goToHit);
  // Before the list stands, the code of a conversation would be in its way.
  const reach = () => void (listed.current.length > 0 && loadRest());
  const actions = useInboxActions({ uuid, goToOwn, goToList, onDialog: setDialog });
  useRefusal(uuid, open.error, goToList);

  const { docked, panelOpen, togglePanel } = useContactPanel(ticket !== undefined);
  useInboxKeys({
    ticket,
    listed,
    free: dialog === null,
    goTo,
    onNew: () => setDialog({ kind: 'new', number: null }),
    onPanel: togglePanel,
    onClose: () => (panelOpen && !docked ? togglePanel() : goToList()),
  });

  const panel = ticket && panelOpen && (
    <Suspense>
      <InboxContact
        ticket={ticket}
        onClose={togglePanel}
        onEdit={({ id }) => setDialog({ kind: 'contact', contactId: id })}
        onOpenTicket={goTo}
        onTicket={actions.adopt}
        onCompare={(otherId) => setDialog({ kind: 'compare', contactId: ticket.contactId, otherId })}
      />
    </Suspense>
  );
  const showList = !onePane || !uuid;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens but that code is loaded ahead.
    <div
      className={css.inbox}
      data-panel={(ticket && panelOpen && docked) || undefined}
      data-alone={(onePane && uuid) || undefined}
      onPointerOver={reach}
      onFocus={reach}
      style={cssVariables({ '--list': docked ? `${listWidth}px` : `clamp(300px, 37vw, ${listWidth}px)`, '--panel': `${panelWidth}px` })}
    >
      {onePane && <PhoneTabs openUuid={uuid} />}
      {showList && (
        <TicketPane
          selectedId={ticket?.id ?? null}
          phone={phone}
          onNew={() => setDialog({ kind: 'new', number: null })}
          onListed={(rows) => {
            listed.current = rows;
          }}
          draftKeyOf={draftKey}
          hitsOf={hitsOf}
          loadHitsOf={TicketHits.ahead}
          {...actions.ofRows}
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
        <section
          id="conversa"
          className={css.thread}
          tabIndex={-1}
          aria-label={ticket ? t('Conversa com {{name}}', { name: ticket.contact.name }) : t('Conversa')}
        >
          {ticket ? (
            <Suspense fallback={<TicketSkeleton />}>
              <OpenTicket
                ticket={ticket}
                find={find}
                narrow={phone}
                free={dialog === null}
                actions={actions}
                onBack={onePane ? goToList : null}
                contactOpen={panelOpen}
                onContact={togglePanel}
              />
            </Suspense>
          ) : (
            <NoTicket uuid={uuid} error={open.error} onRetry={() => void open.refetch()} />
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
      <Wanted value={dialog}>
        {(dialog) => <InboxDialogs dialog={dialog} actions={actions} onClose={() => setDialog(null)} onOpened={goToOwn} />}
      </Wanted>
    </div>
  );
}

/** Somebody reaches for a conversation in the list: what it needs is loaded meanwhile. */
function loadRest(): void {
  for (const part of [OpenTicket, InboxContact]) void part.ahead();
}

/** In place of a conversation: none is chosen, it loads, or it could not be opened. */
function NoTicket({ uuid, error, onRetry }: { uuid: string | undefined; error: unknown; onRetry: () => void }) {
  if (!uuid) return <Placeholder />;
  if (!error) return <TicketSkeleton />;
  return <ErrorState title={t('Não foi possível abrir o atendimento')} text={errorText(error)} onRetry={onRetry} />;
}

/** On narrow screens, the two tabs of the workspace, above the list. In a conversation its header leads back. */
function PhoneTabs({ openUuid }: { openUuid: string | undefined }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [last, setLast] = useState(openUuid);
  if (openUuid && openUuid !== last) setLast(openUuid);
  if (openUuid) return null;
  return (
    <nav className={css.phoneTabs} aria-label={t('Telas')}>
      <button type="button" disabled={!last} onClick={() => last && void navigate(`/tickets/${last}${search}`)}>
        {t('Ticket')}
      </button>
      <button type="button" aria-current="page">
        {t('Atendimentos')}
      </button>
    </nav>
  );
}

/** Placeholder for the header and conversation of a ticket that is loading. */
function TicketSkeleton() {
  return (
    <>
      <div className={css.head}>
        <Skeleton width={40} height={40} round />
        <Skeleton width={160} height={14} />
      </div>
      <ConversationSkeleton />
    </>
  );
}

function Placeholder() {
  const keys: [string | undefined, string][] = [
    [useKeysOf('inbox.next'), t('Próxima conversa')],
    [useKeysOf('inbox.new'), t('Novo atendimento')],
    [useKeysOf('app.keys'), t('Todos os atalhos')],
  ];
  return (
    <div className={css.placeholder}>
      <Logo />
      <p>{t('Escolha uma conversa ao lado para começar.')}</p>
      <div className={css.keys}>
        {keys.map(
          ([key, label]) =>
            key && (
              <span key={label}>
                <Kbd keys={key} /> {label}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

/** What a search found in a ticket, in place of its last message. */
function useHitsOf(goToHit: ReturnType<typeof usePlaces>['goToHit']) {
  return useCallback(
    (found: TicketView, text: string, lastMessage: ReactNode) => (
      <Suspense fallback={lastMessage}>
        <TicketHits ticket={found} text={text} onJump={(hit) => goToHit(found, text, hit)}>
          {lastMessage}
        </TicketHits>
      </Suspense>
    ),
    [goToHit],
  );
}

/** Whether the contact is shown: beside the conversation where there is room for it, which is remembered, else over it. */
function useContactPanel(hasTicket: boolean) {
  const docked = useMedia('(min-width: 1360px)');
  const [beside, setBeside] = useStoredFlag('contactPanel', true);
  const [over, setOver] = useState(false);
  useBack(() => setOver(false), over && !docked && hasTicket);
  return { docked, panelOpen: docked ? beside : over, togglePanel: () => (docked ? setBeside(!beside) : setOver(!over)) };
}

/** If the ticket is gone, or this person may not see it: says so and goes back to the list. */
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
