import type { TicketView } from '@balcao/contract/tickets';
import { lazy, Suspense } from 'react';
import type { Deeds, Layer } from './inbox-deeds.ts';

const ContactDialog = lazy(async () => ({ default: (await import('../../features/desk/contacts/contact-dialog.tsx')).ContactDialog }));
const CompareDialog = lazy(async () => ({ default: (await import('../../features/desk/contacts/compare-dialog.tsx')).CompareDialog }));
const NewTicketDialog = lazy(async () => ({
  default: (await import('../../features/desk/tickets/new-ticket-dialog.tsx')).NewTicketDialog,
}));
const TransferDialog = lazy(async () => ({ default: (await import('../../features/desk/tickets/transfer-dialog.tsx')).TransferDialog }));
const PeekDialog = lazy(async () => ({ default: (await import('../../features/desk/messages/peek-dialog.tsx')).PeekDialog }));

type Props = {
  layer: Layer | null;
  deeds: Deeds;
  onClose: () => void;
  onOpened: (ticket: TicketView) => void;
};

/** The dialog over the workspace, if there is one. */
export function InboxLayers(props: Props) {
  return (
    <Suspense>
      <LayerDialog {...props} />
    </Suspense>
  );
}

function LayerDialog({ layer, deeds, onClose, onOpened }: Props) {
  switch (layer?.kind) {
    case 'new':
      return (
        <NewTicketDialog
          number={layer.number}
          onClose={onClose}
          onOpened={(ticket) => {
            deeds.adopt(ticket);
            onClose();
            onOpened(ticket);
          }}
        />
      );
    case 'transfer':
      return <TransferDialog ticket={layer.ticket} onClose={onClose} onTransfer={(to, names) => deeds.transfer(layer.ticket, to, names)} />;
    case 'peek':
      return (
        <PeekDialog
          ticket={layer.ticket}
          onClose={onClose}
          onAccept={
            layer.ticket.status === 'pending'
              ? () => {
                  onClose();
                  deeds.accept(layer.ticket);
                }
              : null
          }
        />
      );
    case 'contact':
      return <ContactDialog contactId={layer.contactId} onClose={onClose} />;
    case 'compare':
      return <CompareDialog contactId={layer.contactId} otherId={layer.otherId} onClose={onClose} />;
    default:
      return null;
  }
}
