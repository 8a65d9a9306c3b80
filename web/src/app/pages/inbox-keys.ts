import type { TicketView } from '@balcao/contract/tickets';
import { useEffect, useEffectEvent } from 'react';
import { t } from '../../platform/i18n.ts';
import { useShortcut } from '../../platform/shortcuts.ts';
import type { Deeds } from './inbox-deeds.ts';

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

/** The shortcuts of the workspace. */
export function useInboxKeys({ ticket, listed, free, goTo, deeds, onNew, onPanel, onClose }: Keys): void {
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
