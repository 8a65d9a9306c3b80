// The outside world, as the rest of the server sees it.
import { join } from 'node:path';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { diskStorage } from './files/disk-storage.ts';
import { createMedia, type Media } from './files/media.ts';
import { type S3Config, s3Storage } from './files/s3-storage.ts';
import { createSheets, type Sheets } from './files/sheets.ts';
import type { Storage } from './files/storage.ts';
import { createHttp, type Http, type HttpConfig } from './http/outside-call.ts';
import { createIntegrations, type Integrations } from './integrations/integrations.ts';
import { type Mailer, type SmtpConfig, smtpMailer } from './mail/smtp.ts';
import { createModels, type Models } from './models/models.ts';
import { createPix, type Pix, type PixConfig } from './pix/pix.ts';
import { createPush, type Push } from './push/push.ts';
import { cloudChannel } from './whatsapp/cloud-api.ts';
import type { Channel } from './whatsapp/port.ts';
import { simulatorChannel } from './whatsapp/simulator.ts';
import { webChannel } from './whatsapp/web/channel.ts';
import { answerFor, channelAcrossProcesses, type OtherProcesses } from './whatsapp/web/other-processes.ts';
import { type WebPatience, webPatience } from './whatsapp/web/patience.ts';
import { createWebSessions, type WebSessions } from './whatsapp/web/sessions.ts';

export type Gateways = {
  channel(kind: ConnectionChannel): Channel;
  /** The WhatsApp Web sessions of this process. */
  webSessions: WebSessions;
  /** Sends calls for sessions of other processes to those processes. Returns the function that answers their calls to this one. */
  connectProcesses(others: OtherProcesses): (request: unknown) => Promise<unknown>;
  files: Storage;
  media: Media;
  sheets: Sheets;
  /** The only way to addresses that companies choose. */
  http: Http;
  /** Null if there is no mail server: mails wait. */
  mail: Mailer | null;
  integrations: Integrations;
  push: Push;
  models: Models;
  /** Null if nobody takes payments. */
  pix: Pix | null;
};

export type GatewaysConfig = {
  /** The Graph API, with or without a version. */
  graphUrl: string;
  /** The WebSocket endpoint of WhatsApp Web. */
  whatsappWebUrl?: string | undefined;
  /** How long to wait for WhatsApp Web, where not as long as usual. */
  whatsappWebPatience?: Partial<WebPatience> | undefined;
  /** Media is stored in its folder `media`, unless there is an S3 bucket. */
  dataDir: string;
  s3?: S3Config | undefined;
  ffmpegPath?: string | undefined;
  http?: HttpConfig | undefined;
  mail?: SmtpConfig | undefined;
  /** Default: Google's. */
  dialogflowUrl?: string | undefined;
  /** The provider of language models where a company names none. */
  modelsUrl?: string | undefined;
  pix?: PixConfig | undefined;
};

/** Opens no connections: every gateway connects on first use. */
export function createGateways(config: GatewaysConfig): Gateways {
  const files = config.s3 ? s3Storage(config.s3) : diskStorage(join(config.dataDir, 'media'));
  const webSessions = createWebSessions(config.whatsappWebUrl ?? 'wss://web.whatsapp.com/ws/chat', {
    ...webPatience,
    ...config.whatsappWebPatience,
  });
  const http = createHttp(config.http);
  const web = webChannel(webSessions);
  const channels: Record<ConnectionChannel, Channel> = {
    whatsapp_web: web,
    whatsapp_cloud: cloudChannel({ graphUrl: config.graphUrl }),
    simulator: simulatorChannel(files),
  };
  return {
    channel: (kind) => channels[kind],
    webSessions,
    connectProcesses(others) {
      channels.whatsapp_web = channelAcrossProcesses(web, webSessions, others);
      return (request) => answerFor(web, request);
    },
    files,
    media: createMedia(config.ffmpegPath),
    sheets: createSheets(),
    mail: config.mail ? smtpMailer(config.mail) : null,
    http,
    integrations: createIntegrations(http, config.dialogflowUrl ?? 'https://dialogflow.googleapis.com'),
    push: createPush(http),
    models: createModels(http, config.modelsUrl ?? 'https://api.openai.com/v1'),
    pix: config.pix ? createPix(config.pix) : null,
  };
}
