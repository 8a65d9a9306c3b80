// How a simulated customer's doings look as facts from a channel.
import type { Received } from '@balcao/contract/endpoint';
import type { simulatorEndpoints } from '@balcao/contract/simulator';

export type Simulated = Received<typeof simulatorEndpoints.simulateMessage>['body'];

/** Each status with the `ack` it leads to. */
export const ackOf = { delivered: 2, read: 3, played: 4 } as const;

/** What a file is sent as when only its type is known. */
export function mediaAs(type: Simulated['type'], mime: string): 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker' {
  if (type === 'image' || type === 'video' || type === 'audio' || type === 'voice' || type === 'document' || type === 'sticker')
    return type;
  const [family] = mime.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}

export const isMedia = (type: Simulated['type']) => ['image', 'video', 'audio', 'voice', 'document', 'sticker'].includes(type);

/** Cards as typed: one a line, the name before the first comma, numbers after it. */
export function cardsOf(body: string): { name: string; phones: string[]; vcard: null }[] {
  return body
    .split('\n')
    .map((line) => line.split(',').map((part) => part.trim()))
    .flatMap(([name, ...phones]) => (name ? [{ name, phones: phones.filter(Boolean), vcard: null }] : []));
}

/** The number as the provider would tell it: with a country code, otherwise as given, so that both forms of one number can be played. */
export function hasCountry(from: string): boolean {
  return from.trim().startsWith('+') || from.replace(/\D/g, '').length > 11;
}

/** The id of the group with this subject, as a provider would have one. */
export function groupId(subject: string): string {
  return `sim-${[...subject].map((letter) => letter.codePointAt(0)?.toString(36)).join('')}`.slice(0, 120);
}

/** What a provider calls somebody who hides his number: digits that say nothing of it. */
export function hiddenId(number: string): string {
  return `9${[...number].reverse().join('')}0`;
}

/** What stands for content that the phone does not send. */
export const hiddenAs = { view_once: 'view_once', awaiting_phone: 'awaiting_phone', unknown: 'poll' } as const;
