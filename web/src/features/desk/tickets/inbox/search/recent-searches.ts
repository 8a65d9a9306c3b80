// What a person searched for last, in this browser.
import { ownKey, readStored, useStored, writeStored } from '../../../../../platform/storage.ts';

const most = 8;
const key = () => ownKey('searches');

function listIn(stored: string): string[] {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** The last searches, the latest first. */
export function useRecentSearches(): string[] {
  return listIn(useStored(key(), '[]')[0]);
}

/** Notes a search that led somewhere. Of one that was typed further only the last is kept. */
export function rememberSearch(text: string): void {
  const wanted = text.trim();
  if (wanted === '') return;
  const others = listIn(readStored(key()) ?? '[]').filter((other) => !wanted.startsWith(other));
  writeStored(key(), JSON.stringify([wanted, ...others].slice(0, most)));
}

/** Forgets one search, or all of them. */
export function forgetSearch(text: string | null): void {
  const left = text === null ? [] : listIn(readStored(key()) ?? '[]').filter((other) => other !== text);
  writeStored(key(), left.length > 0 ? JSON.stringify(left) : null);
}
