import { scheduleEndpoints } from '@balcao/contract/schedules';
import { routes } from '../../../platform/http/routes.ts';
import { attachPicture, detachPicture } from './actions/attach.ts';
import { createSchedule, deleteSchedule, overruleHealth, updateSchedule } from './actions/edit.ts';
import { listSchedules, showCalendar, showSchedule } from './reads.ts';

export const scheduleRoutes = routes(scheduleEndpoints, {
  listSchedules: (ctx, { query }) => listSchedules(ctx, query),
  showCalendar: (ctx, { query }) => showCalendar(ctx, query),
  showSchedule: (ctx, { params }) => showSchedule(ctx, params.scheduleId),
  createSchedule: (ctx, { body }) => createSchedule(ctx, body),
  updateSchedule: (ctx, { params, body }) => updateSchedule(ctx, params.scheduleId, body),
  overruleSchedule: (ctx, { params }) => overruleHealth(ctx, params.scheduleId),
  deleteSchedule: async (ctx, { params }) => {
    await deleteSchedule(ctx, params.scheduleId);
    return { message: 'Schedule deleted' };
  },
  attachToSchedule: async (ctx, { params }) => ({
    mensagem: 'Arquivo Anexado',
    schedule: await attachPicture(ctx, params.scheduleId, ctx.request.files),
  }),
  detachFromSchedule: async (ctx, { params }) => ({
    mensagem: 'Arquivo Excluído',
    schedule: await detachPicture(ctx, params.scheduleId),
  }),
});
