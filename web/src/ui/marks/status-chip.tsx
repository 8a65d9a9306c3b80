import type { ReactNode } from 'react';
import css from './status-chip.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'brand' | 'quiet';

/** A status: soft fill, icon and word, with the reason below in small text. */
export function StatusChip({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={css.chip} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}

/** A small number. `quiet`: for information only. */
export function CountBadge({ count, quiet = false, label, max = 99 }: { count: number; quiet?: boolean; label?: string; max?: number }) {
  return (
    <span className={css.count} data-quiet={quiet || undefined}>
      <span aria-hidden={label ? true : undefined}>{count > max ? `${max}+` : count}</span>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
