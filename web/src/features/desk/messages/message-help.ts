// Where the help of a language model fits into a conversation. What fills these places is another feature's, so it is handed in.
import type { MessageView } from '@balcao/contract/messages';
import { createContext, type ReactNode } from 'react';

export type MessageHelp = {
  /** Has the words of a voice message written under it; null where nobody may. Never rejects. */
  transcribe: ((message: MessageView) => Promise<void>) | null;
  /** An entry of the menu of a message. */
  menu: (message: MessageView) => ReactNode;
  /** Under the content of a message. */
  under: (message: MessageView) => ReactNode;
  /** Beside the tools for writing. `writing` null: the person cannot write here now. */
  tools: (writing: { draft: string; onDraft: (text: string) => void } | null) => ReactNode;
};

/** Where the company has switched none on. */
export const noHelp: MessageHelp = { transcribe: null, menu: () => null, under: () => null, tools: () => null };

export const MessageHelpContext = createContext(noHelp);
