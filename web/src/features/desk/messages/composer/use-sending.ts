import type { MessageView } from '@balcao/contract/messages';
import { fillVariables } from '@balcao/contract/variables-rules';
import { useRef, useState } from 'react';
import { now } from '../../../../platform/clock.ts';
import type { Outgoing } from '../outbox.ts';
import { signed } from './draft.ts';
import { captionTaker, type TrayFile } from './tray.ts';
import type { VariablesAbout } from './use-completion.ts';

export type Written = {
  ticketId: number;
  draft: string;
  files: readonly TrayFile[];
  quoted: MessageView | null;
  /** Who signs the text; null: nobody. */
  signer: string | null;
  about: VariablesAbout;
};

/** Sends what is written: once, and where a colleague writes as well only when it is said twice. `held`: it was said once. */
export function useSending(
  { ticketId, draft, files, quoted, signer, about }: Written,
  { colleagueWrites, onSend, onSent }: { colleagueWrites: boolean; onSend: (outgoing: Outgoing) => void; onSent: () => void },
): { held: boolean; send: (anyway: boolean) => void } {
  const [heldFor, setHeldFor] = useState<string | null>(null);
  const held = heldFor === draft && colleagueWrites;
  // A second click may come before the field is drawn empty.
  const gone = useRef<Pick<Written, 'draft' | 'files'> | null>(null);
  if (gone.current?.draft !== draft || gone.current.files !== files) gone.current = null;
  const send = (anyway: boolean) => {
    if (gone.current) return;
    if (colleagueWrites && !held && !anyway) return setHeldFor(draft);
    // What is seen at once is what goes out.
    const at = new Date(now());
    const filled = (written: string) => fillVariables(written, { ...about, at });
    const text = draft.trim();
    const body = text === '' ? '' : signed(filled(text), signer);
    const taker = body ? captionTaker(files) : null;
    let reply = quoted;
    const sendOne = (outgoing: Pick<Outgoing, 'body' | 'file'>) => {
      onSend({ ticketId, quoted: reply, ...outgoing });
      reply = null;
    };
    if (body && taker === null) sendOne({ body, file: null });
    for (const { id, file, kind, caption, previewUrl, size } of files) {
      if (kind) sendOne({ body: id === taker ? body : filled(caption), file: { blob: file, name: file.name, kind, previewUrl, size } });
    }
    gone.current = { draft, files };
    onSent();
  };
  return { held, send };
}
