import type { ErrorCode } from '@balcao/contract/errors';
import { sentences } from './error-sentences.ts';
import { type FirstCode, sentence } from './sentences.ts';

/** The sentence for an error code inside an answer. */
export function codeText(code: string): string {
  const known = sentences[code as Exclude<ErrorCode, FirstCode>];
  return known ? known({}) : sentence(code as ErrorCode);
}
