import { type KeyboardEvent, useId, useState } from 'react';
import { matching, type Suggestion, slashQuery } from './suggestions.ts';

export type SuggestionState = {
  /** The id of the list, which the field refers to. */
  id: string;
  /** Empty while there is nothing to suggest. */
  offered: readonly Suggestion[];
  at: number;
  query: string;
  /** All suggestions are shown, without a typed slash. */
  browsing: boolean;
  browse: (on: boolean) => void;
  point: (at: number) => void;
  /** Handles the keys of the list. True if it did. */
  onKey: (event: KeyboardEvent) => boolean;
};

/** The suggestions for the current text, and which one is selected. */
export function useSuggestions(
  suggestions: readonly Suggestion[],
  draft: string,
  onPick: (suggestion: Suggestion) => void,
): SuggestionState {
  const id = useId();
  const [pointed, setPointed] = useState({ draft, at: 0 });
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [browsedAt, setBrowsedAt] = useState<string | null>(null);
  // Typing ends browsing and resets the selection to the top.
  const browsing = browsedAt === draft;
  const typed = closedFor === draft ? null : slashQuery(draft);
  const query = browsing ? '' : typed;
  const offered = query === null ? [] : matching(suggestions, query);
  const at = Math.min(pointed.draft === draft ? pointed.at : 0, offered.length - 1);
  const point = (next: number) => setPointed({ draft, at: next });
  const close = () => {
    setClosedFor(draft);
    setBrowsedAt(null);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (offered.length === 0 || event.nativeEvent.isComposing || event.keyCode === 229) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = offered[at];
    if (step !== undefined) point((at + step + offered.length) % offered.length);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && !event.shiftKey && current) onPick(current);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { id, offered, at, query: query ?? '', browsing, browse: (on) => (on ? setBrowsedAt(draft) : close()), point, onKey };
}
