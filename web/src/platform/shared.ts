// What another app shared with this one. The service worker keeps it, until a person chooses where it goes.

export type Shared = {
  text: string;
  files: File[];
  /** How many files were left out: too many, or too large. */
  left: number;
};

const place = 'shared';
/** After so long nobody means it any more. */
const keptMs = 3_600_000;

type Told = { text: string; at: number; left: number; files: { name: string; type: string }[] };

/** What was shared last and went nowhere yet; null if nothing was. */
export async function readShared(now: number): Promise<Shared | null> {
  if (!('caches' in window) || !(await caches.has(place))) return null;
  const cache = await caches.open(place);
  const told = (await (await cache.match('/share/told'))?.json()) as Told | undefined;
  if (!told || now - told.at > keptMs) {
    await dropShared();
    return null;
  }
  const files: File[] = [];
  for (const [at, { name, type }] of told.files.entries()) {
    const kept = await cache.match(`/share/${at}`);
    if (kept) files.push(new File([await kept.blob()], name, { type }));
  }
  return { text: told.text, files, left: told.left + told.files.length - files.length };
}

/** It went where it should, or nobody wants it. */
export async function dropShared(): Promise<void> {
  if ('caches' in window) await caches.delete(place);
}
