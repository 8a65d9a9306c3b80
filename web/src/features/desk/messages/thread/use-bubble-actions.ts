import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { isEditable, mayDelete } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { now } from '../../../../platform/clock.ts';
import type { BubbleActions } from '../bubble/bubble.tsx';
import { useMessageActions } from '../mutations.ts';
import { cancelSend, sendAgain } from '../outbox.ts';

type Begins = Pick<BubbleActions, 'reply' | 'forward'> & {
  edit: (message: MessageView) => void;
  choose: (messages: MessageView[]) => void;
};

/** What can be done with a message. `begins` must keep their identity, so that the bubbles are not drawn again. */
export function useBubbleActions(channel: ConnectionChannel | undefined, { reply, edit, forward, choose }: Begins): BubbleActions {
  const cache = useQueryClient();
  const messageActions = useMessageActions();
  const latest = useRef(messageActions);
  latest.current = messageActions;
  return useMemo(
    () => ({
      reply,
      react: (message, emoji) => void latest.current.react(message, emoji),
      edit: { can: (message) => isEditable(message, channel, now()), begin: edit },
      forward,
      select: (message) => choose([message]),
      mayRemove: (message) => mayDelete(message, channel, now()).ok,
      remove: (message) => void latest.current.remove(message),
      retry: (message) => void latest.current.retry(message),
      resend: (pending) => sendAgain(cache, pending),
      discard: (pending) => cancelSend(cache, pending),
    }),
    [cache, channel, reply, edit, forward, choose],
  );
}
