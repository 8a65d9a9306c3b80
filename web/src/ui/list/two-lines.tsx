import type { ReactNode } from 'react';
import css from './two-lines.module.css';

/** A table cell with two lines, and optionally something before them. */
export function TwoLines({ before, first, second }: { before?: ReactNode; first: ReactNode; second?: ReactNode }) {
  return (
    <span className={css.cell}>
      {before}
      <span className={css.lines}>
        <span className={css.first}>{first}</span>
        {second && <span className={css.second}>{second}</span>}
      </span>
    </span>
  );
}
