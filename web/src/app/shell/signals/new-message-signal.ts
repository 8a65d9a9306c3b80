import { messageNoticeOf } from '@balcao/contract/notice-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { markOf } from '../../../data/tickets/queries.ts';
import { lastMessageText } from '../../../features/desk/tickets/ticket-text.ts';
import { notifyDesktop } from '../../../platform/desktop-notification.ts';
import { chosenTone, isSilent, useUser } from '../../../platform/session.ts';
import { useLive } from '../../../platform/socket.ts';
import { inOneTab, ring } from '../../../platform/sound.ts';

/** Rings, in one tab, when a customer writes to this person. For people who see all tickets it also rings for waiting ones. */
export function useNewMessageSignal(): void {
  const user = useUser();
  const navigate = useNavigate();
  const cache = useQueryClient();
  useLive('appMessage', ({ action, message, ticket, contact }) => {
    if (action !== 'create' || message.fromMe || message.read) return;
    const kind = messageNoticeOf({ id: user.id, allTicket: user.allTicket === 'enabled' }, ticket);
    if (!kind || isSilent(kind)) return;
    const beforeMyEyes =
      document.visibilityState === 'visible' && document.hasFocus() && window.location.pathname === `/tickets/${ticket.uuid}`;
    if (beforeMyEyes) return;
    void inOneTab(`ring-${message.id}`, async () => {
      // Where it is not known whether it is muted, it rings.
      if ((await markOf(cache, ticket.id).catch(() => undefined))?.muted) return;
      ring(chosenTone(kind, ticket.queueId));
      notifyDesktop({
        title: contact.name,
        body: lastMessageText({
          lastMessage: message.body,
          lastMessageType: message.mediaType,
          lastMessageFromMe: false,
          lastMessageDeleted: message.isDeleted,
        }),
        tag: `ticket-${ticket.id}`,
        icon: contact.urlPicture,
        onClick: () => void navigate(`/tickets/${ticket.uuid}`),
      });
    });
  });
}
