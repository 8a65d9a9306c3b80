// What stands side by side in a column of hours.
import type { Occurrence } from './occurrences.ts';

/** `lane` of so many `lanes`; `isCounted`: at their right the rest is counted. */
export type Lane = { occurrence: Occurrence; lane: number; lanes: number; isCounted: boolean };
/** `count` marks for which there is no room, the first of them at `clock`. */
export type Rest = { clock: string; count: number };

const markMinutes = 60;

/**
 * Marks, each of which takes an hour, by time. Those that overlap stand side by side, `max` at most; where there are more, the last lane only counts
 * the rest.
 */
export function lanesOf(occurrences: readonly Occurrence[], max: number): { marks: Lane[]; rests: Rest[] } {
  const marks: Lane[] = [];
  const rests: Rest[] = [];
  for (const group of overlapping(occurrences)) {
    const lanes = placed(group);
    const width = Math.max(...lanes) + 1;
    const shown = width > max ? max - 1 : width;
    let end = -1;
    for (const [index, occurrence] of group.entries()) {
      const lane = lanes[index] ?? 0;
      const start = minutesOf(occurrence.clock);
      const last = rests.at(-1);
      if (lane < shown) marks.push({ occurrence, lane, lanes: shown, isCounted: width > max });
      else if (last && start < end) last.count += 1;
      else {
        rests.push({ clock: occurrence.clock, count: 1 });
        end = start + markMinutes;
      }
    }
  }
  return { marks, rests };
}

/** Split where nothing overlaps. */
function overlapping(occurrences: readonly Occurrence[]): Occurrence[][] {
  const groups: Occurrence[][] = [];
  let end = -1;
  for (const occurrence of occurrences) {
    const start = minutesOf(occurrence.clock);
    if (start >= end) groups.push([]);
    groups.at(-1)?.push(occurrence);
    end = start + markMinutes;
  }
  return groups;
}

/** The first free lane of each. */
function placed(group: readonly Occurrence[]): number[] {
  const ends: number[] = [];
  return group.map(({ clock }) => {
    const start = minutesOf(clock);
    const free = ends.findIndex((end) => end <= start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = start + markMinutes;
    return lane;
  });
}

export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}
