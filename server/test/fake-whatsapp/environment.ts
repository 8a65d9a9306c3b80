import { pathToFileURL } from 'node:url';
import { importable } from '../bundle.ts';
import type { Coordinates } from './trust.ts';

/** The environment in which a server process uses, and believes, the fake WhatsApp. Spread it into what the process is started with. */
export function environmentFor(coordinates: Coordinates): Record<string, string> {
  return { ...coordinatesFor(coordinates), NODE_OPTIONS: `--import ${pathToFileURL(importable('test/fake-whatsapp/preload.ts'))}` };
}

/** The same for the servers of `startServer`, which need nothing preloaded. */
export function coordinatesFor(coordinates: Coordinates): Record<string, string> {
  return { WHATSAPP_WEB_URL: coordinates.url, WA_FAKE: JSON.stringify(coordinates) };
}
