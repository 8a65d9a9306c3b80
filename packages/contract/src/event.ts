// The table of realtime events. The name on the wire is `company-{companyId}-{channel}` unless `global`.
import type { z } from 'zod';

export type EventShape = {
  /** Channel as the clients spell it, e.g. `ticket` in `company-1-ticket`; a full name when `global`. */
  channel: string;
  global?: true;
  /** Who of the company hears it, in words; the rooms are named by the feature that tells. */
  heardBy: string;
  payload: z.ZodType;
};

/** Declares one event, keeping its literal types. */
export function event<const E extends EventShape>(e: E): E {
  return e;
}

export type Payload<E extends EventShape> = z.output<E['payload']>;

/** The event's name on the wire. */
export function eventName(companyId: number, e: Pick<EventShape, 'channel' | 'global'>): string {
  return e.global ? e.channel : `company-${companyId}-${e.channel}`;
}
