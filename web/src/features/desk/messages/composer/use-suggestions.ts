import { useState } from 'react';
import { matching, type Suggestion, slashQuery } from './suggestions.ts';
import { type Offer, useOffer } from './use-offer.ts';

export type SuggestionState = Offer<Suggestion> & {
  query: string;
  /** All suggestions are shown, without a typed slash. */
  browsing: boolean;
  browse: (on: boolean) => void;
};

/** The suggestions for the current text, and which one is selected. */
export function useSuggestions(
  suggestions: readonly Suggestion[],
  draft: string,
  onPick: (suggestion: Suggestion) => void,
): SuggestionState {
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [browsedAt, setBrowsedAt] = useState<string | null>(null);
  // Typing ends browsing.
  const browsing = browsedAt === draft;
  const typed = closedFor === draft ? null : slashQuery(draft);
  const query = browsing ? '' : typed;
  const close = () => {
    setClosedFor(draft);
    setBrowsedAt(null);
  };
  const offer = useOffer(query === null ? [] : matching(suggestions, query), draft, { pick: onPick, close });
  return { ...offer, query: query ?? '', browsing, browse: (on) => (on ? setBrowsedAt(draft) : close()) };
}
