import { showsTyping } from '@balcao/contract/message-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { useTellTyping } from '../composer/use-tell-typing.ts';
import { useTellPresence } from './use-tell-presence.ts';

/** Tells colleagues who is in the conversation, and them and the customer whether this person writes: the function that is answered says so. */
export function useTellWriting({ id, status, whatsapp }: TicketView): (writes: boolean) => void {
  const typing = useTellTyping(id, status === 'open' && showsTyping(whatsapp?.channel));
  const presence = useTellPresence(id);
  return (writes) => {
    if (writes) {
      typing.typed();
      presence.writing();
    } else {
      typing.stopped();
      presence.paused();
    }
  };
}
