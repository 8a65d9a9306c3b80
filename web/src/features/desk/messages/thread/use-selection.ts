import type { MessageView } from '@balcao/contract/messages';
import { useCallback, useMemo, useState } from 'react';
import type { Selection } from './conversation.tsx';

type Chosen = ReadonlyMap<string, MessageView>;

/** The messages of a conversation that are chosen to do something with all of them; null while none is. */
export function useSelection() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const toggle = useCallback((messages: readonly MessageView[]) => setChosen((before) => toggled(before, messages)), []);
  const choose = useCallback((messages: readonly MessageView[]) => setChosen(new Map(messages.map((each) => [each.id, each]))), []);
  const selection = useMemo<Selection | null>(() => chosen && { ids: new Set(chosen.keys()), toggle }, [chosen, toggle]);
  return { chosen: chosen && [...chosen.values()], selection, choose, end: () => setChosen(null) };
}

/** With these messages added to what is chosen, or taken out if all of them are chosen; null once nothing is. */
function toggled(before: Chosen | null, messages: readonly MessageView[]): Chosen | null {
  const after = new Map(before);
  const out = messages.every(({ id }) => after.has(id));
  for (const message of messages) {
    if (out) after.delete(message.id);
    else after.set(message.id, message);
  }
  return after.size > 0 ? after : null;
}
