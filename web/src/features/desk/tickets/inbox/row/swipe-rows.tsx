import type { TicketView } from '@balcao/contract/tickets';
import { useEffect, useEffectEvent } from 'react';
import { t } from '../../../../../platform/i18n.ts';
import type { RowActions } from './row-buttons.tsx';
import css from './swipe-rows.module.css';
import { actsPx, gestureOf, type SwipeAction, swipeAction } from './swipe-rules.ts';

export type SwipeRowsProps = Pick<RowActions, 'onAccept' | 'onResolve' | 'onReopen'> & {
  tickets: () => readonly TicketView[];
  onSnooze: (ticket: TicketView) => void;
};

/** Lets a finger accept, resolve, reopen and set aside by swiping a row. The buttons and the menu of the row do the same. Draws nothing. */
export function SwipeRows({ tickets, onAccept, onResolve, onReopen, onSnooze }: SwipeRowsProps) {
  const act = useEffectEvent((ticket: TicketView, action: SwipeAction) =>
    ({ accept: onAccept, resolve: onResolve, reopen: onReopen, snooze: onSnooze })[action](ticket),
  );
  const find = useEffectEvent((id: number) => tickets().find((ticket) => ticket.id === id));
  useEffect(() => {
    const list = document.getElementById('atendimentos');
    return list ? listen(list, { find: (id) => find(id), act: (ticket, action) => act(ticket, action) }) : undefined;
  }, []);
  return null;
}

type Swiped = { row: HTMLElement; ticket: TicketView; id: number; x: number; y: number; dx: number; under: HTMLElement | null };

function listen(
  list: HTMLElement,
  { find, act }: { find: (id: number) => TicketView | undefined; act: (ticket: TicketView, action: SwipeAction) => void },
): () => void {
  let now: Swiped | null = null;
  const end = () => {
    if (!now) return;
    now.row.style.transform = '';
    now.under?.remove();
    now = null;
  };
  const down = (event: PointerEvent) => {
    end();
    const row = (event.target as Element).closest<HTMLElement>('[data-ticket]');
    const ticket = row && event.pointerType === 'touch' && event.isPrimary ? find(Number(row.dataset.ticket)) : undefined;
    if (row && ticket) now = { row, ticket, id: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, under: null };
  };
  const move = (event: PointerEvent) => {
    if (!now || event.pointerId !== now.id) return;
    const dx = event.clientX - now.x;
    if (!now.under) {
      const gesture = gestureOf(now.x, window.innerWidth, dx, event.clientY - now.y);
      if (gesture === 'scrolls') now = null;
      if (gesture !== 'swipes' || !now) return;
      now.under = document.createElement('div');
      now.under.className = css.under ?? '';
      now.row.parentElement?.append(now.under);
    }
    now.dx = dx;
    show(now);
  };
  const up = (event: PointerEvent) => {
    if (!now || event.pointerId !== now.id) return;
    const { ticket, dx, under } = now;
    const action = Math.abs(dx) >= actsPx ? swipeAction(ticket, dx > 0 ? 'right' : 'left') : null;
    end();
    if (!under) return;
    // A finger that swiped has not tapped.
    const swallow = (click: MouseEvent) => {
      click.preventDefault();
      click.stopPropagation();
    };
    list.addEventListener('click', swallow, { capture: true, once: true });
    window.setTimeout(() => list.removeEventListener('click', swallow, true));
    if (action) act(ticket, action);
  };
  const events = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: end } as const;
  for (const [name, handle] of Object.entries(events)) list.addEventListener(name, handle as EventListener);
  return () => {
    end();
    for (const [name, handle] of Object.entries(events)) list.removeEventListener(name, handle as EventListener);
  };
}

/** Moves the row with the finger, and says beneath it what letting go does. */
function show({ row, ticket, dx, under }: Swiped): void {
  const action = swipeAction(ticket, dx > 0 ? 'right' : 'left');
  const shift = action ? dx : dx / 4;
  row.style.transform = `translateX(${Math.round(shift)}px)`;
  if (!under) return;
  under.textContent = action ? labelOf(action) : '';
  under.dataset.to = dx > 0 ? 'right' : 'left';
  under.dataset.action = action ?? '';
  under.toggleAttribute('data-acts', action !== null && Math.abs(dx) >= actsPx);
}

function labelOf(action: SwipeAction): string {
  switch (action) {
    case 'accept':
      return t('Aceitar');
    case 'resolve':
      return t('Resolver');
    case 'reopen':
      return t('Reabrir');
    case 'snooze':
      return t('Adiar');
  }
}
