import type { TicketView } from '@balcao/contract/tickets';
import { lazy, Suspense } from 'react';
import type { InboxActions, InboxDialog } from './inbox-actions.ts';

const ContactDialog = lazy(async () => ({ default: (await import('../../../features/desk/contacts/contact-dialog.tsx')).ContactDialog }));
const CompareDialog = lazy(async () => ({ default: (await import('../../../features/desk/contacts/compare-dialog.tsx')).CompareDialog }));
const NewTicketDialog = lazy(async () => ({
  default: (await import('../../../features/desk/tickets/dialogs/new-ticket-dialog.tsx')).NewTicketDialog,
}));
const TransferDialog = lazy(async () => ({
  default: (await import('../../../features/desk/tickets/dialogs/transfer-dialog.tsx')).TransferDialog,
}));
const PeekDialog = lazy(async () => ({ default: (await import('../../../features/desk/messages/thread/peek-dialog.tsx')).PeekDialog }));

type Props = {
  dialog: InboxDialog | null;
  actions: InboxActions;
  onClose: () => void;
  onOpened: (ticket: TicketView) => void;
};

/** The dialog over the workspace, if there is one. */
export function InboxDialogs(props: Props) {
  return (
    <Suspense>
      <OpenDialog {...props} />
    </Suspense>
  );
}

function OpenDialog({ dialog, actions, onClose, onOpened }: Props) {
  switch (dialog?.kind) {
    case 'new':
      return (
        <NewTicketDialog
          number={dialog.number}
          onClose={onClose}
          onOpened={(ticket) => {
            actions.adopt(ticket);
            onClose();
            onOpened(ticket);
          }}
        />
      );
    case 'transfer':
      return (
        <TransferDialog ticket={dialog.ticket} onClose={onClose} onTransfer={(to, names) => actions.transfer(dialog.ticket, to, names)} />
      );
    case 'peek':
      return (
        <PeekDialog
          ticket={dialog.ticket}
          onClose={onClose}
          onAccept={
            dialog.ticket.status === 'pending'
              ? () => {
                  onClose();
                  actions.accept(dialog.ticket);
                }
              : null
          }
        />
      );
    case 'contact':
      return <ContactDialog contactId={dialog.contactId} onClose={onClose} />;
    case 'compare':
      return <CompareDialog contactId={dialog.contactId} otherId={dialog.otherId} onClose={onClose} />;
    default:
      return null;
  }
}
