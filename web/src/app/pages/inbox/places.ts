import type { MessageHit } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { type HitState, hitState } from '../../../features/desk/messages/find/hit-state.ts';
import { searchOf, viewOf, viewShowing } from '../../../features/desk/tickets/inbox/inbox-view.ts';
import { can, useUser } from '../../../platform/session.ts';

/** The filters in the address, also those that were chosen just now and are not drawn yet. */
const addressSearch = () => window.location.search;

/** Navigation between list and conversation. Keeps the filters in the address. */
export function usePlaces(uuid: string | undefined, onePane: boolean) {
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const isAfterList = useIsAfterList(uuid);
  const user = useUser();
  /** Goes to a ticket that the person took or began, and to the list that has it. */
  const goToOwn = useCallback(
    (ticket: TicketView) => {
      const me = { id: user.id, mayShowAll: can(user, 'tickets-manager:showall') };
      const view = viewShowing(viewOf(new URLSearchParams(addressSearch()), me.mayShowAll), ticket, me);
      const shown = searchOf(view, me.mayShowAll).toString();
      void navigate(`/tickets/${ticket.uuid}${shown && `?${shown}`}`);
    },
    [navigate, user],
  );
  const goTo = useCallback((ticket: Pick<TicketView, 'uuid'>) => void navigate(`/tickets/${ticket.uuid}${addressSearch()}`), [navigate]);
  // On one pane list and conversation are two screens: going back from the list must not lead into the conversation again.
  const goToList = useCallback(() => {
    if (onePane && isAfterList(key)) void navigate(-1);
    else void navigate(`/tickets${addressSearch()}`, { replace: onePane });
  }, [navigate, onePane, isAfterList, key]);
  const goToHit = useCallback(
    ({ uuid }: TicketView, text: string, hit: MessageHit) =>
      void navigate(`/tickets/${uuid}${addressSearch()}`, { state: hitState(text, hit) }),
    [navigate],
  );
  const asked = (state as Partial<HitState> | null)?.find;
  return { goTo, goToOwn, goToList, goToHit, find: asked ? { ...asked, key } : null };
}

/** Tells whether the conversation at a place in the history was opened from the list that it would go back to. */
function useIsAfterList(uuid: string | undefined) {
  const { key, search } = useLocation();
  const type = useNavigationType();
  const before = useRef({ uuid, search });
  const [after] = useState(() => new Set<string>());
  useEffect(() => {
    const from = before.current;
    if (type === 'PUSH' && uuid && from.uuid === undefined && from.search === search) after.add(key);
    before.current = { uuid, search };
  }, [key, type, uuid, search, after]);
  return useCallback((place: string) => after.has(place), [after]);
}
