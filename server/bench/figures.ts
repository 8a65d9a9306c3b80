// The result of a measurement, and the table of results.
import type { Cpu } from './cpu.ts';
import type { Measured } from './load.ts';

/**
 * Times in ms, rates per second, `floor` and `floorP99`: those of the floor, `ratio`: of its rate, `value` in the unit of the target's text. `cpu`:
 * what each took of the server and of the database, in ms, all that it set off included; `floorCpu`: the same of the floor.
 */
export type Figure = {
  what: string;
  p50?: number;
  p99?: number;
  rate?: number;
  floor?: number;
  floorP99?: number;
  ratio?: number;
  cpu?: Cpu;
  floorCpu?: Cpu;
  /** The smaller, the better. */
  value?: { amount: number; unit: 'ms' | 's' | 'MB' | 'B' | '%' | '×' };
  target: { p99?: number; rate?: number; ratio?: number; atMost?: number };
};

export type Tell = (figure: Figure) => void;

export function figureOf(what: string, { p50, p99, rate }: Measured, target: Figure['target']): Figure {
  return { what, p50, p99, rate, target };
}

/** Of requests that come at a rate of their own, which says nothing of us: two runs differ by their times. */
export function timesOf(what: string, { p50, p99 }: Measured, target: Figure['target']): Figure {
  return { what, p50, p99, target };
}

/** Null if there is no target. */
export function reached({ p99 = 0, rate = 0, ratio = 0, value, target }: Figure): boolean | null {
  if (Object.keys(target).length === 0) return null;
  return (
    p99 <= (target.p99 ?? Number.POSITIVE_INFINITY) &&
    rate >= (target.rate ?? 0) &&
    ratio >= (target.ratio ?? 0) &&
    (value?.amount ?? 0) <= (target.atMost ?? Number.POSITIVE_INFINITY)
  );
}

/** Worse by more than this than in an earlier run, in per cent, is marked. */
const worseFrom = 10;

/**
 * How much worse a figure is than in an earlier run, in per cent: by its rate, else its value, else its middle time. Null where it is not
 * worse by more than a tenth, or there is nothing to compare. From nothing it is infinitely worse, if it misses its target now.
 */
export function worsened(now: Figure, before: Figure | undefined): number | null {
  if (!before) return null;
  const pairs = [
    [before.rate, now.rate],
    [now.value?.amount, before.value?.amount],
    [now.p50, before.p50],
  ] as const;
  const [larger, smaller] = pairs.find(([a, b]) => a !== undefined && b !== undefined) ?? [];
  if (larger === undefined || smaller === undefined) return null;
  if (smaller <= 0) return reached(now) === false && larger > smaller ? Number.POSITIVE_INFINITY : null;
  const percent = Math.round((larger / smaller - 1) * 1000) / 10;
  return percent > worseFrom ? percent : null;
}

/** A middle time that grew by more than this from the smallest to the largest run is marked. */
const growsTo = 1.3;

/** Its middle time in ms; of a campaign and the like, which have none, how long all of it took, or each at its rate. */
function timeOf({ p50, rate, value }: Figure): number | undefined {
  if (p50 !== undefined) return p50;
  if (value) return value.unit === 's' ? value.amount * 1000 : undefined;
  return rate && 1000 / rate;
}

/** How the times grew: a line for each figure with a time that all runs have, `runs` from the smallest to the largest, each with its `names`. */
export function growthTable(names: string[], runs: Figure[][]): string[] {
  const [first = [], ...more] = runs;
  const cells = (all: string[]) => all.map((cell, i) => (i === 0 ? cell.padEnd(58) : cell.padStart(14))).join(' ');
  const rows = first.flatMap((figure) => {
    const { what } = figure;
    const times = [figure, ...more.map((run) => run.find((same) => same.what === what))].map((each) => each && timeOf(each));
    const [smallest] = times;
    if (times.some((time) => time === undefined)) return [];
    const growth = (times.at(-1) ?? 0) / (smallest || Number.NaN);
    const told = Number.isNaN(growth) ? '' : `× ${growth.toFixed(2)}`;
    return [`${cells([what, ...times.map(ms), told])}${growth > growsTo ? '  NO' : ''}`];
  });
  return [cells(['time', ...names, 'growth']), ...rows];
}

const widths = [58, 10, 10, 10, 10, 10, 8, 24, 30, 3];

export function headline(): string {
  return `${line(['what', 'p50', 'p99', 'rate', 'floor', 'its p99', 'ratio', 'CPU ms, of floor', 'to reach', ''])}\n${'─'.repeat(widths.reduce((sum, width) => sum + width + 1, 0))}`;
}

export function rowOf(figure: Figure): string {
  const { what, p50, p99, rate, floor, floorP99, ratio, cpu, floorCpu, value, target } = figure;
  const ok = reached(figure);
  const wanted = [
    target.p99 === undefined ? '' : `p99 ≤ ${target.p99} ms`,
    target.rate === undefined ? '' : `≥ ${target.rate}/s`,
    target.ratio === undefined ? '' : `≥ ${target.ratio * 100} %`,
    target.atMost === undefined ? '' : `≤ ${target.atMost} ${value?.unit}`,
  ];
  return line([
    what,
    value ? `${value.amount.toFixed(2)} ${value.unit}` : ms(p50),
    ms(p99),
    rate === undefined ? '' : `${rate.toFixed(0)}/s`,
    floor === undefined ? '' : `${floor.toFixed(0)}/s`,
    ms(floorP99),
    ratio === undefined ? '' : `${(ratio * 100).toFixed(0)} %`,
    [cpu, floorCpu].flatMap((of) => (of ? `${of.server.toFixed(1)} + ${of.database.toFixed(1)}` : [])).join(' / '),
    wanted.filter(Boolean).join(', '),
    ok === null ? '' : ok ? 'ok' : 'NO',
  ]);
}

const ms = (value: number | undefined) => (value === undefined ? '' : `${value.toFixed(value < 10 ? 1 : 0)} ms`);

function line(cells: string[]): string {
  return cells
    .map((cell, i) => (i === 0 || i >= 8 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
    .join(' ')
    .trimEnd();
}
