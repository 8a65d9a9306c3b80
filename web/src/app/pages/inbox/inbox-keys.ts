import type { TicketView } from '@balcao/contract/tickets';
import { useEscape } from '../../../platform/escape.ts';
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
  useEscape(() => {
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) field.blur();
    else onClose();
  }, active);
}
