// Draws pages of PDFs, which customers send and which may be made to harm. The bytes are read by a worker of their own, which ends with the
// document; only pixels come out. Links, forms, scripts and embedded files of a PDF are never made part of the page, and nothing of it is compiled.
import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { drawnSize, type PageSize } from './page-size.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

export type OpenPdf = {
  pages: number;
  /** The size of a page, counted from 1, in units of its own. */
  sizeOf: (page: number) => Promise<PageSize>;
  /** Draws a page `width` pixels wide. Rejects if it takes too long, or once `signal` aborts. */
  draw: (canvas: HTMLCanvasElement, page: number, width: number, signal?: AbortSignal) => Promise<void>;
  /** Ends the worker, whatever it does. */
  close: () => void;
};

const patienceMs = 20_000;
const mostPixelsOfPicture = 50_000_000;

/** Opens a PDF of our own files by pieces. Rejects if it is none, needs a password, or takes too long. */
export async function openPdf(url: string): Promise<OpenPdf> {
  const task = getDocument({
    url,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    // Code for pictures as scanners write them; see `pdfPictures` of vite.config.ts.
    wasmUrl: new URL(`/assets/pdf-${version}/`, window.location.origin).href,
    maxImageSize: mostPixelsOfPicture,
    // Of a large file only what the shown pages need.
    disableAutoFetch: true,
    disableStream: true,
    verbosity: 0,
  });
  const close = () => void task.destroy().catch(() => undefined);
  try {
    const pdf = await inTime(task.promise);
    return {
      pages: pdf.numPages,
      async sizeOf(number) {
        const { width, height } = (await inTime(pdf.getPage(number))).getViewport({ scale: 1 });
        return { width, height };
      },
      async draw(canvas, number, width, signal) {
        const page = await inTime(pdf.getPage(number));
        signal?.throwIfAborted();
        const plain = page.getViewport({ scale: 1 });
        const size = drawnSize(plain, width);
        canvas.width = size.width;
        canvas.height = size.height;
        const drawing = page.render({ canvas, viewport: page.getViewport({ scale: size.scale }), annotationMode: 0, background: '#fff' });
        const stop = () => drawing.cancel();
        signal?.addEventListener('abort', stop, { once: true });
        try {
          await inTime(drawing.promise, stop);
        } finally {
          signal?.removeEventListener('abort', stop);
          page.cleanup();
        }
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function inTime<T>(work: Promise<T>, giveUp?: () => void): Promise<T> {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => {
      giveUp?.();
      reject(new Error('the PDF takes too long'));
    }, patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    window.clearTimeout(timer);
  }
}
