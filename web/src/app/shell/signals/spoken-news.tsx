import { useEffect, useRef, useState } from 'react';
import { lastMessageText } from '../../../features/desk/tickets/ticket-text.ts';
import { t } from '../../../platform/i18n.ts';
import { useLive } from '../../../platform/socket.ts';

/** News within this time are said together, so that a lively conversation does not talk without end. */
const gatherMs = 1000;
const lettersMax = 120;

/** Tells screen readers of messages in the open conversation, and of conversations that begin to wait. Nothing of it is seen. */
export function SpokenNews() {
  const [said, setSaid] = useState('');
  const gathered = useRef<string[]>([]);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const say = (text: string) => {
    gathered.current.push(text);
    if (gathered.current.length > 1) return;
    timer.current = window.setTimeout(() => {
      const all = gathered.current.splice(0);
      const last = all.at(-1) ?? '';
      // A text that is the same as before would not be read again.
      setSaid((before) => {
        const text = all.length > 1 ? `${t('{{count}} novidades', { count: all.length })}. ${last}` : last;
        return before === text ? `${text}\u00a0` : text;
      });
    }, gatherMs);
  };
  useLive('appMessage', ({ action, message, ticket, contact }) => {
    if (action !== 'create' || message.fromMe) return;
    const open = window.location.pathname === `/tickets/${ticket.uuid}`;
    const beginsToWait = ticket.status === 'pending' && ticket.unreadMessages <= 1;
    if (!open && !beginsToWait) return;
    const name = message.participantName ?? contact.name;
    const line = lastMessageText({
      lastMessage: message.body,
      lastMessageType: message.mediaType,
      lastMessageFromMe: false,
      lastMessageDeleted: message.isDeleted,
    });
    const text = line.length > lettersMax ? `${line.slice(0, lettersMax)}…` : line;
    say(open ? `${name}: ${text}` : t('{{name}} está esperando: {{text}}', { name, text }));
  });
  return (
    <p className="visually-hidden" role="status" aria-label={t('Novidades')}>
      {said}
    </p>
  );
}
