// Writes a workbook with one sheet of text: ECMA-376 with the fewest parts that spreadsheet programs accept, zipped as in APPNOTE.TXT 4.3.

type Part = { name: string; text: string };

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** An .xlsx with these rows. Every cell is text, so that numbers keep all digits and nothing becomes a formula. */
export async function xlsxOf(sheet: string, rows: readonly (readonly string[])[]): Promise<Blob> {
  const lines = rows.map(
    (row) => `<row>${row.map((cell) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`).join('')}</row>`,
  );
  return zipOf([
    {
      name: '[Content_Types].xml',
      text: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeRelationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns="${main}" xmlns:r="${officeRelationships}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeRelationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>` },
  ]);
}

/** XML 1.0 allows no control characters except tab and line breaks. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

async function zipOf(parts: readonly Part[]): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [offset, directorySize] = [0, 0];
  for (const { name, text } of parts) {
    const path = new TextEncoder().encode(name);
    const bytes = new TextEncoder().encode(declaration + text);
    const packed = await deflated(bytes);
    // What a local header and an entry of the directory share: version, flags, method deflate, 1 January 1980, checksum, sizes.
    const shared = [20, 0, 8, 0, 0x21];
    const sizes = [crc32(bytes), packed.byteLength, bytes.byteLength];
    const local = record(0x04034b50, shared, sizes, [path.length, 0]);
    const entry = record(0x02014b50, [20, ...shared], sizes, [path.length, 0, 0, 0, 0], [0, offset]);
    pieces.push(local, path, packed);
    directory.push(entry, path);
    offset += local.byteLength + path.length + packed.byteLength;
    directorySize += entry.byteLength + path.length;
  }
  const end = record(0x06054b50, [0, 0, parts.length, parts.length], [directorySize, offset], [0]);
  return new Blob([...pieces, ...directory, end], { type });
}

/** Little-endian: a signature of four bytes, numbers of two, of four, of two, of four. */
function record(signature: number, shorts: number[], longs: number[], moreShorts: number[] = [], moreLongs: number[] = []): ArrayBuffer {
  const buffer = new ArrayBuffer(4 + 2 * (shorts.length + moreShorts.length) + 4 * (longs.length + moreLongs.length));
  const view = new DataView(buffer);
  let at = 0;
  const put = (bytes: 2 | 4, value: number) => {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  };
  put(4, signature);
  for (const value of shorts) put(2, value);
  for (const value of longs) put(4, value);
  for (const value of moreShorts) put(2, value);
  for (const value of moreLongs) put(4, value);
  return buffer;
}

function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
