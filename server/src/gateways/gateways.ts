// The outside world as the rest of the server sees it.
import { join } from 'node:path';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { diskStorage } from './files/disk-storage.ts';
import { createMedia, type Media } from './files/media.ts';
import { type S3Config, s3Storage } from './files/s3-storage.ts';
import { createSheets, type Sheets } from './files/sheets.ts';
import type { Storage } from './files/storage.ts';
import { cloudChannel } from './whatsapp/cloud-api.ts';
import { offlineChannel } from './whatsapp/offline.ts';
import type { Channel } from './whatsapp/port.ts';
import { simulatorChannel } from './whatsapp/simulator.ts';

export type Gateways = {
  channel(kind: ConnectionChannel): Channel;
  files: Storage;
  media: Media;
  sheets: Sheets;
};

export type GatewaysConfig = {
  /** Where the Graph API is, with or without its version. */
  graphUrl: string;
  /** Media lies in its folder `media`, unless there is an S3 bucket. */
  dataDir: string;
  s3?: S3Config | undefined;
  ffmpegPath?: string | undefined;
};

/** Opens nothing: every gateway connects when it is first used. */
export function createGateways(config: GatewaysConfig): Gateways {
  const files = config.s3 ? s3Storage(config.s3) : diskStorage(join(config.dataDir, 'media'));
  const channels: Record<ConnectionChannel, Channel> = {
    whatsapp_web: offlineChannel('whatsapp_web'),
    whatsapp_cloud: cloudChannel({ graphUrl: config.graphUrl }),
    simulator: simulatorChannel(files),
  };
  return { channel: (kind) => channels[kind], files, media: createMedia(config.ffmpegPath), sheets: createSheets() };
}
