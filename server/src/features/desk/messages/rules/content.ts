// What a message says, in the words that lists and clients show. Pure.
import { type CallOutcome, type MediaType, messageBodyMax, type Placeholder } from '@balcao/contract/message-rules';

/** `image|link|description`, as clients expect the body of a place. Channels send no picture of it. */
export function locationBody(place: { latitude: number; longitude: number; name: string | null; address: string | null }): string {
  const { latitude, longitude, name, address } = place;
  const description = [name, address].filter(Boolean).join(', ') || `${latitude}, ${longitude}`;
  return `|https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17|${description.replaceAll('|', '/')}`;
}

/** One card per line. */
export function cardsBody(cards: readonly { name: string; phones: readonly string[] }[]): string {
  return cards.map((card) => [card.name, ...card.phones].join(' ')).join('\n');
}

export type Call = { video: boolean; outcome: CallOutcome };

/** What becomes of a call that stands so when a further fact comes; null when that is no news. How a call ended is said once. */
export function callAfter(now: CallOutcome, next: CallOutcome): CallOutcome | null {
  return now === 'ringing' && next !== 'ringing' ? next : null;
}

/** A call as text, for clients that know no other. */
export function callBody({ video, outcome }: Call, at: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const kind = video ? 'Chamada de vídeo' : 'Chamada de voz';
  const end = { ringing: 'recebida', answered: 'atendida', missed: 'perdida', rejected: 'recusada' }[outcome];
  return `${kind} ${end} às ${time}`;
}

/** What callers are told where calls are not taken. */
export const callRefusal =
  '*Mensagem Automática:*\n\nAs chamadas de voz e vídeo estão desabilitadas para este WhatsApp, favor enviar uma mensagem de texto. Obrigado';

/** A call older than this, in ms, is not answered with words any more. */
export const callRefusalMaxMs = 5 * 60_000;

/** The provider's word for a message that the customer's phone has yet to send in a readable form. */
export const awaitingPhone = 'awaiting_phone';

/** Why a message has no content; null for one that has. `what` is the provider's word. */
export function placeholderOf(type: MediaType, what: string | null): Placeholder | null {
  if (type !== 'unsupported') return null;
  return what === awaitingPhone || what === 'view_once' ? what : 'other';
}

/** How clients name a file of this kind. */
export function mediaTypeOf(as: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'): MediaType {
  if (as === 'voice') return 'audio';
  return as === 'document' ? 'application' : as;
}

/** Text as it is stored: without NUL, no longer than a message may be. */
export function bodyText(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, messageBodyMax * 16);
}
