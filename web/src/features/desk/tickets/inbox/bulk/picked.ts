import type { TicketView } from '@balcao/contract/tickets';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLatest } from '../../../../../platform/use-latest.ts';

/** How many tickets may be chosen at once. */
const pickedMax = 100;
const nobody: ReadonlySet<number> = new Set();

/** Which tickets are chosen. Those that leave the list, and all when it becomes another list, are not any more. */
export function usePicked(rows: readonly TicketView[] | undefined, list: string, tell: (tickets: readonly TicketView[]) => void) {
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
  const pick = useLatest((ticket: TicketView, range: boolean) => {
    const order = shown.current.map(({ id }) => id);
    const [from, to] = [order.indexOf(last.current ?? ticket.id), order.indexOf(ticket.id)].sort((a, b) => a - b) as [number, number];
    if (range && from >= 0) set([...picked, ...order.slice(from, to + 1)]);
    else set(picked.has(ticket.id) ? [...picked].filter((id) => id !== ticket.id) : [...picked, ticket.id]);
    last.current = ticket.id;
  });
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
