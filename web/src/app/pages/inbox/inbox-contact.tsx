import type { ContactDetail } from '@balcao/contract/contacts';
import type { TicketView } from '@balcao/contract/tickets';
import { MergedContacts } from '../../../features/desk/contacts/merged-contacts.tsx';
import { SamePerson } from '../../../features/desk/contacts/same-person.tsx';
import { TicketNotes } from '../../../features/desk/notes/ticket-notes.tsx';
import { TicketTags } from '../../../features/desk/tags/ticket-tags.tsx';
import { ContactPanel } from '../../../features/desk/tickets/header/contact-panel.tsx';
import { ContactConsent } from '../../../features/outbound/consent/contact-consent.tsx';
import { useUser } from '../../../platform/session.ts';

export type InboxContactProps = {
  ticket: TicketView;
  onClose: () => void;
  onEdit: (contact: ContactDetail) => void;
  onOpenTicket: (ticket: TicketView) => void;
  onTicket: (ticket: TicketView) => void;
  onCompare: (otherId: number) => void;
};

/** The panel beside the conversation: the contact, with the tags and notes of the ticket. */
export function InboxContact({ ticket, onClose, onEdit, onOpenTicket, onTicket, onCompare }: InboxContactProps) {
  const user = useUser();
  return (
    <ContactPanel
      ticket={ticket}
      onClose={onClose}
      onEdit={onEdit}
      onOpenTicket={onOpenTicket}
      notice={
        user.profile !== 'user' &&
        !ticket.isGroup && (
          <>
            <SamePerson contactId={ticket.contactId} onCompare={onCompare} />
            <MergedContacts contactId={ticket.contactId} />
          </>
        )
      }
      tags={
        <>
          <TicketTags key={ticket.id} ticket={ticket} onChanged={onTicket} />
          {!ticket.isGroup && <ContactConsent key={ticket.contactId} contactId={ticket.contactId} />}
        </>
      }
      notes={<TicketNotes key={ticket.id} ticketId={ticket.id} contactId={ticket.contactId} reader={user} />}
    />
  );
}
