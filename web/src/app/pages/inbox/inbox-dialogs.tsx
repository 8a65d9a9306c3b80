import { mayReach } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { useNavigate } from 'react-router';
import { useTicket } from '../../../data/tickets/queries.ts';
import { now } from '../../../platform/clock.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { useUser } from '../../../platform/session.ts';
import { useCallable } from './callable.ts';
import type { InboxActions, InboxDialog } from './inbox-actions.ts';
import { useTimeZone } from './use-time-zone.ts';

const ContactDialog = lazyPart(async () => ({
  default: (await import('../../../features/desk/contacts/contact-dialog.tsx')).ContactDialog,
}));
const CompareDialog = lazyPart(async () => ({
  default: (await import('../../../features/desk/contacts/compare-dialog.tsx')).CompareDialog,
}));
const NewTicketDialog = lazyPart(async () => ({
  default: (await import('../../../features/desk/tickets/dialogs/new-ticket-dialog.tsx')).NewTicketDialog,
}));
const TransferDialog = lazyPart(async () => ({
  default: (await import('../../../features/desk/tickets/dialogs/transfer-dialog.tsx')).TransferDialog,
}));
const TicketTagsDialog = lazyPart(async () => ({
  default: (await import('../../../features/desk/tags/ticket-tags-dialog.tsx')).TicketTagsDialog,
}));
const SnoozeDialog = lazyPart(async () => ({
  default: (await import('../../../features/desk/tickets/inbox/snooze/snooze-dialog.tsx')).SnoozeDialog,
}));
const PeekDialog = lazyPart(async () => ({ default: (await import('../../../features/desk/messages/thread/peek-dialog.tsx')).PeekDialog }));
const NoteComposer = lazyPart(async () => ({ default: (await import('../../../features/desk/notes/note-composer.tsx')).NoteComposer }));
const TemplateDialog = lazyPart(async () => ({
  default: (await import('../../../features/outbound/templates/template-dialog.tsx')).TemplateDialog,
}));
const SendListDialog = lazyPart(async () => ({
  default: (await import('../../../features/desk/files/send-list-dialog.tsx')).SendListDialog,
}));

type Props = {
  dialog: InboxDialog;
  actions: InboxActions;
  onClose: () => void;
  onOpened: (ticket: TicketView) => void;
};

/** The dialog over the workspace. */
export function InboxDialogs({ dialog, actions, onClose, onOpened }: Props) {
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  switch (dialog.kind) {
    case 'new':
      return (
        <NewTicketDialog
          number={dialog.number}
          onClose={onClose}
          onOpened={(ticket) => {
            actions.adopt(ticket);
            onClose();
            onOpened(ticket);
            if (isShut(ticket)) actions.openTemplate(ticket);
          }}
          onExisting={(ticket) => {
            onClose();
            void navigate(`/tickets/${ticket.uuid}`);
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
          note={<PeekNote ticket={dialog.ticket} />}
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
    case 'template':
      return <TemplateDialog ticket={dialog.ticket} timeZone={timeZone} onClose={onClose} />;
    case 'fileList':
      return <SendListDialog ticketId={dialog.ticket.id} onClose={onClose} />;
    case 'tags':
      return <TagsNow ticket={dialog.ticket} actions={actions} onClose={onClose} />;
    case 'snooze':
      return <SnoozeDialog tickets={[dialog.ticket]} onClose={onClose} />;
    case 'contact':
      return <ContactDialog contactId={dialog.contactId} onClose={onClose} />;
    case 'compare':
      return <CompareDialog contactId={dialog.contactId} otherId={dialog.otherId} onClose={onClose} />;
  }
}

function PeekNote({ ticket }: { ticket: TicketView }) {
  const { sendWith } = useUser();
  const people = useCallable(ticket);
  return <NoteComposer ticketId={ticket.id} contactId={ticket.contactId} people={people} enterSends={sendWith === 'enter'} tabs={null} />;
}

/** The tags as they are while the dialog is open, whoever puts them on. */
function TagsNow({ ticket, actions, onClose }: { ticket: TicketView; actions: InboxActions; onClose: () => void }) {
  const { ticket: current = ticket } = useTicket(ticket.uuid);
  return <TicketTagsDialog ticket={current} onChanged={actions.adopt} onClose={onClose} />;
}

/** A new conversation in which only a template can be sent. */
function isShut({ whatsapp, windowClosesAt, contact }: TicketView): boolean {
  const shutsAt = windowClosesAt ? new Date(windowClosesAt) : null;
  const reach = mayReach({ connection: whatsapp, windowClosesAt: shutsAt, blocked: contact.blocked }, new Date(now()));
  return !reach.ok && reach.error === 'ERR_WINDOW_CLOSED' && whatsapp?.channel === 'whatsapp_cloud';
}
