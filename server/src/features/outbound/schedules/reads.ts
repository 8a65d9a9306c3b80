import type { Answer, Received } from '@balcao/contract/endpoint';
import { momentFrom } from '@balcao/contract/schedule-rules';
import type { ScheduleView, scheduleEndpoints } from '@balcao/contract/schedules';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { settingOf } from '../../company/settings/reads.ts';
import { countBetween, countScheduled, findScheduled, listScheduled, type ScheduledWithNames, scheduledBetween } from './store.ts';
import { scheduleView } from './view.ts';

/** The most that a calendar shows at once. */
const calendarMax = 1000;
const month = 31 * 86_400_000;

/** One page of the scheduled messages, those created last first. */
export function listSchedules(
  ctx: Ctx,
  query: Received<typeof scheduleEndpoints.listSchedules>['query'],
): Promise<Answer<typeof scheduleEndpoints.listSchedules>> {
  return reading(ctx, async (ctx) => {
    const listing = { search: query.searchParam, contactId: query.contactId ?? null, userId: query.userId ?? null };
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listScheduled(ctx, listing, limit, offset),
      () => countScheduled(ctx, listing),
    );
    return { schedules: rows.map(viewer(ctx)), ...page };
  });
}

/** What a calendar shows from one moment until before another; without them a month from now on. */
export function showCalendar(
  ctx: Ctx,
  query: Received<typeof scheduleEndpoints.showCalendar>['query'],
): Promise<Answer<typeof scheduleEndpoints.showCalendar>> {
  return reading(ctx, async (ctx) => {
    const timeZone = await settingOf(ctx, 'timeZone');
    const from = query.from ? momentOrRefuse(query.from, timeZone, 'query.from') : ctx.now();
    const to = query.to ? momentOrRefuse(query.to, timeZone, 'query.to') : new Date(from.getTime() + month);
    const rows = await scheduledBetween(ctx, { from, to, search: query.searchParam }, calendarMax + 1);
    return {
      schedules: rows.slice(0, calendarMax).map(viewer(ctx)),
      counts: await countBetween(ctx, { from, to }),
      hasMore: rows.length > calendarMax,
    };
  });
}

/** ERR_NO_SCHEDULE_FOUND. */
export function showSchedule(ctx: Ctx, id: number): Promise<ScheduleView> {
  return reading(ctx, (ctx) => viewSchedule(ctx, id));
}

/** As `showSchedule`, within a transaction. */
export async function viewSchedule(ctx: Reader | Tx, id: number): Promise<ScheduleView> {
  const row = await findScheduled(ctx, id);
  if (!row) throw new AppError('ERR_NO_SCHEDULE_FOUND');
  return viewer(ctx)(row);
}

/** The moment that a field names. ERR_VALIDATION naming the field. */
export function momentOrRefuse(text: string, timeZone: string, field: string): Date {
  const at = momentFrom(text, timeZone);
  if (!at) throw invalid(field, 'invalid_format');
  return at;
}

function viewer(ctx: Reader | Tx): (row: ScheduledWithNames) => ScheduleView {
  const path = mediaLinker(ctx);
  return (row) => scheduleView(row, (key, name) => `${ctx.publicUrl}${path(key, name)}`);
}
