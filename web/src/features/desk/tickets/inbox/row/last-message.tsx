import type { MediaType } from '@balcao/contract/message-rules';
import type { TicketView } from '@balcao/contract/tickets';
import {
  IconBan,
  IconFileText,
  IconMapPin,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconSticker,
  IconUserCircle,
  IconVideo,
} from '@tabler/icons-react';
import { useTyping } from '../../../../../data/tickets/typing.ts';
import { t } from '../../../../../platform/i18n.ts';
import { useStored } from '../../../../../platform/storage.ts';
import { CountBadge } from '../../../../../ui/marks/status-chip.tsx';
import { Ticks } from '../../../../../ui/marks/ticks.tsx';
import { lastMessageText, writingText } from '../../ticket-text.ts';
import css from './ticket-row.module.css';

export type LastMessageProps = { ticket: TicketView; draftKey: string; markedUnread: boolean };

/** What was last said in a ticket, or is being said: the customer typing, the person's draft, the newest message. */
export function LastMessage({ ticket, draftKey, markedUnread }: LastMessageProps) {
  const [draft] = useStored(draftKey, '');
  const typing = useTyping(ticket.id);
  const Icon = ticket.lastMessageDeleted ? IconBan : kindIcons[ticket.lastMessageType];
  const badge =
    ticket.unreadMessages > 0 ? (
      <CountBadge count={ticket.unreadMessages} label={t('{{count}} mensagens não lidas', { count: ticket.unreadMessages })} />
    ) : (
      markedUnread && <span className={css.dot} role="img" aria-label={t('Marcada como não lida')} />
    );
  if (typing) {
    return (
      <div className={css.mid}>
        <span className={css.typing}>{writingText(typing)}</span>
        {badge}
      </div>
    );
  }
  if (draft.trim() && ticket.unreadMessages === 0) {
    return (
      <div className={css.mid}>
        <span className={css.draft}>{t('Rascunho:')}</span>
        <span className={css.message}>{draft.trim()}</span>
      </div>
    );
  }
  return (
    <div className={css.mid}>
      {ticket.lastMessageFromMe &&
        !ticket.lastMessageDeleted &&
        (ticket.lastMessage !== '' || ticket.lastMessageType !== 'conversation') && <Ticks state={tickOf(ticket)} size={16} />}
      {Icon && <Icon size={16} aria-hidden />}
      <span className={css.message}>{lastMessageText(ticket)}</span>
      {badge}
    </div>
  );
}

const kindIcons: Record<MediaType, typeof IconPhoto | null> = {
  conversation: null,
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  application: IconFileText,
  sticker: IconSticker,
  locationMessage: IconMapPin,
  vcard: IconUserCircle,
  call_log: IconPhone,
  unsupported: null,
};

function tickOf(ticket: TicketView) {
  if (ticket.lastMessageFailed) return 'failed';
  return (['waiting', 'sent', 'delivered', 'read', 'played'] as const)[ticket.lastMessageAck] ?? 'read';
}
