// Turns what a simulated customer does into facts from a channel.
import type { Received } from '@balcao/contract/endpoint';
import type { simulatorEndpoints } from '@balcao/contract/simulator';

export type Simulated = Received<typeof simulatorEndpoints.simulateMessage>['body'];

/** The `ack` of each status. */
export const ackOf = { delivered: 2, read: 3, played: 4 } as const;

/** How a file is sent when only its type is known. */
export function mediaAs(type: Simulated['type'], mime: string): 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker' {
  if (type === 'image' || type === 'video' || type === 'audio' || type === 'voice' || type === 'document' || type === 'sticker')
    return type;
  const [family] = mime.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}

export const isMedia = (type: Simulated['type']) => ['image', 'video', 'audio', 'voice', 'document', 'sticker'].includes(type);

/** Parses typed cards: one per line, the name before the first comma, numbers after it. */
export function cardsOf(body: string): { name: string; phones: string[]; vcard: null }[] {
  return body
    .split('\n')
    .map((line) => line.split(',').map((part) => part.trim()))
    .flatMap(([name, ...phones]) => (name ? [{ name, phones: phones.filter(Boolean), vcard: null }] : []));
}

/** Does the number have a country code? If so it is used as given, so that both forms of one number can be simulated. */
export function hasCountry(from: string): boolean {
  return from.trim().startsWith('+') || from.replace(/\D/g, '').length > 11;
}

/** A group's id, derived from its subject. */
export function groupId(subject: string): string {
  return `sim-${[...subject].map((letter) => letter.codePointAt(0)?.toString(36)).join('')}`.slice(0, 120);
}

/** The id of a customer who hides their number: digits from which the number cannot be seen. */
export function hiddenId(number: string): string {
  return `9${[...number].reverse().join('')}0`;
}

/** Placeholders for content that the phone does not send. */
export const hiddenAs = { view_once: 'view_once', awaiting_phone: 'awaiting_phone', unknown: 'poll' } as const;
