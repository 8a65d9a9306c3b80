import type { TicketView } from '@balcao/contract/tickets';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { fetchNextTicket } from '../../../data/tickets/queries.ts';
import { useTicketActions } from '../../../features/desk/tickets/mutations.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { isLineDown } from '../../../platform/socket.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';
import { confirm, confirmDelete } from '../../../ui/dialog/confirm-dialog.tsx';

/** The dialog that is open over the workspace. */
export type InboxDialog =
  | { kind: 'new'; number: { name: string; phone: string } | null }
  | { kind: 'transfer'; ticket: TicketView }
  | { kind: 'peek'; ticket: TicketView }
  | { kind: 'template'; ticket: TicketView }
  | { kind: 'fileList'; ticket: TicketView }
  | { kind: 'tags'; ticket: TicketView }
  | { kind: 'snooze'; ticket: TicketView }
  | { kind: 'contact'; contactId: number }
  | { kind: 'compare'; contactId: number; otherId: number };

/** How long the pointer is on a row before it is prefetched; one that only passes over is on it for less. */
const restMs = 80;

export type InboxActions = ReturnType<typeof useInboxActions>;

/** The ticket actions of this page, and where they lead: opening a ticket stays with it, everything else goes back to the list. */
export function useInboxActions(page: {
  uuid: string | undefined;
  /** Opens a ticket in the list that has it. */
  goToOwn: (ticket: TicketView) => void;
  goToList: () => void;
  onDialog: (dialog: InboxDialog) => void;
}) {
  const user = useUser();
  const cache = useQueryClient();
  const actions = useTicketActions();
  // When an action is done, the person may have opened something else. Then they are left there. The address says so before it is drawn.
  const isOpen = ({ uuid }: TicketView) => `${window.location.pathname}${window.location.search}`.includes(uuid);
  const latest = useRef(page);
  latest.current = page;
  const resting = useRef(0);
  const reached = useRef<TicketView | null>(null);
  const goTo = (ticket: TicketView) => latest.current.goToOwn(ticket);
  const leave = (ticket: TicketView) => isOpen(ticket) && latest.current.goToList();
  const accept = (ticket: TicketView) => void actions.accept(ticket).then((moved) => moved && goTo(moved));
  const reopen = (ticket: TicketView) => void actions.reopen(ticket).then((moved) => moved && goTo(moved));
  const comeBack = (ticket: TicketView) => (page.uuid === ticket.uuid ? goTo : undefined);
  const giveBack = (ticket: TicketView) => {
    void actions.giveBack(ticket, comeBack(ticket)).then((moved) => moved && leave(ticket));
  };
  const resolve = (ticket: TicketView) => {
    void actions.resolve(ticket, comeBack(ticket)).then((moved) => moved && leave(ticket));
  };
  const resolveNext = async (ticket: TicketView) => {
    const moved = await actions.resolve(ticket, comeBack(ticket));
    if (!moved) return;
    const next = await fetchNextTicket(cache, ticket.id).catch(() => null);
    if (!isOpen(ticket)) return;
    if (next) goTo(next);
    else {
      leave(ticket);
      showToast({ kind: 'info', title: t('Ninguém mais está esperando'), lifeMs: toastLife.core });
    }
  };
  const remove = async (ticket: TicketView) => {
    if (!(await confirmDelete(t('Excluir o atendimento #{{id}}?', { id: ticket.number })))) return;
    // The news of the deletion may come before its reply; a page that still showed the ticket would say that it is not allowed.
    const back = comeBack(ticket);
    leave(ticket);
    if (!(await actions.remove(ticket))) back?.(ticket);
  };
  const askAccept = async (ticket: TicketView) => {
    const text = t('Quem aceita uma conversa fica com ela, e então pode ler o que foi escrito.');
    const title = t('Aceitar a conversa de {{name}}?', { name: ticket.contact.name });
    if (await confirm({ title, text, confirmLabel: t('Aceitar') })) accept(ticket);
  };
  const opener = (kind: 'transfer' | 'peek' | 'template' | 'fileList' | 'tags' | 'snooze') => (ticket: TicketView) =>
    page.onDialog({ kind, ticket });
  const rows = {
    onAccept: accept,
    onResolve: resolve,
    onReopen: reopen,
    onReturn: giveBack,
    onTransfer: opener('transfer'),
    onPeek: user.profile === 'admin' ? opener('peek') : null,
    onAskAccept: (ticket: TicketView) => void askAccept(ticket),
    onPrefetch: (ticket: TicketView) => {
      window.clearTimeout(resting.current);
      resting.current = window.setTimeout(() => {
        prefetch(cache, ticket, reached.current);
        reached.current = ticket;
      }, restMs);
    },
  };
  const startConversation = useCallback(
    (card: { name: string; phone: string }) => page.onDialog({ kind: 'new', number: card }),
    [page.onDialog],
  );
  return {
    ofRows: useStable(rows),
    accept,
    reopen,
    giveBack,
    resolve,
    resolveNext: (ticket: TicketView) => void resolveNext(ticket),
    remove: (ticket: TicketView) => void remove(ticket),
    transfer: async (...[ticket, to, names]: Parameters<typeof actions.transfer>) => {
      const moved = await actions.transfer(ticket, to, names, comeBack(ticket));
      if (moved && moved.userId !== user.id) leave(ticket);
      return moved !== null;
    },
    openTransfer: opener('transfer'),
    openTemplate: opener('template'),
    openFileList: opener('fileList'),
    openTags: opener('tags'),
    openSnooze: opener('snooze'),
    openContact: ({ contactId }: TicketView) => page.onDialog({ kind: 'contact', contactId }),
    adopt: actions.adopt,
    startConversation,
  };
}

/** If it fails, opening the ticket asks again and says why. */
function prefetch(cache: QueryClient, ticket: TicketView, before: TicketView | null): void {
  // A server that was restarted has enough to answer without what nobody has opened; and code that failed to come is not asked for again.
  if (isLineDown()) return;
  void import('./prefetch.ts').then(({ prefetchTicket }) => prefetchTicket(cache, ticket, before)).catch(() => undefined);
}

/** Stable functions, so that rows render again only when their ticket changed. */
function useStable<T extends Record<string, ((ticket: TicketView) => void) | null>>(rows: T): T {
  const latest = useRef(rows);
  latest.current = rows;
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.entries(rows).map(([name, run]) => [name, run && ((ticket: TicketView) => latest.current[name]?.(ticket))]),
      ) as T,
  );
  return stable;
}
