/**
 * A .zip says in several places how long its entries are once inflated, and may lie. So each is inflated here, no further than the directory
 * says, and a new archive is made of them for the library that reads sheets: uncompressed, and with one true length. APPNOTE.TXT 4.3.
 */
import { inflateRawSync } from 'node:zlib';

export class TooLarge extends Error {}

/** Inflated, in bytes. A sheet of 100,000 contacts has about 30 MB. */
const inflatedMax = 96 * 1024 * 1024;
const entriesMax = 2000;

/** The same archive without compression. Throws `TooLarge`, or another error if it is broken or lies. */
export function rewritten(archive) {
  const entries = directoryOf(archive);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > inflatedMax) throw new TooLarge();
  const made = Buffer.alloc(entries.reduce((sum, { name, size }) => sum + 30 + 46 + 2 * name.length + size, 22));
  let at = 0;
  for (const entry of entries) {
    entry.start = at;
    at = writeHeader(made, at, entry);
    at += contentOf(archive, entry).copy(made, at);
  }
  const directory = at;
  for (const entry of entries) at = writeDirectoryEntry(made, at, entry);
  made.writeUInt32LE(0x06054b50, at);
  made.writeUInt16LE(entries.length, at + 8);
  made.writeUInt16LE(entries.length, at + 10);
  made.writeUInt32LE(at - directory, at + 12);
  made.writeUInt32LE(directory, at + 16);
  return made;
}

/** What the directory says of each entry. Pictures are left out: nobody reads them. */
function directoryOf(archive) {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) throw new Error('no directory');
  const count = archive.readUInt16LE(end + 10);
  if (count > entriesMax) throw new TooLarge();
  const entries = [];
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('a broken directory');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const entry = {
      encrypted: (archive.readUInt16LE(at + 8) & 0x2041) !== 0,
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      local: archive.readUInt32LE(at + 42),
      name: archive.subarray(at + 46, at + 46 + nameLength),
    };
    if (entry.encrypted) throw new Error('encrypted');
    if (!/^xl\/media\//i.test(entry.name.toString('latin1'))) entries.push(entry);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** Throws if it is not exactly as long as the directory says. */
function contentOf(archive, { local, method, packed, size }) {
  if (archive.readUInt32LE(local) !== 0x04034b50) throw new Error('a broken entry');
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const data = archive.subarray(start, start + packed);
  if (method !== 0 && method !== 8) throw new Error('an unknown compression');
  // One byte more than it says shows that it lies, and is all that a liar gets.
  const content = method === 0 ? data : inflateRawSync(data, { maxOutputLength: size + 1 });
  if (content.length !== size) throw new Error('a wrong length');
  return content;
}

function writeHeader(made, at, { name, size }) {
  made.writeUInt32LE(0x04034b50, at);
  made.writeUInt32LE(size, at + 18);
  made.writeUInt32LE(size, at + 22);
  made.writeUInt16LE(name.length, at + 26);
  return at + 30 + name.copy(made, at + 30);
}

function writeDirectoryEntry(made, at, { name, size, start }) {
  made.writeUInt32LE(0x02014b50, at);
  made.writeUInt32LE(size, at + 20);
  made.writeUInt32LE(size, at + 24);
  made.writeUInt16LE(name.length, at + 28);
  made.writeUInt32LE(start, at + 42);
  return at + 46 + name.copy(made, at + 46);
}
