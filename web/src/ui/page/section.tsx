import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useStoredFlag } from '../../platform/storage.ts';
import { CountBadge } from '../marks/status-chip.tsx';
import css from './section.module.css';

export type SectionProps = {
  title: string;
  count?: number | undefined;
  children: ReactNode;
  /** The storage key that remembers whether it is open. */
  remember: string;
  openAtFirst?: boolean;
};

/** A collapsible section of a panel. It remembers whether it is open. */
export function Section({ title, count, children, remember, openAtFirst = true }: SectionProps) {
  const id = useId();
  const [open, setOpen] = useStoredFlag(`section:${remember}`, openAtFirst);
  return (
    <section className={css.section}>
      <h3>
        <button type="button" className={css.head} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {title}
          {count !== undefined && count > 0 && <CountBadge count={count} quiet />}
          <IconChevronDown size={16} className={css.arrow} aria-hidden />
        </button>
      </h3>
      <div id={id} hidden={!open} className={css.body}>
        {children}
      </div>
    </section>
  );
}
