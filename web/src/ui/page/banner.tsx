import type { ReactNode } from 'react';
import css from './banner.module.css';

export type BannerProps = {
  tone: 'warn' | 'bad' | 'info';
  icon?: ReactNode;
  children: ReactNode;
  /** A link or button with the next step. */
  action?: ReactNode;
  /** `page`: rounded, within the content; `edge`: across the whole width. */
  place?: 'page' | 'edge';
  /** Read aloud as soon as it appears. */
  urgent?: boolean;
};

/** One line about a state of the whole page, with the next step at its end. */
export function Banner({ tone, icon, children, action, place = 'page', urgent = false }: BannerProps) {
  return (
    <div className={css.banner} data-tone={tone} data-place={place} role={urgent ? 'alert' : 'status'}>
      {icon}
      <span className={css.text}>{children}</span>
      {action && <span className={css.action}>{action}</span>}
    </div>
  );
}
