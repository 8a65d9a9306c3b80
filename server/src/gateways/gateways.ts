// The outside world as the rest of the server sees it.
import { join } from 'node:path';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { diskStorage } from './files/disk-storage.ts';
import { createMedia, type Media } from './files/media.ts';
import { type S3Config, s3Storage } from './files/s3-storage.ts';
import { createSheets, type Sheets } from './files/sheets.ts';
import type { Storage } from './files/storage.ts';
import { cloudChannel } from './whatsapp/cloud-api.ts';
import type { Channel } from './whatsapp/port.ts';
import { simulatorChannel } from './whatsapp/simulator.ts';
import { webChannel } from './whatsapp/web/channel.ts';
import { answerFor, channelAnywhere, type Elsewhere } from './whatsapp/web/elsewhere.ts';
import { type WebPatience, webPatience } from './whatsapp/web/patience.ts';
import { createWebSessions, type WebSessions } from './whatsapp/web/sessions.ts';

export type Gateways = {
  channel(kind: ConnectionChannel): Channel;
  /** The WhatsApp Web sessions of this process. */
  webSessions: WebSessions;
  /** From now on what other processes run is done by them; what they ask of this one is to be given to the function answered. */
  joinOthers(elsewhere: Elsewhere): (request: unknown) => Promise<unknown>;
  files: Storage;
  media: Media;
  sheets: Sheets;
};

export type GatewaysConfig = {
  /** Where the Graph API is, with or without its version. */
  graphUrl: string;
  /** The WebSocket endpoint of WhatsApp Web. */
  whatsappWebUrl?: string | undefined;
  /** How long WhatsApp Web is waited for, where that is not to be as long as usual. */
  whatsappWebPatience?: Partial<WebPatience> | undefined;
  /** Media lies in its folder `media`, unless there is an S3 bucket. */
  dataDir: string;
  s3?: S3Config | undefined;
  ffmpegPath?: string | undefined;
};

/** Opens nothing: every gateway connects when it is first used. */
export function createGateways(config: GatewaysConfig): Gateways {
  const files = config.s3 ? s3Storage(config.s3) : diskStorage(join(config.dataDir, 'media'));
  const webSessions = createWebSessions(config.whatsappWebUrl ?? 'wss://web.whatsapp.com/ws/chat', {
    ...webPatience,
    ...config.whatsappWebPatience,
  });
  const web = webChannel(webSessions);
  const channels: Record<ConnectionChannel, Channel> = {
    whatsapp_web: web,
    whatsapp_cloud: cloudChannel({ graphUrl: config.graphUrl }),
    simulator: simulatorChannel(files),
  };
  return {
    channel: (kind) => channels[kind],
    webSessions,
    joinOthers(elsewhere) {
      channels.whatsapp_web = channelAnywhere(web, webSessions, elsewhere);
      return (request) => answerFor(web, request);
    },
    files,
    media: createMedia(config.ffmpegPath),
    sheets: createSheets(),
  };
}
