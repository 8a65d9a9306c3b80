import { useState } from 'react';
import { useCommand } from '../../../../platform/commands.ts';
import { t } from '../../../../platform/i18n.ts';

/** What to find in a conversation as it is opened: a text, and the message to begin at. Another `key` asks anew. */
export type Find = { key: string; text: string; messageId: string };

/** Whether one searches in the conversation, and with what that began. Another `find` begins anew. */
export function useFinding(find: Find | null) {
  const [open, setOpen] = useState(find !== null);
  const [start, setStart] = useState(find);
  const [asked, setAsked] = useState(find?.key);
  if (find && find.key !== asked) {
    setAsked(find.key);
    setStart(find);
    setOpen(true);
  }
  useCommand('ticket.find', t('Buscar nesta conversa'), () => setOpen(true));
  const close = () => {
    setOpen(false);
    setStart(null);
  };
  return { open, start, close };
}
