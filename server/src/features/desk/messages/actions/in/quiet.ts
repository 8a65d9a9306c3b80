// Changes that come by the thousand are told of in one word.
import { contactChanged, contactCreated, contactsChanged } from '../../../../../events/contacts.ts';
import { historyStored, messageChanged } from '../../../../../events/messages.ts';
import type { Tx } from '../../../../../platform/context.ts';

const muted: ReadonlySet<string> = new Set([contactCreated.name, contactChanged.name, messageChanged.name]);

/** The same transaction, in which nothing is said of single contacts and messages. Whoever uses it calls `announceHistory` at the end. */
export function quietly(ctx: Tx): Tx {
  return {
    ...ctx,
    async publish(fact, payload) {
      if (!muted.has(fact.name)) await ctx.publish(fact, payload);
    },
  };
}

/** Says that messages of the past came in, of so many chats. */
export async function announceHistory(ctx: Tx, connectionId: number, chats: number): Promise<void> {
  await ctx.publish(contactsChanged, { count: chats });
  await ctx.publish(historyStored, { connectionId });
}
