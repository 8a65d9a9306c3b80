import { apiKeyPrefix } from '@balcao/contract/api-rules';

/** How many characters of a key people may see afterwards. */
const hintLength = apiKeyPrefix.length + 6;

/** The beginning of a key, by which people recognise it. */
export function hintOf(key: string): string {
  return key.slice(0, hintLength);
}

/** Could this be a key? What could not is refused without asking the database. */
export function looksLikeKey(secret: string): boolean {
  return secret.startsWith(apiKeyPrefix) && /^[\w-]{40,100}$/.test(secret);
}

const notedEveryMs = 10 * 60_000;

/** Is it time to note that a key is used? Not at every call: that would be a write for each. */
export function isUseNews(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= notedEveryMs;
}
