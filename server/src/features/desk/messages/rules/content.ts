// The life of a message, as pure rules.
import {
  type Ack,
  type CallOutcome,
  type MediaType,
  type MessageState,
  messageBodyMax,
  type Placeholder,
} from '@balcao/contract/message-rules';

export type Standing = { state: MessageState; ack: Ack };
export type ChannelStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

const reached: Record<Exclude<ChannelStatus, 'failed'>, Standing> = {
  sent: { state: 'sent', ack: 1 },
  delivered: { state: 'delivered', ack: 2 },
  read: { state: 'read', ack: 3 },
  played: { state: 'read', ack: 4 },
};

/**
 * Where a message stands after a status, or null if the status is no news. Statuses come in any order and more than once: ticks only go up,
 * and a failure counts only while nothing has arrived.
 */
export function afterStatus(now: Standing, status: ChannelStatus): Standing | null {
  if (status === 'failed') return now.ack >= 2 || now.state === 'failed' ? null : { state: 'failed', ack: 0 };
  const next = reached[status];
  return next.ack > now.ack ? next : null;
}

/** Pause before the next attempt, in ms: doubles from 2 s to 5 min; the provider's own wish wins when longer. */
export function retryDelay(attempts: number, wished: number): number {
  return Math.max(wished, Math.min(300_000, 1000 * 2 ** Math.min(attempts, 9)));
}

/** So many texts the product says by itself in a row; then it waits for a word of the customer or of a person. */
export const automaticTextsMax = 10;

/** After so many attempts a send is given up and shown as failed. */
export const sendAttemptsMax = 8;
/** How long a send may take before it counts as lost, in ms; longer than any channel waits for it. A file is handed over first. */
export const sendLeaseMs = { text: 90_000, file: 180_000 } as const;
/** Attempts at an inbound fact that makes no sense yet, e.g. the status of a message not known yet. */
export const receiveAttemptsMax = 8;

/** Pause before an inbound fact is looked at again, in ms: 2 s, 4 s, … 4 min. */
export function receiveDelay(attempts: number): number {
  return 1000 * 2 ** Math.min(attempts + 1, 8);
}

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

/** The numbers a text of a group speaks to: `@5511…`, or the digits of an id that is no number. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<![\p{L}\d])@(\d{5,20})(?!\d)/gu)].map(([, token = '']) => token))].slice(0, 50);
}

/** A text with the names of those it speaks to in place of their numbers. */
export function withNames(text: string, mentions: readonly { token: string; name: string }[] | null): string {
  let named = text;
  for (const { token, name } of mentions ?? []) named = named.replaceAll(`@${token}`, () => `@${name}`);
  return named;
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

/** A stored message as its channel knows it; null while that has given it no id. */
export function messageRef(message: { external_id: string | null; from_me: boolean; participant: string | null }): MessageRef | null {
  if (message.external_id === null) return null;
  return { externalId: message.external_id, fromMe: message.from_me, author: participantAddress(message.participant) };
}

type MessageRef = { externalId: string; fromMe: boolean; author: Participant | null };
type Participant = { kind: 'phone' | 'wa_pn' | 'wa_lid' | 'wa_bsuid' | 'username' | 'group'; value: string };

/** How the author of a group's message is stored: `kind:value`, the best known address first. */
export function participantText(addresses: readonly Participant[]): string | null {
  const [best] = addresses;
  return best ? `${best.kind}:${best.value}` : null;
}

/**
 * May this be done to a message by who did it? Only who wrote it edits it or takes it back; in groups our own phone also takes back what
 * others wrote, which WhatsApp lets admins do. Other admins are not known here, so what they take back stays.
 */
export function mayChange(
  what: 'edit' | 'revoke',
  target: { from_me: boolean; participant: string | null },
  by: { fromMe: boolean; participant: readonly Participant[] | null; inGroup: boolean },
): boolean {
  if (by.fromMe) return target.from_me || (what === 'revoke' && by.inGroup);
  if (target.from_me) return false;
  return !by.inGroup || (by.participant ?? []).some((address) => participantText([address]) === target.participant);
}

/** The number of who wrote in a group; null where only an id is known, which is no number. */
export function participantNumber(text: string | null): string | null {
  const address = participantAddress(text);
  return address?.kind === 'wa_pn' || address?.kind === 'phone' ? address.value : null;
}

function participantAddress(text: string | null): Participant | null {
  const [, kind = '', value = ''] = /^(wa_pn|wa_lid|phone|wa_bsuid|username):(.+)$/.exec(text ?? '') ?? [];
  return value ? { kind: kind as Participant['kind'], value } : null;
}
