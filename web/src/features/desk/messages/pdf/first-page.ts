// The first pages of PDFs as pictures, one PDF at a time, kept while the app is open.
import { openPdf } from './read-pdf.ts';

export type FirstPage = { picture: string; pages: number };

const kept = new Map<string, Promise<FirstPage>>();
const mostKept = 60;
const pictureWidth = 560;
let last: Promise<unknown> = Promise.resolve();

/** The first page of the PDF at a signed link. Rejects if it cannot be shown, and then each time for the same file. */
export function firstPageOf(url: string): Promise<FirstPage> {
  // Links to a file change with their signature.
  const [file = url] = url.split('?', 1);
  const known = kept.get(file);
  if (known) return known;
  const found = last.then(() => read(url));
  last = found.catch(() => undefined);
  kept.set(file, found);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return found;
}

async function read(url: string): Promise<FirstPage> {
  const pdf = await openPdf(url);
  try {
    const canvas = document.createElement('canvas');
    await pdf.draw(canvas, 1, pictureWidth);
    return { picture: canvas.toDataURL('image/jpeg', 0.8), pages: pdf.pages };
  } finally {
    pdf.close();
  }
}
