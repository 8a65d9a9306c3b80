// Thousands of changes are announced in bulk.
import { contactChanged, contactCreated, contactsChanged } from '../../../../../events/contacts.ts';
import { historyStored, messageChanged } from '../../../../../events/messages.ts';
import type { Tx } from '../../../../../platform/context.ts';

const muted: ReadonlySet<string> = new Set([contactCreated.name, contactChanged.name, messageChanged.name]);

/** The same transaction without announcements about single contacts and messages. The caller runs `announceInBulk` at the end. */
export function withoutAnnouncements(ctx: Tx): Tx {
  return {
    ...ctx,
    async publish(fact, payload) {
      if (!muted.has(fact.name)) await ctx.publish(fact, payload);
    },
  };
}

/** Announces that history was stored, in `chats` chats. */
export async function announceInBulk(ctx: Tx, connectionId: number, chats: number): Promise<void> {
  await ctx.publish(contactsChanged, { count: chats });
  await ctx.publish(historyStored, { connectionId });
}
