import { type KeyboardEvent, useId, useState } from 'react';

export type Offer<One> = {
  /** The id of the list, which the field refers to. */
  id: string;
  /** Empty while there is nothing to offer. */
  offered: readonly One[];
  at: number;
  point: (at: number) => void;
  pick: (one: One) => void;
  /** Handles the keys of the list. True if it did. */
  onKey: (event: KeyboardEvent) => boolean;
};

/** What is offered while a text is typed, and which of it is selected: arrows, Enter, Escape. Typing selects the first again. */
export function useOffer<One>(
  offered: readonly One[],
  typed: string,
  on: { pick: (one: One) => void; close: () => void; tabPicks?: boolean },
): Offer<One> {
  const id = useId();
  const [pointed, setPointed] = useState({ typed, at: 0 });
  const at = Math.min(pointed.typed === typed ? pointed.at : 0, offered.length - 1);
  const point = (next: number) => setPointed({ typed, at: next });
  const onKey = (event: KeyboardEvent): boolean => {
    if (offered.length === 0 || event.nativeEvent.isComposing || event.keyCode === 229) return false;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = offered[at];
    const picks = !event.shiftKey && (event.key === 'Enter' || (event.key === 'Tab' && on.tabPicks === true));
    if (step !== undefined) point((at + step + offered.length) % offered.length);
    else if (event.key === 'Escape') on.close();
    else if (picks && current !== undefined) on.pick(current);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { id, offered, at, point, pick: on.pick, onKey };
}
