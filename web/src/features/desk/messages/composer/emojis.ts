// The emoji and which of them the person used last. The data is loaded when somebody first asks for an emoji.
import { useEffect, useState } from 'react';
import { useLanguage } from '../../../../platform/i18n.ts';
import { ownKey, readStored, useStored, writeStored } from '../../../../platform/storage.ts';
import { type Emoji, emojisIn } from './emoji-search.ts';

const recentMax = 24;
const held = new Map<string, readonly Emoji[]>();

/** All emoji as the reader looks for them, once somebody asks; null until they are loaded. */
export function useEmojis(asked: boolean): readonly Emoji[] | null {
  const language = useLanguage();
  const [, setLoaded] = useState('');
  const known = held.get(language) ?? null;
  const missing = asked && known === null;
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    import('virtual:emojis').then(
      ({ emojis }) => {
        held.set(language, emojisIn(emojis, language));
        if (!gone) setLoaded(language);
      },
      // Without a connection nothing is offered; the next letter asks again.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [missing, language]);
  return known;
}

/** The emoji the person used last in this browser, the latest first. */
export function useRecentEmojis(): readonly string[] {
  return listed(useStored(ownKey('recentEmojis'), '')[0]);
}

export function noteEmoji(emoji: string): void {
  const key = ownKey('recentEmojis');
  const before = listed(readStored(key) ?? '').filter((other) => other !== emoji);
  writeStored(key, [emoji, ...before].slice(0, recentMax).join(' '));
}

function listed(text: string): string[] {
  return text.split(' ').filter((emoji) => emoji !== '');
}
