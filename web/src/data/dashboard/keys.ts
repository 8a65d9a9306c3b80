import type { attendancesOf } from '@balcao/contract/dashboard';

/** Days of the company's time zone, both ends counted; or the last `days`. */
export type PeriodChoice = { days: number } | { date_from?: string; date_to?: string };
/** Which attendances are listed; 0 means none. */
export type BehindFilter = {
  of: (typeof attendancesOf)[number];
  userId?: number;
  queueId?: number;
  tagId?: number;
  whatsappId?: number;
  weekday?: number;
  hour?: number;
};

export const dashboardKeys = {
  all: ['dashboard'] as const,
  figures: (period: PeriodChoice) => ['dashboard', 'figures', period] as const,
  users: (initialDate: string, finalDate: string) => ['dashboard', 'users', initialDate, finalDate] as const,
  days: (initialDate: string, finalDate: string) => ['dashboard', 'days', initialDate, finalDate] as const,
  behind: (period: PeriodChoice, filter: BehindFilter) => ['dashboard', 'behind', period, filter] as const,
  hours: (period: PeriodChoice) => ['dashboard', 'hours', period] as const,
  times: (period: PeriodChoice, by: string) => ['dashboard', 'times', period, by] as const,
  ratings: (period: PeriodChoice) => ['dashboard', 'ratings', period] as const,
  board: ['dashboard', 'board'] as const,
};
