import { anchorOf, movedDays } from '@balcao/contract/recurrence-rules';
import type { ScheduleView } from '@balcao/contract/schedules';
import type { TemplateChoice } from '@balcao/contract/template-rules';
import { scheduleChanged, scheduleCreated, scheduleDeleted } from '../../../../events/schedules.ts';
import { type Ctx, type Tx, userIdOf } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { getConnection } from '../../../company/connections/reads.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { audit, removeFilesOf } from '../../../company/system/actions.ts';
import { getContact } from '../../../desk/contacts/reads.ts';
import { detailOf as fileListDetail } from '../../../desk/files/reads.ts';
import { plannedTemplate } from '../../templates/reads.ts';
import { momentOrRefuse, viewSchedule } from '../reads.ts';
import { mayChange } from '../rules.ts';
import { insertScheduled, lockScheduled, removeScheduled, type ScheduledRow, saveScheduled } from '../store.ts';
import { sendAt } from './send-due.ts';

export type ScheduleInput = {
  body: string;
  sendAt: string;
  contactId: number;
  whatsappId?: number | null | undefined;
  fileListId?: number | null | undefined;
  template?: TemplateChoice | null | undefined;
  repeat?: ScheduledRow['repeat'] | undefined;
  repeatDays?: number[] | undefined;
  repeatUntil?: string | null | undefined;
  cancelIfAnswered?: boolean | undefined;
  openTicket?: boolean | undefined;
};

/** Schedules a message. A time that has passed is now. Refuses as `mustExist` and `plannedTemplate`. */
export function createSchedule(ctx: Ctx, input: ScheduleInput): Promise<ScheduleView> {
  return transaction(ctx, async (ctx) => {
    await mustExist(ctx, input);
    const timeZone = await settingOf(ctx, 'timeZone');
    const at = momentOrRefuse(input.sendAt, timeZone, 'body.sendAt');
    const template = await plannedTemplate(ctx, input, { connection_id: null, template: null });
    const now = ctx.now();
    const id = await insertScheduled(ctx, {
      contact_id: input.contactId,
      user_id: userIdOf(ctx.actor),
      connection_id: input.whatsappId ?? null,
      file_list_id: input.fileListId ?? null,
      template: template ?? null,
      body: input.body,
      send_at: at,
      timed_at: now,
      try_at: at,
      repeat: input.repeat ?? 'none',
      repeat_days: daysOf(input.repeatDays),
      month_day: anchorOf(at, timeZone).monthDay,
      repeat_until: input.repeatUntil ?? null,
      cancel_if_answered: input.cancelIfAnswered ?? false,
      opens_ticket: input.openTicket ?? false,
      created_at: now,
      updated_at: now,
    });
    await sendAt(ctx, id, at);
    const schedule = await viewSchedule(ctx, id);
    await ctx.publish(scheduleCreated, { schedule });
    return schedule;
  });
}

/**
 * Changes the given fields. One that failed or was cancelled waits again. What repeats goes on from its changed time.
 * ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_SENT; refuses as `mustExist` and `plannedTemplate`.
 */
export function updateSchedule(ctx: Ctx, id: number, input: Partial<ScheduleInput>): Promise<ScheduleView> {
  return transaction(ctx, async (ctx) => {
    const before = await lockChangeable(ctx, id);
    // One whose connection was removed may be saved without another, but then it still fails.
    await mustExist(ctx, { ...input, whatsappId: input.whatsappId === before.connection_id ? null : input.whatsappId });
    const template = await plannedTemplate(ctx, input, before);
    const timeZone = await settingOf(ctx, 'timeZone');
    const now = ctx.now();
    const at = input.sendAt === undefined ? before.send_at : momentOrRefuse(input.sendAt, timeZone, 'body.sendAt');
    const isMoved = at.getTime() !== before.send_at.getTime() || before.status !== 'PENDENTE';
    await saveScheduled(ctx, id, {
      contact_id: input.contactId,
      connection_id: input.whatsappId,
      file_list_id: input.fileListId,
      template,
      body: input.body,
      send_at: at,
      timed_at: isMoved ? now : before.timed_at,
      try_at: at,
      status: 'PENDENTE',
      fail_reason: null,
      held_until: null,
      overruled_at: isMoved ? null : before.overruled_at,
      message_id: null,
      repeat: input.repeat,
      repeat_days: repeatDaysAfter(before, input, at, timeZone),
      month_day: isMoved ? anchorOf(at, timeZone).monthDay : before.month_day,
      repeat_until: input.repeatUntil,
      cancel_if_answered: input.cancelIfAnswered,
      opens_ticket: input.openTicket,
      updated_at: now,
    });
    await sendAt(ctx, id, at);
    return announce(ctx, id);
  });
}

