// Detects a file's type from its bytes. The declared type only decides between types that look the same.
import { plainMime } from '@balcao/contract/media-rules';

export type Sniffed = {
  mime: string;
  /** Without the dot. */
  extension: string;
  /** Safe for a browser to show from our own origin: images, audio, video and PDF; nothing that can contain scripts. */
  inline: boolean;
};

export type Declared = { mime?: string | null; filename?: string | null };

const aliases: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
  'audio/x-flac': 'audio/flac',
  'video/x-m4v': 'video/mp4',
};

/** Total: unknown bytes are `application/octet-stream`. */
export async function sniff(bytes: Uint8Array, declared: Declared = {}): Promise<Sniffed> {
  const binary = await byMagic(bytes);
  if (binary && !isMarkup(binary.mime)) return refine(binary, declared);
  const written = asText(bytes);
  if (written === null) return { mime: 'application/octet-stream', extension: extensionOf(declared) ?? 'bin', inline: false };
  return { ...byText(written, declared), inline: false };
}

async function byMagic(bytes: Uint8Array): Promise<{ mime: string; ext: string } | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    const found = await fileTypeFromBuffer(bytes);
    if (!found) return null;
    const plain = plainMime(found.mime);
    return { mime: aliases[plain] ?? plain, ext: found.ext };
  } catch {
    return null;
  }
}

const isMarkup = (mime: string) => mime === 'application/xml' || mime === 'text/xml' || mime === 'image/svg+xml' || mime === 'text/html';

const legacyOffice: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
};

function refine(found: { mime: string; ext: string }, declared: Declared): Sniffed {
  let { mime, ext } = found;
  const said = plainMime(declared.mime ?? '');
  // These containers may hold video or only audio, and begin the same.
  const [family, container] = mime.split('/');
  if (family === 'video' && ['webm', 'mp4', 'ogg', '3gpp'].includes(container ?? '') && said === `audio/${container}`) mime = said;
  if (mime === 'application/x-cfb') {
    const office = Object.entries(legacyOffice).find(([ending, type]) => extensionOf(declared) === ending || said === type);
    if (office) [ext, mime] = office;
  }
  const inline = /^(image\/(jpeg|png|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/.test(mime);
  return { mime, extension: ext, inline };
}

function asText(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 65_536);
  if (start.length === 0 || start.includes(0)) return null;
  try {
    // `stream`: the cut may be inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
  } catch {
    // Spreadsheet programs on Windows still export single-byte text.
    return start.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)
      ? null
      : new TextDecoder('windows-1252').decode(start);
  }
}

function byText(written: string, declared: Declared): { mime: string; extension: string } {
  const start = written.slice(0, 2048).trimStart().toLowerCase();
  if (/<svg[\s>]/.test(start)) return { mime: 'image/svg+xml', extension: 'svg' };
  if (/^<!doctype html|<(html|head|body|script|iframe)[\s>]/.test(start)) return { mime: 'text/html', extension: 'html' };
  if (start.startsWith('<?xml')) return { mime: 'application/xml', extension: 'xml' };
  if (start.startsWith('begin:vcard')) return { mime: 'text/vcard', extension: 'vcf' };
  const said = plainMime(declared.mime ?? '');
  const ending = extensionOf(declared);
  if (ending === 'csv' || said === 'text/csv') return { mime: 'text/csv', extension: 'csv' };
  if (ending === 'json' || said === 'application/json') return { mime: 'application/json', extension: 'json' };
  return { mime: 'text/plain', extension: 'txt' };
}

function extensionOf(declared: Declared): string | null {
  return /\.([a-z0-9]{1,8})$/.exec((declared.filename ?? '').toLowerCase())?.[1] ?? null;
}
