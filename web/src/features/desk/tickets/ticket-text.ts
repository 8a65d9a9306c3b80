import type { TicketView } from '@balcao/contract/tickets';
import { messageLine } from '../../../data/messages/message-line.ts';
import type { Writing } from '../../../data/tickets/typing.ts';
import { t } from '../../../platform/i18n.ts';
import { kindText } from '../../../platform/message-kind.ts';

/** On phones a name has ten characters. */
export function shortName(name: string, phone: boolean): string {
  const letters = Array.from(name);
  return phone && letters.length > 10 ? `${letters.slice(0, 10).join('').trimEnd()}…` : name;
}

/** The last message as one line: without formatting marks, without our signature, and without the body of a location. */
export function lastMessageText(
  ticket: Pick<TicketView, 'lastMessage' | 'lastMessageType' | 'lastMessageFromMe' | 'lastMessageDeleted'>,
): string {
  const { lastMessage, lastMessageType, lastMessageFromMe } = ticket;
  if (ticket.lastMessageDeleted) return t('Mensagem apagada');
  if (lastMessageType === 'locationMessage' || lastMessageType === 'vcard' || lastMessageType === 'call_log')
    return kindText(lastMessageType);
  const line = messageLine(lastMessage, lastMessageFromMe);
  return line || lastMessageType === 'conversation' ? line : kindText(lastMessageType);
}

export type WindowState = { state: 'none' | 'open' | 'closing' | 'closed'; minutesLeft: number };

const closingMinutes = 180;

/** The state of the channel's window for free text. `closing`: in its last three hours. */
export function windowState(closesAt: string | null, now: number): WindowState {
  if (closesAt === null) return { state: 'none', minutesLeft: 0 };
  const minutesLeft = Math.floor((new Date(closesAt).getTime() - now) / 60_000);
  return { state: minutesLeft < 0 ? 'closed' : minutesLeft < closingMinutes ? 'closing' : 'open', minutesLeft: Math.max(0, minutesLeft) };
}

/** 52 min, 2 h, 3 d */
export function shortMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours < 1 ? t('{{n}} min', { n: minutes }) : hours < 24 ? t('{{n}} h', { n: hours }) : t('{{n}} d', { n: Math.floor(hours / 24) });
}

/** How long somebody has waited: 'agora', and then as a span, never as a date. */
export function waitText(since: string, now: number): string {
  const minutes = Math.floor((now - new Date(since).getTime()) / 60_000);
  return minutes < 1 ? t('agora') : shortMinutes(minutes);
}

/** The agent and queue in one line: 'Atribuído a você · Assistência'. */
export function standingText(ticket: TicketView, ownId: number): string {
  const who =
    ticket.status === 'pending'
      ? ticket.chatbot
        ? t('Com o chatbot')
        : t('Aguardando')
      : ticket.userId === ownId
        ? t('Atribuído a você')
        : ticket.user
          ? t('Atribuído a {{name}}', { name: ticket.user.name })
          : t('Sem atendente');
  const status = ticket.status === 'closed' ? t('Resolvido') : who;
  return [status, ticket.queue?.name].filter(Boolean).join(' · ');
}

/** What the customer is making this moment. */
export function writingText(writing: Writing): string {
  return writing === 'recording' ? t('gravando áudio…') : t('digitando…');
}
