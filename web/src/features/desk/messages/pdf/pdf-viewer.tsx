import { Loader, Modal } from '@mantine/core';
import { IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { useFocusReturn } from '../../../../ui/dialog/focus-return.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ScrollRegion } from '../../../../ui/page/scroll-region.tsx';
import stage from '../media/lightbox.module.css';
import type { PageSize } from './page-size.ts';
import css from './pdf-viewer.module.css';
import { type OpenPdf, openPdf } from './read-pdf.ts';

export type PdfViewerProps = { name: string; url: string; onClose: () => void };

/** A file may claim to have any number. */
const mostPages = 500;
const zooms = [0.5, 0.75, 1, 1.5, 2, 3];

/** A PDF over the whole screen, page below page. Pages are drawn when they come near. */
export function PdfViewer({ name, url, onClose }: PdfViewerProps) {
  useFocusReturn();
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else return;
    event.preventDefault();
  };
  const pages = pdf && pdf !== 'failed' ? pdf.document.pages : null;
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      padding={0}
      title={null}
      attributes={{ content: { 'aria-label': name } }}
      zIndex={330}
      classNames={{ content: stage.content ?? '', body: stage.body ?? '' }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys repeat the buttons. */}
      <div className={stage.stage} onKeyDown={onKeyDown}>
        <header className={stage.bar}>
          <span className={stage.who}>
            <b>{name}</b> {pages !== null && t('Página {{n}} de {{pages}}', { n: at, pages })}
          </span>
          <IconButton label={t('Diminuir')} keys="-" disabled={zoom === zooms[0]} onClick={() => step(-1)}>
            <IconZoomOut size={20} />
          </IconButton>
          <IconButton label={t('Aumentar')} keys="+" disabled={zoom === zooms.at(-1)} onClick={() => step(1)}>
            <IconZoomIn size={20} />
          </IconButton>
          <a className={stage.download} href={url} download={name} aria-label={t('Baixar arquivo')} title={t('Baixar arquivo')}>
            <IconDownload size={20} />
          </a>
          <IconButton label={t('Fechar')} keys="Esc" data-autofocus onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        </header>
        <ScrollRegion ref={scroller} className={css.pages} label={t('Páginas')}>
          {pdf === null ? (
            <Loader className={css.middle} color="gray" aria-label={t('Carregando')} />
          ) : pdf === 'failed' ? (
            <p className={css.middle} role="alert">
              {t('Este PDF não pode ser mostrado aqui. Baixe o arquivo para abri-lo.')}
            </p>
          ) : (
            <>
              {Array.from({ length: Math.min(mostPages, pdf.document.pages) }, (_, index) => (
                <Page
                  // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
                  key={index}
                  pdf={pdf.document}
                  number={index + 1}
                  guess={pdf.first}
                  zoom={zoom}
                  scroller={scroller}
                  onReach={setAt}
                />
              ))}
              {pdf.document.pages > mostPages && (
                <p className={css.more}>
                  {t('Aqui só aparecem as primeiras {{n}} páginas. Baixe o arquivo para ver todas.', { n: mostPages })}
                </p>
              )}
            </>
          )}
        </ScrollRegion>
      </div>
    </Modal>
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
  const [size, setSize] = useState(guess);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const root = scroller.current;
    const nearness = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false), { root, rootMargin: '100% 0px' });
    // Whichever page crosses the middle is the one that is read.
    const reading = new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && onReach(number), { root, rootMargin: '-50% 0px' });
    for (const watch of [nearness, reading]) watch.observe(element);
    return () => {
      for (const watch of [nearness, reading]) watch.disconnect();
    };
  }, [number, scroller, onReach]);
  // biome-ignore lint/correctness/useExhaustiveDependencies(zoom): the page has another width then.
  useEffect(() => {
    const [surface, element] = [canvas.current, frame.current];
    if (!near || !surface || !element) return;
    const given = new AbortController();
    const draw = async () => {
      const real = await pdf.sizeOf(number);
      if (given.signal.aborted) return;
      setSize(real);
      await pdf.draw(surface, number, element.clientWidth * Math.min(2, window.devicePixelRatio), given.signal);
    };
    draw().catch(() => {
      if (!given.signal.aborted) setBroken(true);
    });
    return () => given.abort();
  }, [near, pdf, number, zoom]);
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
