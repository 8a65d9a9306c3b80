/** What a calendar shows: days of the company, `to` excluded. */
export type CalendarRange = { from: string; to: string };

export const scheduleKeys = {
  calendars: ['schedules', 'calendar'] as const,
  calendar: (range: CalendarRange, searchParam: string) => [...scheduleKeys.calendars, range, searchParam] as const,
  ofContacts: ['schedules', 'contact'] as const,
  ofContact: (contactId: number) => [...scheduleKeys.ofContacts, contactId] as const,
  one: (scheduleId: number) => ['schedules', 'one', scheduleId] as const,
};
