import { type ReactNode, useEffect, useRef } from 'react';
import { formatNumber } from '../../platform/format.ts';
import css from './page.module.css';

export type PageHeaderProps = {
  title: string;
  count?: number | undefined;
  /** In place of the count: a few words. */
  note?: string;
  /** What state the thing of the page is in: a chip beside its name. */
  mark?: ReactNode;
  /** The page's search field. */
  search?: ReactNode;
  /** The primary button, with at most one secondary button before it. */
  actions?: ReactNode;
};

/** Title with count, search and primary button. The title gets the focus when the page is opened. */
export function PageHeader({ title, count, note, mark, search, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The page loaded after the focus was set on the content around it.
    if (document.activeElement?.tagName === 'MAIN') heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={css.head}>
      <h1 ref={heading} tabIndex={-1} data-page-title>
        {title}
        {note && <span className={css.count}>{note}</span>}
        {count !== undefined && <span className={css.count}>{formatNumber(count)}</span>}
      </h1>
      {mark}
      <span className={css.spacer} />
      {search && <div className={css.search}>{search}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  );
}

/** The frame of an administration page. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={css.page}>{children}</div>;
}

/** A panel on a page. */
export function Card({
  title,
  aside,
  children,
  padded = true,
}: {
  title?: string;
  aside?: ReactNode;
  children: ReactNode;
  padded?: boolean;
}) {
  return (
    <section className={css.card}>
      {title && (
        <div className={css.cardHead}>
          <h2>{title}</h2>
          {aside && <div className={css.cardAside}>{aside}</div>}
        </div>
      )}
      <div className={padded ? css.cardBody : undefined}>{children}</div>
    </section>
  );
}
