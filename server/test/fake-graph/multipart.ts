/** The parts of a `multipart/form-data` body; null when it is not one. */
export function readMultipart(
  contentType: string,
  body: Buffer,
): Map<string, { value: Buffer; mime: string | null; filename: string | null }> | null {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!contentType.startsWith('multipart/form-data') || !boundary) return null;
  const parts = new Map<string, { value: Buffer; mime: string | null; filename: string | null }>();
  const edge = Buffer.from(`--${boundary}`);
  let at = body.indexOf(edge);
  while (at !== -1) {
    const next = body.indexOf(edge, at + edge.length);
    if (next === -1) break;
    const part = body.subarray(at + edge.length + 2, next - 2);
    const split = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, split).toString();
    const name = /name="([^"]*)"/.exec(head)?.[1];
    if (split !== -1 && name !== undefined) {
      parts.set(name, {
        value: part.subarray(split + 4),
        mime: /content-type:\s*(.+)/i.exec(head)?.[1]?.trim() ?? null,
        filename: /filename="([^"]*)"/.exec(head)?.[1] ?? null,
      });
    }
    at = next;
  }
  return parts;
}