/** Sends one as soon as it is due, whatever the meter of the number says. Audited. ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_SENT. */
export function overruleHealth(ctx: Ctx, id: number): Promise<ScheduleView> {
  return transaction(ctx, async (ctx) => {
    const before = await lockOrRefuse(ctx, id);
    if (before.status !== 'PENDENTE') throw new AppError('ERR_SCHEDULE_SENT');
    const now = ctx.now();
    const details = { held: before.fail_reason, until: before.held_until?.toISOString() ?? null };
    await audit(ctx, { verb: 'schedule.healthOverruled', subject: String(id), details });
    const at = new Date(Math.max(before.send_at.getTime(), now.getTime()));
    await saveScheduled(ctx, id, { overruled_at: now, held_until: null, fail_reason: null, try_at: at, updated_at: now });
    await sendAt(ctx, id, at);
    return announce(ctx, id);
  });
}

/** Removes one with its picture, and all that it would repeat. ERR_NO_SCHEDULE_FOUND, ERR_SCHEDULE_SENT while it is being sent. */
export function deleteSchedule(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await lockOrRefuse(ctx, id);
    if (row.status === 'AGENDADA') throw new AppError('ERR_SCHEDULE_SENT');
    await removeFilesOf(ctx, 'scheduled_messages', { id });
    await removeScheduled(ctx, id);
    await ctx.publish(scheduleDeleted, { scheduleId: id });
  });
}

/** Locks one that may still be changed. */
export async function lockChangeable(ctx: Tx, id: number): Promise<ScheduledRow> {
  const row = await lockOrRefuse(ctx, id);
  if (!mayChange(row.status)) throw new AppError('ERR_SCHEDULE_SENT');
  return row;
}

/** Tells the browsers how it is now. */
export async function announce(ctx: Tx, id: number): Promise<ScheduleView> {
  const schedule = await viewSchedule(ctx, id);
  await ctx.publish(scheduleChanged, { schedule });
  return schedule;
}

async function lockOrRefuse(ctx: Tx, id: number): Promise<ScheduledRow> {
  const row = await lockScheduled(ctx, id);
  if (!row) throw new AppError('ERR_NO_SCHEDULE_FOUND');
  return row;
}

type Named = Pick<Partial<ScheduleInput>, 'contactId' | 'whatsappId' | 'fileListId'>;

/** ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_FILE_FOUND. */
async function mustExist(ctx: Tx, { contactId, whatsappId, fileListId }: Named): Promise<void> {
  if (contactId !== undefined) await getContact(ctx, contactId);
  if (whatsappId) await getConnection(ctx, whatsappId);
  if (fileListId) await fileListDetail(ctx, fileListId);
}

/** The chosen weekdays; where only the time was moved, the weekday it was moved to instead of the one it had. */
function repeatDaysAfter(before: ScheduledRow, input: Partial<ScheduleInput>, at: Date, timeZone: string): number[] {
  if (input.repeatDays) return daysOf(input.repeatDays);
  return movedDays(before.repeat_days, anchorOf(before.send_at, timeZone).weekday, anchorOf(at, timeZone).weekday);
}

function daysOf(days: number[] = []): number[] {
  return [...new Set(days)].sort((a, b) => a - b);
}
