// The table of realtime events. The name on the wire is `company-{companyId}-{channel}` unless `global`.
import type { z } from 'zod';

export type EventShape = {
  /** Channel as the clients spell it, e.g. `ticket` in `company-1-ticket`; a full name when `global`. */
  channel: string;
  global?: true;
  /** Without the dash before the channel: `company1-…`, as some existing clients have it. */
  joined?: true;
  /** Who of the company hears it, in words; the rooms are named by the feature that tells. */
  heardBy: string;
  payload: z.ZodType;
};

/** Declares one event, keeping its literal types. */
export function event<const E extends EventShape>(e: E): E {
  return e;
}

export type Payload<E extends EventShape> = z.output<E['payload']>;

type Named = Pick<EventShape, 'channel' | 'global' | 'joined'>;

/** The event's name on the wire. Without a company only a `global` one has a name. */
export function eventName(companyId: number | null, e: Named): string {
  if (companyId === null && !e.global) throw new Error(`${e.channel} is an event of a company`);
  return eventPattern(e).replace('{companyId}', String(companyId));
}

/** As `eventName`, with `{companyId}` where the company's id goes. */
export function eventPattern(e: Named): string {
  if (e.global) return e.channel;
  return `company${e.joined ? '' : '-'}{companyId}-${e.channel}`;
}
