import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { Spinner } from '../../../../ui/marks/spinner.tsx';
import { ScrollRegion } from '../../../../ui/page/scroll-region.tsx';
import { Stage } from '../media/stage.tsx';
import type { PageSize } from './page-size.ts';
import css from './pdf-viewer.module.css';
import { type OpenPdf, openPdf } from './read-pdf.ts';

export type PdfViewerProps = { name: string; url: string; onClose: () => void };

/** A file may claim to have any number. */
const mostPages = 500;
const zooms = [0.5, 0.75, 1, 1.5, 2, 3];

/** A PDF over the whole screen, page below page. Pages are drawn when they come near. */
export function PdfViewer({ name, url, onClose }: PdfViewerProps) {
  const [pdf, setPdf] = useState<{ document: OpenPdf; first: PageSize } | 'failed' | null>(null);
  const [zoom, setZoom] = useState(1);
  const [at, setAt] = useState(1);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let closed = false;
    let opened: OpenPdf | null = null;
    const open = async () => {
      opened = await openPdf(url);
      if (closed) return opened.close();
      const first = await opened.sizeOf(1);
      if (!closed) setPdf({ document: opened, first });
    };
    open().catch(() => {
      if (!closed) setPdf('failed');
    });
    return () => {
      closed = true;
      opened?.close();
    };
  }, [url]);
  const step = (by: 1 | -1) => setZoom((before) => zooms[zooms.indexOf(before) + by] ?? before);
  const pages = pdf && pdf !== 'failed' ? pdf.document.pages : null;
  const numbers = Array.from({ length: Math.min(mostPages, pages ?? 0) }, (_, before) => before + 1);
  return (
    <Stage
      label={name}
      heading={
        <>
          <b>{name}</b> {pages !== null && t('Página {{n}} de {{pages}}', { n: at, pages })}
        </>
      }
      file={{ url, name }}
      onShrink={() => step(-1)}
      onEnlarge={() => step(1)}
      smallest={zoom === zooms[0]}
      largest={zoom === zooms.at(-1)}
      onClose={onClose}
    >
      <ScrollRegion ref={scroller} className={css.pages} label={t('Páginas')}>
        {pdf === null ? (
          <Spinner className={css.middle} color="gray" label={t('Carregando')} />
        ) : pdf === 'failed' ? (
          <p className={css.middle} role="alert">
            {t('Este PDF não pode ser mostrado aqui. Baixe o arquivo para abri-lo.')}
          </p>
        ) : (
          <>
            {numbers.map((number) => (
              <Page key={number} pdf={pdf.document} number={number} guess={pdf.first} zoom={zoom} scroller={scroller} onReach={setAt} />
            ))}
            {pdf.document.pages > mostPages && (
              <p className={css.more}>
                {t('Aqui só aparecem as primeiras {{n}} páginas. Baixe o arquivo para ver todas.', { n: mostPages })}
              </p>
            )}
          </>
        )}
      </ScrollRegion>
    </Stage>
  );
}

type PageProps = {
  pdf: OpenPdf;
  number: number;
  /** The size of the first page, until that of this one is known. */
  guess: PageSize;
  zoom: number;
  scroller: { current: HTMLDivElement | null };
  onReach: (number: number) => void;
};

function Page({ pdf, number, guess, zoom, scroller, onReach }: PageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(number === 1);
  const [width, setWidth] = useState(0);
  const [size, setSize] = useState(guess);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const root = scroller.current;
    const nearness = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false), { root, rootMargin: '100% 0px' });
    // Whichever page crosses the middle is the one that is read.
    const reading = new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && onReach(number), { root, rootMargin: '-50% 0px' });
    const sizing = new ResizeObserver(() => setWidth(element.clientWidth));
    const watches = [nearness, reading, sizing];
    for (const watch of watches) watch.observe(element);
    return () => {
      for (const watch of watches) watch.disconnect();
    };
  }, [number, scroller, onReach]);
  useEffect(() => {
    const surface = canvas.current;
    if (!near || !surface || width === 0) return;
    const given = new AbortController();
    const draw = async () => {
      const real = await pdf.sizeOf(number);
      if (given.signal.aborted) return;
      setSize(real);
      await pdf.draw(surface, number, width * Math.min(2, window.devicePixelRatio), given.signal);
    };
    draw().catch(() => {
      if (!given.signal.aborted) setBroken(true);
    });
    return () => given.abort();
  }, [near, pdf, number, width]);
  return (
    <div
      ref={frame}
      className={css.page}
      style={{ aspectRatio: `${size.width} / ${size.height}`, width: `calc(min(100%, 900px) * ${zoom})` }}
    >
      {broken ? (
        <p className={css.broken}>{t('Esta página não pode ser mostrada')}</p>
      ) : (
        near && <canvas ref={canvas} role="img" aria-label={t('Página {{n}}', { n: number })} />
      )}
    </div>
  );
}
