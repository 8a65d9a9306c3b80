import type { ContactDetail } from '@balcao/contract/contacts';
import type { TicketView } from '@balcao/contract/tickets';
import { ContactAbout } from '../../../features/desk/contacts/contact-about.tsx';
import { BlockedNotice, ContactMore } from '../../../features/desk/contacts/contact-more.tsx';
import { MergedContacts } from '../../../features/desk/contacts/merged-contacts.tsx';
import { SamePerson } from '../../../features/desk/contacts/same-person.tsx';
import { ContactMedia } from '../../../features/desk/messages/media/contact-media.tsx';
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
      more={<ContactMore key={ticket.contactId} contactId={ticket.contactId} onCompare={user.profile === 'user' ? null : onCompare} />}
      notice={
        <>
          <BlockedNotice contactId={ticket.contactId} />
          {user.profile !== 'user' && !ticket.isGroup && (
            <>
              <SamePerson contactId={ticket.contactId} onCompare={onCompare} />
              <MergedContacts contactId={ticket.contactId} />
            </>
          )}
        </>
      }
      sections={{
        about: <ContactAbout key={ticket.contactId} contactId={ticket.contactId} />,
        media: <ContactMedia contactId={ticket.contactId} />,
        tags: <TicketTags key={ticket.id} ticket={ticket} onChanged={onTicket} />,
        consent: ticket.isGroup ? null : <ContactConsent key={ticket.contactId} contactId={ticket.contactId} />,
        notes: <TicketNotes key={ticket.id} ticketId={ticket.id} contactId={ticket.contactId} reader={user} />,
      }}
    />
  );
}
