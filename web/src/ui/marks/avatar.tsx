import { type ReactNode, useState } from 'react';
import css from './avatar.module.css';

export type AvatarProps = {
  name: string;
  picture?: string | null | undefined;
  /** 18, 28, 40 or 56 pixels. */
  size?: 'xs' | 'sm' | 'md' | 'lg';
  /** A small icon on the corner. */
  badge?: ReactNode;
  online?: boolean;
};

/** A person or company: the picture, or initials on a soft colour that is always the same for the same name. */
export function Avatar({ name, picture, size = 'md', badge, online }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={css.avatar} data-size={size} data-tone={toneOf(name)} aria-hidden>
      {picture && picture !== broken ? (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(picture)} />
      ) : (
        initialsOf(name)
      )}
      {badge && <span className={css.badge}>{badge}</span>}
      {online && <span className={css.presence} />}
    </span>
  );
}

/** First letters of the first and last word: 'Helena Sampaio' is HS. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const first = Array.from(words[0] ?? '')[0] ?? '';
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** One of six tones, the same for the same name. */
export function toneOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (sum % 6) + 1;
}
