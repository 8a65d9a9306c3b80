import type { TicketView } from '@balcao/contract/tickets';
import { useCommand } from '../../../platform/commands.ts';
import { t } from '../../../platform/i18n.ts';
import { can, useUser } from '../../../platform/session.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { copyText } from '../../../ui/copy-button.tsx';
import type { InboxActions } from './inbox-actions.ts';

/** What can be done with the open ticket; `free`: no dialog is open over the page. */
export function useTicketCommands(ticket: TicketView, actions: InboxActions, free: boolean): void {
  const user = useUser();
  const status = free ? ticket.status : null;
  const on = (run: (ticket: TicketView) => void) => () => run(ticket);
  useCommand('ticket.accept', t('Aceitar'), on(actions.accept), status === 'pending');
  useCommand('ticket.resolve', t('Resolver'), on(actions.resolve), status === 'open' || status === 'pending');
  useCommand('ticket.resolveNext', t('Resolver e abrir a próxima'), on(actions.resolveNext), status === 'open' || status === 'pending');
  useCommand('ticket.reopen', t('Reabrir'), on(actions.reopen), status === 'closed');
  useCommand('ticket.return', t('Devolver para a fila'), on(actions.giveBack), status === 'open');
  useCommand('ticket.transfer', t('Transferir'), on(actions.openTransfer), free);
  useCommand('ticket.delete', t('Excluir atendimento'), on(actions.remove), free && can(user, 'ticket-options:deleteTicket'));
  useCommand('ticket.tags', t('Tags do atendimento'), on(actions.openTags), free);
  useCommand('ticket.editContact', t('Editar contato'), on(actions.openContact), free);
  useCommand('ticket.copyLink', t('Copiar link da conversa'), () => {
    void copyText(`${window.location.origin}/tickets/${ticket.uuid}`).then((done) => done && toastSuccess(t('Link copiado')));
  });
  useCommand('ticket.copyProtocol', t('Copiar protocolo'), () => {
    void copyText(ticket.protocol).then((done) => done && toastSuccess(t('Protocolo copiado')));
  });
  const { onPeek } = actions.ofRows;
  useCommand('ticket.peek', t('Espiar'), () => onPeek?.(ticket), onPeek !== null && status === 'pending');
}
