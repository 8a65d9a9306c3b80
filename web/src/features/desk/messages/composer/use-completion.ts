import { fillVariables, type VariableValues, variableNames } from '@balcao/contract/variables-rules';
import { useState } from 'react';
import { now } from '../../../../platform/clock.ts';
import { plainText } from '../../../../platform/plain-text.ts';
import { variableWords } from '../../../../ui/text/variable-words.ts';
import { completed, type Trigger, triggerAt } from './completion.ts';
import { findEmojis } from './emoji-search.ts';
import { noteEmoji, useEmojis, useRecentEmojis } from './emojis.ts';
import { type Offer, useOffer } from './use-offer.ts';
import type { Change } from './write-in.ts';

/** What can take the place of what is typed: `sign` is shown before its name, `aside` behind it. */
export type Completion = { piece: string; sign: string | null; name: string; aside: string };

/** Of whom the variables tell. */
export type VariablesAbout = Omit<VariableValues, 'at'>;

const emojisShown = 8;

/** Completes `:` with emoji and `{{` with variables, at the caret. */
export function useCompletion(
  draft: string,
  caret: number,
  about: VariablesAbout,
  write: (change: Change) => void,
): Offer<Completion> & { kind: Trigger['kind'] | null } {
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const trigger = closedFor === draft ? null : triggerAt(draft, caret);
  const emojis = useEmojis(trigger?.kind === 'emoji');
  const recent = useRecentEmojis();
  const offered = ((): Completion[] => {
    if (trigger === null) return [];
    if (trigger.kind === 'variable') return variablesFor(trigger.query, about);
    return findEmojis(emojis ?? [], trigger.query, recent, emojisShown).map(({ emoji, name }) => ({
      piece: emoji,
      sign: emoji,
      name,
      aside: '',
    }));
  })();
  const pick = ({ piece }: Completion) => {
    if (!trigger) return;
    if (trigger.kind === 'emoji') noteEmoji(piece);
    write(completed(draft, trigger, caret, piece));
  };
  const offer = useOffer(offered, `${draft}\n${caret}`, { pick, close: () => setClosedFor(draft), tabPicks: true });
  return { ...offer, kind: offered.length > 0 ? (trigger?.kind ?? null) : null };
}

function variablesFor(query: string, about: VariablesAbout): Completion[] {
  const wanted = plainText(query);
  const at = new Date(now());
  return variableNames.flatMap((name) => {
    const { word, hint } = variableWords(name);
    const fits = [name, word, hint].some((text) => plainText(text).includes(wanted));
    if (!fits) return [];
    const piece = `{{${name}}}`;
    return { piece, sign: null, name: word, aside: fillVariables(piece, { ...about, at }) };
  });
}
