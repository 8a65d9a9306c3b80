import type { ReactNode } from 'react';
import css from './empty-state.module.css';

export type EmptyStateProps = {
  /** A drawing or a large icon. */
  art?: ReactNode;
  title: string;
  /** What this is for, in a sentence or two. */
  children?: ReactNode;
  /** The button that makes the first one. */
  action?: ReactNode;
};

/** What an empty list says: what it is for, and how to make the first entry. */
export function EmptyState({ art, title, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      {art && (
        <div className={css.art} aria-hidden>
          {art}
        </div>
      )}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
