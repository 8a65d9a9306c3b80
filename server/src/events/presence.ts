import type { PresenceState } from '@balcao/contract/presence-rules';
import type { Placed } from '@balcao/contract/ticket-rules';
import { fact } from '../platform/facts.ts';

/** A user looks at a conversation, writes in it, or left it. */
export const presenceTold = fact<{
  ticket: Placed & { id: number };
  user: { id: number; name: string };
  state: PresenceState;
  arrived: boolean;
}>('presence.told');
