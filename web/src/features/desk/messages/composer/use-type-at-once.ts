import type { MessageView } from '@balcao/contract/messages';
import { type RefObject, useEffect } from 'react';
import { isTyping } from '../../../../platform/keys.ts';
import { focusAtEnd } from '../../../../ui/fields/focus-at-end.ts';

/** Moves the caret into the composer where one would go on to write: when it appears, when a message is quoted, after a voice note. */
export function useTypeAtOnce(field: RefObject<HTMLTextAreaElement | null>, quoted: MessageView | null, recording: boolean): void {
  useEffect(() => {
    if (!recording && isFree()) focusAtEnd(field.current);
  }, [field, recording]);
  useEffect(() => {
    if (!quoted || recording) return;
    field.current?.focus();
    // The menu that it was chosen from takes the focus back as it closes.
    const timer = window.setTimeout(() => field.current?.focus(), menuClosesMs);
    return () => window.clearTimeout(timer);
  }, [field, quoted, recording]);
}

const menuClosesMs = 20;

/** Nobody is typing elsewhere, except a search that has been answered. On touch screens the keyboard would cover what one wants to read. */
function isFree(): boolean {
  const active = document.activeElement;
  const busy = isTyping(active) && !(active instanceof HTMLInputElement && active.type === 'search');
  return !busy && !window.matchMedia('(hover: none)').matches;
}
