import type { TicketView } from '@balcao/contract/tickets';
import { useEffect, useEffectEvent } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useShortcut } from '../../../platform/shortcuts.ts';
import type { InboxActions } from './inbox-actions.ts';

type Keys = {
  ticket: TicketView | undefined;
  listed: { current: readonly TicketView[] };
  /** No dialog is open over the page. */
  free: boolean;
  goTo: (ticket: TicketView) => void;
  actions: InboxActions;
  onNew: () => void;
  onPanel: () => void;
  onClose: () => void;
};

/** The shortcuts of the workspace. */
export function useInboxKeys({ ticket, listed, free, goTo, actions, onNew, onPanel, onClose }: Keys): void {
  const step = (by: 1 | -1) => {
    const rows = listed.current;
    const focused = Number(document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset.ticket);
    const at = rows.findIndex(({ id }) => id === (focused || ticket?.id));
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
    if (!next) return;
    // A waiting ticket only gets the focus. From there, Enter accepts it and the space bar peeks into it.
    if (next.status === 'pending') document.querySelector<HTMLElement>(`[data-ticket="${next.id}"] [data-row]`)?.focus();
    else goTo(next);
  };
  const active = free && ticket !== undefined;
  useShortcut('Alt+J', t('Próxima conversa'), () => step(1), free);
  useShortcut('Alt+K', t('Conversa anterior'), () => step(-1), free);
  useShortcut('Alt+N', t('Novo atendimento'), onNew, free);
  useShortcut('Alt+E', t('Resolver'), () => ticket && actions.resolve(ticket), active && ticket.status !== 'closed');
  useShortcut('Alt+B', t('Devolver para a fila'), () => ticket && actions.giveBack(ticket), active && ticket.status === 'open');
  useShortcut('Alt+T', t('Transferir'), () => ticket && actions.openTransfer(ticket), active);
  useShortcut('Alt+O', t('Dados do contato'), onPanel, active);
  useEscape(onClose, active);
}

/** Escape closes what is on top: an open layer first, then the conversation. */
function useEscape(onEscape: () => void, enabled: boolean): void {
  const leave = useEffectEvent(onEscape);
  const asleep = useEffectEvent(() => !enabled);
  useEffect(() => {
    // Layers close before the event bubbles up to here, so what was open is noted in the capture phase.
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
