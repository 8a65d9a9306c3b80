// The moments until which a ticket is usually set aside, by the clock of the person. Pure.

export type SnoozeChoice = { kind: 'hour' | 'afternoon' | 'tomorrow' | 'monday'; at: Date };

/** The choices that lie ahead, the next first. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const on = (days: number, hour: number) => {
    const at = new Date(now);
    at.setDate(at.getDate() + days);
    at.setHours(hour, 0, 0, 0);
    return at;
  };
  const hour = new Date(now.getTime() + 3_600_000);
  hour.setSeconds(0, 0);
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const choices: SnoozeChoice[] = [{ kind: 'hour', at: hour }];
  if (on(0, 14) > hour) choices.push({ kind: 'afternoon', at: on(0, 14) });
  choices.push({ kind: 'tomorrow', at: on(1, 8) });
  if (toMonday > 1) choices.push({ kind: 'monday', at: on(toMonday, 8) });
  return choices;
}
