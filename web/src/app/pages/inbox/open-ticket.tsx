import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { mayRead } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { isAssisted } from '../../../data/tickets/assistant-state.ts';
import { viewerOf } from '../../../data/tickets/live.ts';
import { useTicketMarks } from '../../../data/tickets/queries.ts';
import type { Later } from '../../../features/desk/messages/composer/composer.tsx';
import { MessageHelpContext } from '../../../features/desk/messages/message-help.ts';
import { WaitingThread } from '../../../features/desk/messages/thread/not-writable.tsx';
import { NoteToolsContext } from '../../../features/desk/messages/thread/note-tools.ts';
import { Thread } from '../../../features/desk/messages/thread/thread.tsx';
import type { Find } from '../../../features/desk/messages/thread/use-finding.ts';
import { useSuggestedMessages } from '../../../features/desk/quick-messages/suggested.ts';
import { TicketHeader } from '../../../features/desk/tickets/header/ticket-header.tsx';
import { TicketNotices } from '../../../features/desk/tickets/header/ticket-notices.tsx';
import { useMarkCommands } from '../../../features/desk/tickets/header/use-mark-commands.ts';
import { useCommand } from '../../../platform/commands.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { can, useUser } from '../../../platform/session.ts';
import { useCallable } from './callable.ts';
import type { InboxActions } from './inbox-actions.ts';
import { useTicketCommands } from './ticket-commands.ts';
import { useMessageHelp } from './use-message-help.tsx';
import { useSeen, useUnmark } from './use-seen.ts';
import { useTimeZone } from './use-time-zone.ts';

const WhyDown = lazyPart(async () => ({ default: (await import('./why-down.tsx')).WhyDown }));
const NoteComposer = lazyPart(async () => ({ default: (await import('../../../features/desk/notes/note-composer.tsx')).NoteComposer }));
const NoteTools = lazyPart(async () => ({ default: (await import('../../../features/desk/notes/note-tools.tsx')).NoteTools }));
const ScheduledNotice = lazyPart(async () => ({
  default: (await import('../../../features/outbound/schedules/scheduled-notice.tsx')).ScheduledNotice,
}));
const TemplateField = lazyPart(async () => ({
  default: (await import('../../../features/outbound/templates/template-field.tsx')).TemplateField,
}));
const AssistantStrip = lazyPart(async () => ({
  default: (await import('../../../features/automation/assistants/assistant-strip.tsx')).AssistantStrip,
}));
const SendLater = lazyPart(async () => ({ default: (await import('../../../features/outbound/schedules/send-later.tsx')).SendLater }));

export type OpenTicketProps = {
  ticket: TicketView;
  /** What to find in it as it is opened. */
  find?: Find | null;
  /** The header has room for little. */
  narrow: boolean;
  actions: InboxActions;
  /** No dialog is open over the page. */
  free: boolean;
  /** Goes back to the list; null where the list is visible. */
  onBack: (() => void) | null;
  contactOpen: boolean;
  onContact: () => void;
};

/** A conversation with its header: what happens to the ticket, and what is written in it. */
export function OpenTicket({ ticket, find = null, narrow, actions, free, onBack, contactOpen, onContact }: OpenTicketProps) {
  const user = useUser();
  const about = useVariablesAbout(ticket);
  const suggestions = useSuggestedMessages(about, ticket.queueId);
  const help = useMessageHelp(ticket);
  const assisted = user.company.plan?.useOpenAi === true || user.company.plan?.useIntegrations === true;
  const [giving, setGiving] = useState(false);
  const callable = useCallable(ticket);
  const noteTools = useCallback(
    (note: TicketNoteView) => (
      <Suspense fallback={null}>
        <NoteTools note={note} reader={user} />
      </Suspense>
    ),
    [user],
  );
  // Loaded only when a note is begun, it would miss the letters typed meanwhile.
  useEffect(() => void NoteComposer.ahead(), []);
  useSeen(ticket.id, ticket.uuid);
  useUnmark(ticket.id);
  useMarkCommands(ticket, useTicketMarks(true).get(ticket.id), () => actions.openSnooze(ticket));
  useTicketCommands(ticket, actions, free);
  const readable = mayRead(viewerOf(user), ticket);
  const givable = assisted && ticket.status !== 'closed' && !ticket.isGroup;
  useCommand('ticket.assistant', t('Passar para um assistente'), () => setGiving(true), givable && free);
  const maySchedule = user.company.plan?.useSchedules === true;
  const later: Later | undefined = maySchedule
    ? (text, onTaken) => (
        <Suspense fallback={null}>
          <SendLater
            text={text}
            contact={ticket.contact}
            whatsappId={ticket.whatsapp?.id ?? null}
            renderTemplate={(props) => <TemplateField {...props} />}
            onTaken={onTaken}
          />
        </Suspense>
      )
    : undefined;
  return (
    <>
      <TicketHeader
        ticket={ticket}
        ownId={user.id}
        phone={narrow}
        findable={readable}
        onBack={onBack}
        onReturn={() => actions.giveBack(ticket)}
        onTransfer={() => actions.openTransfer(ticket)}
        onResolve={() => actions.resolve(ticket)}
        onResolveNext={() => actions.resolveNext(ticket)}
        onDelete={can(user, 'ticket-options:deleteTicket') ? () => actions.remove(ticket) : null}
        onAssistant={givable ? () => setGiving(true) : null}
        contactOpen={contactOpen}
        onContact={onContact}
      />
      <TicketNotices ticket={ticket} whyDown={ticket.whatsapp && <WhyDown whatsappId={ticket.whatsapp.id} />} />
      {assisted && (isAssisted(ticket) || giving) && (
        <Suspense fallback={null}>
          <AssistantStrip key={ticket.id} ticket={ticket} giving={giving} onGiving={setGiving} />
        </Suspense>
      )}
      {maySchedule && (
        <Suspense fallback={null}>
          <ScheduledNotice contactId={ticket.contactId} />
        </Suspense>
      )}
      {readable ? (
        <MessageHelpContext value={help}>
          <NoteToolsContext value={noteTools}>
            <Thread
              key={ticket.id}
              ticket={ticket}
              find={find}
              onAccept={() => actions.accept(ticket)}
              onReopen={() => actions.reopen(ticket)}
              onTemplate={ticket.whatsapp?.channel === 'whatsapp_cloud' ? () => actions.openTemplate(ticket) : null}
              onFileList={() => actions.openFileList(ticket)}
              startConversation={actions.startConversation}
              about={about}
              suggestions={suggestions}
              later={later}
              note={(tabs) => (
                <NoteComposer
                  key={ticket.id}
                  ticketId={ticket.id}
                  contactId={ticket.contactId}
                  people={callable}
                  enterSends={user.sendWith === 'enter'}
                  tabs={tabs}
                />
              )}
            />
          </NoteToolsContext>
        </MessageHelpContext>
      ) : (
        <WaitingThread ticket={ticket} onAccept={() => actions.accept(ticket)} />
      )}
    </>
  );
}

/** Of whom variables in a text tell that is written in the open ticket. */
function useVariablesAbout({ contact, protocol }: TicketView) {
  const timeZone = useTimeZone();
  return useMemo(() => ({ contactName: contact.name, protocol, timeZone }), [contact.name, protocol, timeZone]);
}
