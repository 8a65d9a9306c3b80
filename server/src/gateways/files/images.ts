import { done, failed, type MediaResult } from './media-result.ts';

const pixelLimit = 50_000_000;
const timeoutSeconds = 20;

// libvips also reads SVG, PDF and many rare formats; untrusted files get only these readers.
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

let loading: ReturnType<typeof loadOnce> | undefined;

/** What may be read is said once, before the first picture: for a moment nothing may, and pictures that are just being read would fail. */
function loadSharp() {
  loading ??= loadOnce();
  return loading;
}

async function loadOnce() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers });
  return sharp;
}

/** Width and height in pixels, as shown (camera rotation applied). */
export async function imageSize(bytes: Uint8Array): Promise<MediaResult<{ width: number; height: number }>> {
  try {
    const sharp = await loadSharp();
    const found = await sharp(bytes, { limitInputPixels: pixelLimit, sequentialRead: true }).metadata();
    // An animation is stored as one tall strip of frames.
    const height = found.pageHeight ?? found.height;
    if (!found.width || !height) return failed('unreadable');
    const turned = (found.orientation ?? 1) >= 5;
    return done(turned ? { width: height, height: found.width } : { width: found.width, height });
  } catch {
    return failed('unreadable');
  }
}

/** A WebP of at most `side` pixels; of an animation, its first frame. */
export async function imageThumbnail(bytes: Uint8Array, side = 320): Promise<MediaResult<Uint8Array>> {
  try {
    const sharp = await loadSharp();
    const small = await sharp(bytes, { limitInputPixels: pixelLimit, sequentialRead: true })
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
    return done(small);
  } catch (error) {
    return failed(error instanceof Error && /timeout/i.test(error.message) ? 'timeout' : 'unreadable');
  }
}
