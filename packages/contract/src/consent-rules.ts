// The words by which customers say that they do not want to be written to, and that they do again.

/** The longest word, and how many a company may have. */
export const consentWordMax = 30;
export const optOutWordsMax = 10;

/** Several words, separated by commas, as the setting has them. */
export function optOutWordsIn(setting: string): string[] {
  return setting
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/**
 * What a text asks for, if it is one of the words and nothing else: case, accents, spaces and punctuation around it do not matter. Null if it
 * asks for nothing.
 */
export function consentIn(text: string, words: { out: readonly string[]; back: string }): 'out' | 'in' | null {
  const said = plainWord(text);
  if (said === '') return null;
  if (words.out.some((word) => plainWord(word) === said)) return 'out';
  return plainWord(words.back) === said ? 'in' : null;
}

/** Could a text be one of the words? Cheap, and asked of every message. */
export function maybeConsent(text: string): boolean {
  const length = text.trim().length;
  return length > 0 && length <= consentWordMax + 10;
}

function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/\s+/g, ' ');
}
