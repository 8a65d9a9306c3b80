import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { useCommand } from '../../../../platform/commands.ts';
import { t } from '../../../../platform/i18n.ts';
import { useTicketMarking } from '../marking.ts';

/** What a person says of the open conversation by key or from the palette: pinned, muted, unread, urgent, set aside. */
export function useMarkCommands(ticket: TicketView, mark: TicketMark | undefined, onSnooze: () => void): void {
  const marking = useTicketMarking();
  const active = ticket.status !== 'closed';
  const snoozed = ticket.snoozedAt !== null;
  useCommand('ticket.pin', mark?.pinned ? t('Desafixar') : t('Fixar no topo'), () => {
    void marking.mark(ticket.id, { pinned: !mark?.pinned });
  });
  useCommand('ticket.mute', mark?.muted ? t('Voltar a avisar') : t('Silenciar para mim'), () => {
    void marking.mark(ticket.id, { muted: !mark?.muted });
  });
  useCommand('ticket.markUnread', mark?.unread ? t('Tirar de não lidas') : t('Marcar como não lida'), () => {
    void marking.mark(ticket.id, { unread: !mark?.unread });
  });
  useCommand(
    'ticket.priority',
    ticket.priority ? t('Tirar a prioridade') : t('Marcar como prioridade'),
    () => void marking.urgent(ticket, !ticket.priority),
    active,
  );
  useCommand(
    'ticket.snooze',
    snoozed ? t('Trazer de volta') : t('Adiar conversa'),
    () => (snoozed ? void marking.wake(ticket) : onSnooze()),
    active,
  );
}
