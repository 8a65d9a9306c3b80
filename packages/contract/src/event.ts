// The table of realtime events. The name on the wire is `company-{companyId}-{channel}` unless `global`.
import type { z } from 'zod';

export type EventShape = {
  /**
   * Channel as clients spell it, e.g. `ticket` in `company-1-ticket`; the full name if `global`. Ids in it stand in braces: `chat-{chatId}`.
   */
  channel: string;
  global?: true;
  /** Without the dash before the channel: `company1-…`, as some existing clients listen to. */
  joined?: true;
  /** Who in the company hears it, for the documentation; the publishing feature chooses the rooms. */
  heardBy: string;
  payload: z.ZodType;
};

/** Declares one event, keeping its literal types. */
export function event<const E extends EventShape>(e: E): E {
  return e;
}

export type Payload<E extends EventShape> = z.output<E['payload']>;

type Named = Pick<EventShape, 'channel' | 'global' | 'joined'>;

/** What fills the ids in a channel's name. */
export type ChannelIds = Readonly<Record<string, number>>;

/** The event's name on the wire. Without a company, only a `global` event has a name. */
export function eventName(companyId: number | null, e: Named, ids: ChannelIds = {}): string {
  if (companyId === null && !e.global) throw new Error(`${e.channel} is an event of a company`);
  return eventPattern(e).replace(/\{(\w+)\}/g, (_, name: string) => String(name === 'companyId' ? companyId : idNamed(e, ids, name)));
}

function idNamed({ channel }: Named, ids: ChannelIds, name: string): number {
  const id = ids[name];
  if (id === undefined) throw new Error(`${channel} needs ${name}`);
  return id;
}

/** Like `eventName`, with `{companyId}` and the like in place of ids. */
export function eventPattern(e: Named): string {
  if (e.global) return e.channel;
  return `company${e.joined ? '' : '-'}{companyId}-${e.channel}`;
}
