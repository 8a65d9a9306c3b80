import { Link } from 'react-router';
import { useChat } from '../../../data/chats/queries.ts';
import { useTicket } from '../../../data/tickets/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { RichText } from '../../../ui/text/rich-text.tsx';
import css from './chat.module.css';
import { splitMentions } from './mentions.ts';

export type MessageTextProps = { text: string; people: readonly { id: number; name: string }[]; ownId: number };

/** A text with its mentions marked, and links to conversations that open them here. */
export function MessageText({ text, people, ownId }: MessageTextProps) {
  return splitMentions(text, people).map(({ kind, text: said, id }, at) =>
    kind === 'mention' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      <mark key={at} className={css.mention} data-mine={id === ownId || undefined}>
        {said}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      <WithLinks key={at} text={said} />
    ),
  );
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

function WithLinks({ text }: { text: string }) {
  const link = new RegExp(`(${window.location.origin}/(?:tickets|chats)/${uuid})`);
  return text.split(link).map((part, at) => {
    const [, kind, id] = new RegExp(`^${window.location.origin}/(tickets|chats)/(${uuid})$`).exec(part) ?? [];
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    if (id) return kind === 'tickets' ? <TicketLink key={at} uuid={id} /> : <ChatLink key={at} uuid={id} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    return part && <RichText key={at} text={part} />;
  });
}

/** A customer's conversation, by name to those who may see it. */
function TicketLink({ uuid }: { uuid: string }) {
  const { ticket, error } = useTicket(uuid);
  if (error) return <NotAllowed />;
  return <Link to={`/tickets/${uuid}`}>{ticket ? `${ticket.contact.name} #${ticket.number}` : t('Atendimento')}</Link>;
}

function ChatLink({ uuid }: { uuid: string }) {
  const { data, error } = useChat(uuid);
  if (error) return <NotAllowed />;
  return <Link to={`/chats/${uuid}`}>{data?.title ?? t('Chat Interno')}</Link>;
}

function NotAllowed() {
  return <i>{t('conversa que você não pode abrir')}</i>;
}
