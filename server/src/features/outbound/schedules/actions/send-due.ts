// What is due goes into the conversation as a message, and from there the way of every message. Each step looks again at how things are now.
import { paceOfHealth } from '@balcao/contract/campaign-rules';
import { nextTimeAfter } from '@balcao/contract/recurrence-rules';
import { z } from 'zod';
import { scheduleChanged, scheduleCreated } from '../../../../events/schedules.ts';
import type { Ctx, Reader, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError, must } from '../../../../platform/errors.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { judgeNumber } from '../../../channels/connection-health/reads.ts';
import { currentStanding, ownCompanyWithPlan } from '../../../company/companies/reads.ts';
import { type ConnectionRow, findConnection, findUsableConnection } from '../../../company/connections/reads.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { holdFiles } from '../../../desk/files/actions/change-list.ts';
import type { FileFields } from '../../../desk/messages/actions/out/store-file.ts';
import { holdChat, type Writing, writeToContact } from '../../../desk/messages/actions/out/write-to-contact.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { currentTicket } from '../../../desk/tickets/reads.ts';
import { isOptedOut } from '../../consent/reads.ts';
import { composeTemplate, filledIn } from '../../templates/reads.ts';
import { viewSchedule } from '../reads.ts';
import { answerMs, isTooLate, nextTry, noConnectionPauseMs, recurrenceOf, slowTurn } from '../rules.ts';
import {
  findScheduled,
  insertScheduled,
  lockPace,
  lockScheduled,
  type ScheduledRow,
  savePace,
  saveScheduled,
  wakeHeld,
  wroteOnSince,
  wroteSince,
} from '../store.ts';

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

type Plan =
  /** `slow`: how many times slower than usual its number goes. */
  | { do: 'send'; connectionId: number; slow: number }
  | { do: 'wait'; reason: string; heldUntil: Date | null }
  | { do: 'end'; status: 'ERRO' | 'CANCELADA'; reason: string };

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
  try {
    await carryOut(ctx, found);
  } catch (error) {
    const reason = error instanceof AppError && refusals[error.code];
    if (!reason) throw error;
    // Of what was refused nothing is left, no conversation either.
    await carryOut(ctx, { row: found.row, plan: { do: 'end', status: 'ERRO', reason } });
  }
}

