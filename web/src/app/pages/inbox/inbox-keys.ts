import type { TicketView } from '@balcao/contract/tickets';
import { useCommand } from '../../../platform/commands.ts';
import { useEscape } from '../../../platform/escape.ts';
import { t } from '../../../platform/i18n.ts';

type Keys = {
  ticket: TicketView | undefined;
  listed: { current: readonly TicketView[] };
  /** No dialog is open over the page. */
  free: boolean;
  goTo: (ticket: TicketView) => void;
  onNew: () => void;
  onPanel: () => void;
  onClose: () => void;
};

/** The shortcuts of the workspace. */
export function useInboxKeys({ ticket, listed, free, goTo, onNew, onPanel, onClose }: Keys): void {
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
  useCommand('inbox.next', t('Próxima conversa'), () => step(1), free);
  useCommand('inbox.previous', t('Conversa anterior'), () => step(-1), free);
  useCommand('inbox.new', t('Novo atendimento'), onNew, free);
  useCommand('ticket.contact', t('Dados do contato'), onPanel, active);
  useEscape(() => {
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) field.blur();
    else onClose();
  }, active);
}
