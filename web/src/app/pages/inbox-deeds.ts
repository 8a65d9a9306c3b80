import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { prefetchContact } from '../../data/contacts/queries.ts';
import { useTicketActions } from '../../features/desk/tickets/mutations.ts';
import { t } from '../../platform/i18n.ts';
import { useUser } from '../../platform/session.ts';
import { confirmDelete } from '../../ui/confirm-dialog.tsx';

/** What lies over the workspace. */
export type Layer =
  | { kind: 'new'; number: { name: string; phone: string } | null }
  | { kind: 'transfer'; ticket: TicketView }
  | { kind: 'peek'; ticket: TicketView }
  | { kind: 'contact'; contactId: number }
  | { kind: 'compare'; contactId: number; otherId: number };

export type Deeds = ReturnType<typeof useDeeds>;

/** What is done with tickets on this page, and where it leads: opening stays with the ticket, everything else goes back to the list. */
export function useDeeds(page: {
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
    onPrefetch: (ticket: TicketView) => prefetchContact(cache, ticket.contactId),
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
