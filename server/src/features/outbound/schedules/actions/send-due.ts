// What is due goes into the conversation as a message, and from there the way of every message. Each step looks again at how things are now.
import { nextTimeAfter } from '@balcao/contract/recurrence-rules';
import { z } from 'zod';
import { scheduleChanged, scheduleCreated } from '../../../../events/schedules.ts';
import type { Ctx, Reader, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { currentStanding, ownCompanyWithPlan } from '../../../company/companies/reads.ts';
import { findConnection, findUsableConnection } from '../../../company/connections/reads.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import type { FileFields } from '../../../desk/messages/actions/out/store-file.ts';
import { holdChat, writeToContact } from '../../../desk/messages/actions/out/write-to-contact.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { isOptedOut } from '../../consent/reads.ts';
import { viewSchedule } from '../reads.ts';
import { isTooLate, noConnectionPauseMs, recurrenceOf } from '../rules.ts';
import { findScheduled, insertScheduled, lockScheduled, type ScheduledRow, saveScheduled, wroteSince } from '../store.ts';

export const sendDueJob = defineJob({
  name: 'schedules.sendDue',
  lane: 'sending',
  payload: z.object({ scheduleId: z.number() }),
  run: (ctx, { scheduleId }) => sendDue(ctx, scheduleId),
});

/** Has it sent at its time. A later call for the same one replaces the time. */
export async function sendAt(ctx: Tx, scheduleId: number, at: Date): Promise<void> {
  await ctx.enqueue(sendDueJob, { scheduleId }, { key: `schedule:${scheduleId}`, runAt: at });
}

type Plan = { do: 'send'; connectionId: number } | { do: 'wait' } | { do: 'end'; status: 'ERRO' | 'CANCELADA'; reason: string };

/**
 * Sends a scheduled message that is due: makes its message, or ends it with a reason, and plans the next time of what repeats. Does nothing if
 * it is not due or somebody else has sent it.
 */
export async function sendDue(ctx: Ctx, id: number): Promise<void> {
  const found = await reading(ctx, async (ctx) => {
    const row = await findScheduled(ctx, id);
    return row?.status === 'PENDENTE' && { row, plan: await planFor(ctx, row) };
  });
  if (!found) return;
  const { plan } = found;
  await transaction(ctx, async (ctx) => {
    // The chat first: everybody who writes in it takes the locks in this order.
    if (plan.do === 'send') await holdChat(ctx, { contactId: found.row.contact_id, connectionId: plan.connectionId });
    const row = await lockScheduled(ctx, id);
    if (row?.status !== 'PENDENTE' || row.try_at > ctx.now()) return;
    // Somebody changed it in between: look again.
    if (row.updated_at.getTime() !== found.row.updated_at.getTime()) return sendAt(ctx, id, ctx.now());
    if (plan.do === 'wait') return wait(ctx, row);
    if (plan.do === 'end') await end(ctx, row, plan);
    else await send(ctx, row, plan.connectionId);
    await planNext(ctx, row);
    await ctx.publish(scheduleChanged, { schedule: await viewSchedule(ctx, id) });
  });
}

async function planFor(ctx: Reader, row: ScheduledRow): Promise<Plan> {
  const fails = (reason: string): Plan => ({ do: 'end', status: 'ERRO', reason });
  const now = ctx.now();
  if (isTooLate(row, Number(await settingOf(ctx, 'lateSchedules')), now)) return fails('too_late');
  const company = await ownCompanyWithPlan(ctx);
  const standing = currentStanding(company, now);
  if (!standing.ok) return fails(standing.error === 'ERR_COMPANY_INACTIVE' ? 'company_inactive' : 'subscription_expired');
  if (!company.plan?.useSchedules) return fails('no_plan');
  if (row.cancel_if_answered && (await wroteSince(ctx, row.contact_id, row.created_at))) {
    return { do: 'end', status: 'CANCELADA', reason: 'answered' };
  }
  if (row.connection_id !== null) {
    const chosen = await findConnection(ctx, row.connection_id);
    return chosen ? { do: 'send', connectionId: chosen.id } : fails('connection_deleted');
  }
  const usable = await findUsableConnection(ctx, row.user_id);
  return usable ? { do: 'send', connectionId: usable.id } : { do: 'wait' };
}

async function send(ctx: Tx, row: ScheduledRow, connectionId: number): Promise<void> {
  if (await isOptedOut(ctx, row.contact_id)) return end(ctx, row, { status: 'ERRO', reason: 'opted_out' });
  const now = ctx.now();
  try {
    const message = await writeToContact(
      ctx,
      { contactId: row.contact_id, connectionId },
      { body: row.body, file: row.media as FileFields | null, key: `schedule:${row.id}:${row.updated_at.getTime()}`, kind: 'scheduled' },
    );
    await saveScheduled(ctx, row.id, { status: 'AGENDADA', fail_reason: null, message_id: Number(message.id), updated_at: now });
    if (row.opens_ticket) await openFor(ctx, message.ticketId, row.user_id);
  } catch (error) {
    const reason = error instanceof AppError && refusals[error.code];
    if (!reason) throw error;
    await end(ctx, row, { status: 'ERRO', reason });
  }
}

const refusals: Partial<Record<AppError['code'], string>> = {
  ERR_WINDOW_CLOSED: 'window_closed',
  ERR_WAPP_NOT_INITIALIZED: 'connection_deleted',
  ERR_MEDIA_TYPE: 'file_refused',
  ERR_EMPTY_MESSAGE: 'no_text',
};

/** The author gets the conversation; if they may not have it, it waits for somebody. */
async function openFor(ctx: Tx, ticketId: number, userId: number | null): Promise<void> {
  try {
    if (userId !== null) await moveTicket(ctx, ticketId, { status: 'open', userId });
    else await moveTicket(ctx, ticketId, { status: 'pending' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (userId !== null) await openFor(ctx, ticketId, null);
  }
}

function end(ctx: Tx, row: ScheduledRow, { status, reason }: { status: 'ERRO' | 'CANCELADA'; reason: string }): Promise<void> {
  return saveScheduled(ctx, row.id, { status, fail_reason: reason, updated_at: ctx.now() });
}

async function wait(ctx: Tx, row: ScheduledRow): Promise<void> {
  const at = new Date(ctx.now().getTime() + noConnectionPauseMs);
  await saveScheduled(ctx, row.id, { try_at: at, fail_reason: 'no_connection' });
  await sendAt(ctx, row.id, at);
  if (row.fail_reason !== 'no_connection') await ctx.publish(scheduleChanged, { schedule: await viewSchedule(ctx, row.id) });
}

/** Adds the next time of what repeats. Times that were missed are not made up for. */
async function planNext(ctx: Tx, row: ScheduledRow): Promise<void> {
  const now = ctx.now();
  const at = nextTimeAfter(recurrenceOf(row), row.send_at, now, await settingOf(ctx, 'timeZone'));
  if (!at) return;
  const { company_id: _, id: __, sent_at: ___, message_id: ____, media, ...same } = row;
  const id = await insertScheduled(ctx, {
    ...same,
    media: media === null ? null : JSON.stringify(media),
    send_at: at,
    timed_at: now,
    try_at: at,
    status: 'PENDENTE',
    fail_reason: null,
    created_at: now,
    updated_at: now,
  });
  await sendAt(ctx, id, at);
  await ctx.publish(scheduleCreated, { schedule: await viewSchedule(ctx, id) });
}
