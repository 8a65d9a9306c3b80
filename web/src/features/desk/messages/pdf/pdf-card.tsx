import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import type { FirstPage } from './first-page.ts';
import css from './pdf-card.module.css';

export type PdfCardProps = {
  name: string;
  url: string;
  size: number | null;
  onOpen: () => void;
  /** Shown instead of a PDF that cannot be drawn. */
  card: ReactNode;
};

/** A PDF with its first page and how many it has. Opens in place. What cannot be shown is a plain card. */
export function PdfCard({ name, url, size, onOpen, card }: PdfCardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<FirstPage | 'failed' | null>(null);
  const address = useRef(url);
  address.current = url;
  useEffect(() => {
    let gone = false;
    const show = (found: FirstPage | 'failed') => {
      if (!gone) setPage(found);
    };
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        import('./first-page.ts').then(({ firstPageOf }) => firstPageOf(address.current)).then(show, () => show('failed'));
      },
      { rootMargin: '200px' },
    );
    if (frame.current) watch.observe(frame.current);
    return () => {
      gone = true;
      watch.disconnect();
    };
  }, []);
  if (page === 'failed') return card;
  return (
    <div ref={frame} className={css.frame}>
      <button type="button" className={css.open} onClick={onOpen}>
        <span className="visually-hidden">{t('Abrir PDF')} </span>
        <span className={css.page} aria-hidden>
          {page && <img src={page.picture} alt="" />}
        </span>
        <span className={css.line}>
          <b>{name}</b>
          <span>
            {[page && t('Páginas: {{n}}', { n: page.pages }), 'PDF', size !== null && formatBytes(size)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      <a
        className={css.download}
        href={url}
        download={name}
        target="_blank"
        rel="noopener"
        title={t('Baixar {{name}}', { name })}
        aria-label={t('Baixar {{name}}', { name })}
      >
        <IconDownload size={18} aria-hidden />
      </a>
    </div>
  );
}
