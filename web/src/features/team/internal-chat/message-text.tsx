import { Link } from 'react-router';
import { useChat } from '../../../data/chats/queries.ts';
import { useTicket } from '../../../data/tickets/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { InPlace } from '../../../ui/list/in-place.tsx';
import { RichText } from '../../../ui/text/rich-text.tsx';
import css from './chat.module.css';
import { splitMentions } from './mentions.ts';

export type MessageTextProps = { text: string; people: readonly { id: number; name: string }[]; ownId: number };

/** A text with its mentions marked, and links to conversations that open them here. */
export function MessageText({ text, people, ownId }: MessageTextProps) {
  return (
    <InPlace of={splitMentions(text, people)}>
      {({ kind, text: said, id }) =>
        kind === 'mention' ? (
          <mark className={css.mention} data-mine={id === ownId || undefined}>
            {said}
          </mark>
        ) : (
          <WithLinks text={said} />
        )
      }
    </InPlace>
  );
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

function WithLinks({ text }: { text: string }) {
  const link = new RegExp(`(${window.location.origin}/(?:tickets|chats)/${uuid})`);
  return (
    <InPlace of={text.split(link)}>
      {(part) => {
        const [, kind, id] = new RegExp(`^${window.location.origin}/(tickets|chats)/(${uuid})$`).exec(part) ?? [];
        if (id) return kind === 'tickets' ? <TicketLink uuid={id} /> : <ChatLink uuid={id} />;
        return part && <RichText text={part} />;
      }}
    </InPlace>
  );
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
