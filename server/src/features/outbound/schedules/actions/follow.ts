// What happens elsewhere to the messages and contacts of what is scheduled.
import { scheduleChanged, scheduleDeleted } from '../../../../events/schedules.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { removeFilesOf } from '../../../company/system/actions.ts';
import { viewSchedule } from '../reads.ts';
import { outcomeOf } from '../rules.ts';
import { deliveryOf, lockByMessage, moveToContact, removeOfContact, saveScheduled } from '../store.ts';

/** Takes over what became of the message: sent, failed with its reason, or why it waits. */
export function followMessage(ctx: Ctx | Tx, messageId: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await lockByMessage(ctx, messageId);
    if (!row || row.status === 'ENVIADA') return;
    const { status, fail_reason, sent_at } = outcomeOf(await deliveryOf(ctx, messageId), ctx.now());
    if (status === row.status && fail_reason === row.fail_reason) return;
    await saveScheduled(ctx, row.id, { status, fail_reason, sent_at, updated_at: ctx.now() });
    await ctx.publish(scheduleChanged, { schedule: await viewSchedule(ctx, row.id) });
  });
}

/** Removes what was scheduled for a deleted contact, with the pictures. */
export async function removeScheduledFor(ctx: Tx, contactId: number): Promise<void> {
  await removeFilesOf(ctx, 'scheduled_messages', { contact_id: contactId });
  for (const scheduleId of await removeOfContact(ctx, contactId)) await ctx.publish(scheduleDeleted, { scheduleId });
}

/** Gives what was scheduled for a merged contact to the one that is kept. */
export async function moveScheduled(ctx: Tx, { keptId, otherId }: { keptId: number; otherId: number }): Promise<void> {
  for (const id of await moveToContact(ctx, otherId, keptId, ctx.now())) {
    await ctx.publish(scheduleChanged, { schedule: await viewSchedule(ctx, id) });
  }
}
