import type { ScheduleView } from '@balcao/contract/schedules';
import { fact } from '../platform/facts.ts';

export const scheduleCreated = fact<{ schedule: ScheduleView }>('schedule.created');
export const scheduleChanged = fact<{ schedule: ScheduleView }>('schedule.changed');
export const scheduleDeleted = fact<{ scheduleId: number }>('schedule.deleted');
