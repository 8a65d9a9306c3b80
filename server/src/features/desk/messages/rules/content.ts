// The text of a message as lists and clients show it. Pure.

import { type CallOutcome, type MediaType, messageBodyMax, type Placeholder } from '@balcao/contract/message-rules';
import { storableText } from '@balcao/contract/storable-text';

/** `image|link|description`, as clients expect the body of a location. The image is empty: channels send none. */
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

/** The outcome of a call after another fact, or null if nothing changes. Only the first end counts. */
export function callAfter(now: CallOutcome, next: CallOutcome): CallOutcome | null {
  return now === 'ringing' && next !== 'ringing' ? next : null;
}

/** A call as text, for clients that do not support calls. */
export function callBody({ video, outcome }: Call, at: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  const kind = video ? 'Chamada de vídeo' : 'Chamada de voz';
  const end = { ringing: 'recebida', answered: 'atendida', missed: 'perdida', rejected: 'recusada' }[outcome];
  return `${kind} ${end} às ${time}`;
}

/** Sent to callers if the company takes no calls. */
export const callRefusal =
  '*Mensagem Automática:*\n\nAs chamadas de voz e vídeo estão desabilitadas para este WhatsApp, favor enviar uma mensagem de texto. Obrigado';

/** Calls older than this, in ms, get no text. */
export const callRefusalMaxMs = 5 * 60_000;

/** The provider's code for a message that the customer's phone has yet to send in readable form. */
export const awaitingPhone = 'awaiting_phone';

/** Why a message has no content; null if it has. `what` is the provider's code. */
export function placeholderOf(type: MediaType, what: string | null): Placeholder | null {
  if (type !== 'unsupported') return null;
  return what === awaitingPhone || what === 'view_once' ? what : 'other';
}

/** The name that clients use for this kind of file. */
export function mediaTypeOf(as: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'): MediaType {
  if (as === 'voice') return 'audio';
  return as === 'document' ? 'application' : as;
}

/** Text as it is stored, truncated. */
export function bodyText(text: string): string {
  return storableText(text, messageBodyMax * 16);
}
