import type { ReactNode } from 'react';
import css from './lead.module.css';

/** What a list is for, above it, with the button that adds to it. */
export function Lead({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.lead}>
      <p>{children}</p>
      {action}
    </div>
  );
}
