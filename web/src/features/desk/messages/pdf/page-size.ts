export type PageSize = { width: number; height: number };

const mostPixels = 16_000_000;
const mostSide = 8_192;

/** The pixels of a page that is drawn `width` wide, and its scale. A page that would be larger than browsers can draw comes out smaller. */
export function drawnSize(page: PageSize, width: number): PageSize & { scale: number } {
  if (![page.width, page.height].every((side) => side > 0 && Number.isFinite(side))) throw new Error('a page without a size');
  const wanted = width / page.width;
  const most = Math.min(mostSide / page.width, mostSide / page.height, Math.sqrt(mostPixels / (page.width * page.height)));
  const scale = Math.min(wanted, most);
  return { scale, width: Math.max(1, Math.floor(page.width * scale)), height: Math.max(1, Math.floor(page.height * scale)) };
}
