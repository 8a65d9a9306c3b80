// Files by signed, expiring links, so that pictures and players load them without a token. Supports ranges, which players need.
import { mediaSecret, verifyMedia } from '../../../../gateways/files/signed-url.ts';
import { perAddress, type RawRoutes } from '../../../../platform/http/routes.ts';

/** Types a browser may show inline; all others are downloads. The key's extension comes from the detected content. */
const shown: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  '3gp': 'video/3gpp',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pdf: 'application/pdf',
};

/** Many people may share an address, and each looks at many pictures. */
const callsPerMinute = 6_000;

export const mediaRoutes: RawRoutes = (server, base, admit) => {
  const secret = mediaSecret(base.secrets);
  server.get('/media/*', { config: perAddress(callsPerMinute) }, async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const link = verifyMedia(secret, path, request.query as Record<string, unknown>, base.now());
    if (!link) return reply.status(404).send({ error: 'ERR_NO_MEDIA_FOUND' });
    await admit(link.companyId, reply.raw);
    const about = await base.gateways.files.head(link.key);
    if (!about) return reply.status(404).send({ error: 'ERR_NO_MEDIA_FOUND' });
    const type = shown[link.key.split('.').at(-1) ?? ''];
    const maxAge = Math.max(0, Math.floor((link.expiresAt.getTime() - base.now().getTime()) / 1000));
    const name = encodeURIComponent(link.name ?? 'arquivo');
    const save = (request.query as { download?: unknown }).download !== undefined;
    reply.headers({
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': `${type && !save ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      'x-content-type-options': 'nosniff',
      'cache-control': `private, max-age=${maxAge}, immutable`,
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const range = rangeOf(request.headers.range, about.size);
    if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${about.size}`).send();
    const file = await base.gateways.files.get(link.key, range ?? undefined);
    if (!file) return reply.status(404).send({ error: 'ERR_NO_MEDIA_FOUND' });
    if (!range) return reply.header('content-length', about.size).send(file.stream);
    reply
      .status(206)
      .headers({ 'content-range': `bytes ${range.start}-${range.end}/${about.size}`, 'content-length': range.end - range.start + 1 });
    return reply.send(file.stream);
  });
};

/** Parses a single range, as players send it (RFC 9110, 14.1.2). Anything else is ignored. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