function carryOut(ctx: Ctx, found: { row: ScheduledRow; plan: Plan }): Promise<void> {
  const { plan } = found;
  const { id } = found.row;
  return transaction(ctx, async (ctx) => {
    // The chat first: everybody who writes in it takes the locks in this order.
    if (plan.do === 'send') await holdChat(ctx, { contactId: found.row.contact_id, connectionId: plan.connectionId });
    const row = await lockScheduled(ctx, id);
    if (row?.status !== 'PENDENTE' || row.try_at > ctx.now()) return;
    // Somebody changed it in between: look again.
    if (row.updated_at.getTime() !== found.row.updated_at.getTime()) return sendAt(ctx, id, ctx.now());
    if (plan.do === 'wait') return wait(ctx, row, plan);
    const turn = plan.do === 'send' && plan.slow > 1 ? await turnOf(ctx, row, plan) : null;
    if (turn) return wait(ctx, row, { do: 'wait', reason: 'slowed', heldUntil: turn });
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
    return chosen ? healthy(ctx, row, chosen) : fails('connection_deleted');
  }
  const usable = await findUsableConnection(ctx, row.user_id);
  return usable ? healthy(ctx, row, usable) : { do: 'wait', reason: 'no_connection', heldUntil: null };
}

/**
 * Waits while the health of the number speaks against it, or goes slowly, unless a person overruled that. Of an answer only whether the number may
 * answer counts.
 */
async function healthy(ctx: Reader, row: ScheduledRow, { id: connectionId, answers_held_until: held }: ConnectionRow): Promise<Plan> {
  const now = ctx.now();
  const go: Plan = { do: 'send', connectionId, slow: 1 };
  if (row.overruled_at) return go;
  const isAnswer = await wroteOnSince(ctx, { contactId: row.contact_id, connectionId }, new Date(now.getTime() - answerMs));
  if (isAnswer) return held && held > now ? { do: 'wait', reason: 'restricted_until', heldUntil: held } : go;
  const health = await judgeNumber(ctx, connectionId);
  const { pause, slow } = paceOfHealth(health, now);
  if (!pause) return { do: 'send', connectionId, slow };
  return { do: 'wait', reason: pause.reason === 'restricted' && health.until ? 'restricted_until' : pause.reason, heldUntil: pause.until };
}

/** When it may go on a number that goes slowly; null: now. */
async function turnOf(ctx: Tx, row: ScheduledRow, { connectionId, slow }: Extract<Plan, { do: 'send' }>): Promise<Date | null> {
  const next = await lockPace(ctx, connectionId);
  const given = row.fail_reason === 'slowed' ? row.held_until : null;
  const turn = slowTurn({ slow, next, given }, ctx.now());
  if (turn.next && turn.next.getTime() !== next?.getTime()) await savePace(ctx, connectionId, turn.next);
  return turn.at > ctx.now() ? turn.at : null;
}

async function send(ctx: Tx, row: ScheduledRow, connectionId: number): Promise<void> {
  if (await isOptedOut(ctx, row.contact_id)) return end(ctx, row, { status: 'ERRO', reason: 'opted_out' });
  const message = await writeToContact(
    ctx,
    { contactId: row.contact_id, connectionId },
    {
      body: row.body,
      file: row.media as FileFields | null,
      files:
        row.file_list_id === null ? [] : (await holdFiles(ctx, row.file_list_id)).map(({ name, ...file }) => ({ ...file, caption: name })),
      template: templateOf(ctx, row, connectionId),
      key: `schedule:${row.id}:${row.updated_at.getTime()}`,
      kind: 'scheduled',
      overrules: row.overruled_at !== null,
    },
  );
  await saveScheduled(ctx, row.id, {
    status: 'AGENDADA',
    fail_reason: null,
    held_until: null,
    message_id: Number(message.id),
    updated_at: ctx.now(),
  });
  if (row.opens_ticket) await openFor(ctx, message.ticketId, row.user_id);
}

/** Composes the template of a scheduled message once its variables can be filled in. */
function templateOf(ctx: Tx, { template, media }: ScheduledRow, connectionId: number): Writing['template'] {
  if (!template) return null;
  return async (fill) =>
    must(
      await composeTemplate(ctx, connectionId, { ...template, variables: filledIn(template.variables, fill) }, media as FileFields | null),
    );
}

const refusals: Partial<Record<AppError['code'], string>> = {
  ERR_WINDOW_CLOSED: 'window_closed',
  ERR_CONTACT_BLOCKED: 'contact_blocked',
  ERR_WAPP_NOT_INITIALIZED: 'connection_deleted',
  ERR_MEDIA_TYPE: 'file_refused',
  ERR_EMPTY_MESSAGE: 'no_text',
  ERR_NO_TEMPLATE_FOUND: 'template_missing',
  ERR_TEMPLATE_STATUS: 'template_paused',
  ERR_TEMPLATE_UNSUPPORTED: 'template_missing',
  ERR_TEMPLATE_VARIABLES: 'template_variables',
};

/** The author gets the conversation, unless somebody has it; if they may not have it, it waits for somebody. */
async function openFor(ctx: Tx, ticketId: number, userId: number | null): Promise<void> {
  if ((await currentTicket(ctx, ticketId))?.status === 'open') return;
  try {
    if (userId !== null) await moveTicket(ctx, ticketId, { status: 'open', userId });
    else await moveTicket(ctx, ticketId, { status: 'pending' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (userId !== null) await openFor(ctx, ticketId, null);
  }
}

function end(ctx: Tx, row: ScheduledRow, { status, reason }: { status: 'ERRO' | 'CANCELADA'; reason: string }): Promise<void> {
  return saveScheduled(ctx, row.id, { status, fail_reason: reason, held_until: null, updated_at: ctx.now() });
}

async function wait(ctx: Tx, row: ScheduledRow, { reason, heldUntil }: Extract<Plan, { do: 'wait' }>): Promise<void> {
  const now = ctx.now();
  const at = heldUntil ? nextTry(heldUntil, now) : new Date(now.getTime() + noConnectionPauseMs);
  await saveScheduled(ctx, row.id, { try_at: at, fail_reason: reason, held_until: heldUntil });
  await sendAt(ctx, row.id, at);
  if (row.fail_reason !== reason || row.held_until?.getTime() !== heldUntil?.getTime()) {
    await ctx.publish(scheduleChanged, { schedule: await viewSchedule(ctx, row.id) });
  }
}

const wokenAtOnce = 500;

/** Something about the health of a number changed: those that wait for one are looked at again. */
export function tryHeld(ctx: Ctx): Promise<void> {
  return transaction(ctx, async (ctx) => {
    for (const id of await wakeHeld(ctx, ctx.now(), wokenAtOnce)) await sendAt(ctx, id, ctx.now());
  });
}

/** Adds the next time of what repeats. Times that were missed are not made up for. */
async function planNext(ctx: Tx, row: ScheduledRow): Promise<void> {
  const now = ctx.now();
  const at = nextTimeAfter(recurrenceOf(row), row.send_at, now, await settingOf(ctx, 'timeZone'));
  if (!at) return;
  const { company_id: _, id: __, sent_at: ___, message_id: ____, media, template, ...same } = row;
  const id = await insertScheduled(ctx, {
    ...same,
    media: media === null ? null : JSON.stringify(media),
    template: template === null ? null : JSON.stringify(template),
    held_until: null,
    overruled_at: null,
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
