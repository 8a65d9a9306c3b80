// How an integration is spoken to. Pure.

import type { AssistantFailure } from '@balcao/contract/assistant-rules';
import { numberChosen } from '@balcao/contract/choice-rules';
import { type IntegrationReason, type IntegrationType, isKeyword } from '@balcao/contract/integration-rules';

/** How long to wait before each repetition of a call that failed, in ms. */
const pauses = [3_000, 15_000, 60_000, 180_000, 600_000] as const;

/** When to call again after so many attempts; null when it was tried often enough. */
export function nextTryAt(attempts: number, now: Date): Date | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}

/** An answer after this time, in ms, would come out of the blue. */
const staleMs = 3_600_000;

export function isStale(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > staleMs;
}

/** How often a file that is still on its way is looked for, and after which time it is no longer waited for, in ms. */
export const fileLooks = { everyMs: 1_500, untilMs: 60_000 } as const;

/** What a customer's words are besides words. */
export type Meaning = 'finish' | 'restart' | 'words';

export function meaningOf(text: string, keywords: { finish: string; restart: string }): Meaning {
  if (isKeyword(text, keywords.finish)) return 'finish';
  return isKeyword(text, keywords.restart) ? 'restart' : 'words';
}

/** The choice that a customer means by its number or by its words in any spelling; otherwise what they wrote. */
export function chosenOf(text: string, choices: readonly string[]): string {
  const number = numberChosen(text);
  if (number !== null && choices[number - 1] !== undefined) return choices[number - 1] ?? text;
  const written = text.trim().toLowerCase();
  return choices.find((choice) => choice.trim().toLowerCase() === written) ?? text;
}

/** A menu of choices, numbered. */
export function menuOf(choices: readonly string[]): string {
  return choices.map((choice, i) => `*[ ${i + 1} ]* - ${choice}`).join('\n');
}

/** Is the conversation over because nobody has said a word for so many minutes? Only Typebot's conversations end so; 0: never. */
export function hasExpired(type: IntegrationType, expires: number, spokenAt: Date, now: Date): boolean {
  return type === 'typebot' && expires > 0 && now.getTime() - spokenAt.getTime() > expires * 60_000;
}

/** Why the integration could not answer, as the conversation tells people. */
export function failureOf(reason: IntegrationReason): AssistantFailure {
  switch (reason) {
    case 'bad_address':
    case 'private_address':
    case 'redirected':
      return 'address';
    case 'unreachable':
    case 'timeout':
    case 'refused':
      return reason;
    case 'too_large':
    case 'garbage':
      return 'answer';
    case 'credentials':
      return 'key';
    case 'not_found':
      return 'refused';
    case 'rate_limited':
      return 'busy';
    case 'server_error':
      return 'provider';
  }
}
