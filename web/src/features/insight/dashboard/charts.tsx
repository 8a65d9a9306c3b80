import type { ReactNode } from 'react';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import css from './dashboard.module.css';
import { scaleOf } from './figures-text.ts';

/** A chart with its title and the same figures as a table. */
export function Figure({ title, keys, chart, table }: { title: string; keys?: ReactNode; chart: ReactNode; table: ReactNode }) {
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        <h2>{title}</h2>
        {keys}
      </figcaption>
      {chart}
      <details className={css.astable}>
        <summary>{t('Ver como tabela')}</summary>
        <ScrollRegion label={title}>{table}</ScrollRegion>
      </details>
    </figure>
  );
}

/** A number that opens what is behind it. */
export function Opener({ name, value, onOpen }: { name: string; value: number; onOpen: () => void }) {
  return (
    <button type="button" className={css.link} aria-label={`${name}: ${formatNumber(value)}`} onClick={onOpen}>
      {formatNumber(value)}
    </button>
  );
}

export type Bar = { label: string; now: number; before: number | null };

export type ColumnsProps = { label: string; bars: readonly Bar[]; axis: string; onOpen: (bar: number) => void };

/** Columns over time, beside those of the period before. The table below has the same for those who cannot see it. */
export function Columns({ label, bars, axis, onOpen }: ColumnsProps) {
  const [left, width, height, base] = [36, 640, 236, 194];
  const { top, step } = scaleOf(Math.max(0, ...bars.flatMap(({ now, before }) => [now, before ?? 0])));
  const y = (value: number) => base - (value / top) * (base - 10);
  const slot = (width - left) / Math.max(1, bars.length);
  const bar = Math.min(14, slot * 0.36);
  const every = Math.ceil(bars.length / 10);
  const best = bars.reduce((at, { now }, i) => (now > (bars[at]?.now ?? 0) ? i : at), 0);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={css.chart} data-columns role="img" aria-label={label}>
      {Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step).map((value) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y(value)} y2={y(value)} className={value === 0 ? css.axis : css.grid} />
          <text x={left - 8} y={y(value) + 4} textAnchor="end">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      {bars.map(({ label: name, now, before }, i) => {
        const middle = left + slot * (i + 0.5);
        return (
          <g key={name}>
            <rect x={middle - bar - 1} width={bar} y={y(now)} height={base - y(now)} rx={2} className={css.now} />
            {before !== null && <rect x={middle + 1} width={bar} y={y(before)} height={base - y(before)} rx={2} className={css.before} />}
            {i % every === 0 && (
              <text x={middle} y={base + 16} textAnchor="middle" className={css.below} data-second={(i / every) % 2 === 1 || undefined}>
                {name}
              </text>
            )}
            {i === best && now > 0 && (
              <text x={middle - bar / 2} y={y(now) - 6} textAnchor="middle" className={css.top}>
                {formatNumber(now)}
              </text>
            )}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the table below has buttons. */}
            <rect x={middle - slot / 2} width={slot} y={0} height={base} className={css.hit} onClick={() => onOpen(i)} />
          </g>
        );
      })}
      <text x={(left + width) / 2} y={height - 4} textAnchor="middle" className={css.below}>
        {axis}
      </text>
    </svg>
  );
}

export type RowsProps = {
  label: string;
  rows: readonly { id: number; name: string; value: number }[];
  axis: string;
  onOpen: (id: number) => void;
};

/** A bar for each name. */
export function Rows({ label, rows, axis, onOpen }: RowsProps) {
  const [left, width] = [130, 460];
  const { top, step } = scaleOf(Math.max(0, ...rows.map(({ value }) => value)));
  const base = 12 + rows.length * 31;
  const x = (value: number) => left + (value / top) * (width - left - 36);
  return (
    <svg viewBox={`0 0 ${width} ${base + 42}`} className={css.chart} role="img" aria-label={label}>
      {Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step).map((value) => (
        <g key={value}>
          <line x1={x(value)} x2={x(value)} y1={6} y2={base} className={value === 0 ? css.axis : css.grid} />
          <text x={x(value)} y={base + 16} textAnchor="middle">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      {rows.map(({ id, name, value }, i) => (
        <g key={id}>
          <text x={left - 10} y={12 + i * 31 + 13} textAnchor="end" className={css.name}>
            {name.length > 18 ? `${name.slice(0, 17)}…` : name}
          </text>
          <rect x={left} y={12 + i * 31} width={x(value) - left} height={18} rx={3} className={css.now} />
          <text x={x(value) + 6} y={12 + i * 31 + 13} className={css.top}>
            {formatNumber(value)}
          </text>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the table below has buttons. */}
          <rect x={0} width={width} y={6 + i * 31} height={30} className={css.hit} onClick={() => onOpen(id)} />
        </g>
      ))}
      <text x={(left + width) / 2} y={base + 38} textAnchor="middle">
        {axis}
      </text>
    </svg>
  );
}

/** The course of a figure, as a hint only. */
export function Spark({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, i) => (value === null ? [] : [{ value, i }]));
  if (known.length < 2) return <svg className={css.spark} aria-hidden />;
  const all = known.map(({ value }) => value);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const at = ({ value, i }: { value: number; i: number }) =>
    [(i / (values.length - 1)) * 64, 22 - ((value - low) / (high - low || 1)) * 20] as const;
  const points = known.map((one) =>
    at(one)
      .map((n) => n.toFixed(1))
      .join(' '),
  );
  const [x, y] = at(known.at(-1) ?? { value: low, i: 0 });
  return (
    <svg viewBox="-3 -1 70 26" className={css.spark} aria-hidden>
      <path d={`M${points.join('L')}`} />
      <circle cx={x} cy={y} r={2.5} />
    </svg>
  );
}
