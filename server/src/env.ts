// The only file that reads the environment. A wrong value stops the start with a sentence naming it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const roles = ['web', 'worker', 'connections'] as const;
export type Role = (typeof roles)[number];
/** The largest `DATABASE_POOL` for which the built-in database has room. */
export const builtInPoolMax = 80;

const url = z.url({ protocol: /^https?$/ });
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  FRONTEND_URLS: z.string().optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_PREPARED: z.enum(['true', 'false', '1', '0']).default('true'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  COMPANY_REQUESTS: z.coerce.number().int().min(10).max(10_000).default(100),
  COMPANY_SOCKETS: z.coerce.number().int().min(10).max(100_000).default(1_000),
  USER_SOCKETS: z.coerce.number().int().min(1).max(10_000).default(30),
  JOURNAL_DAYS: z.coerce.number().int().min(1).max(90).default(7),
  JOURNAL_FAILED_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'an address: redis://:password@host:6379')
    .optional(),
  CLUSTER: z.enum(['true', 'false', '1', '0']).optional(),
  ROLES: z.string().default(roles.join(',')),
  S3_ENDPOINT: url.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  APP_SECRET: z.string().min(32).optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(50).optional(),
  GRAPH_API_URL: url.default('https://graph.facebook.com'),
  DIALOGFLOW_URL: url.default('https://dialogflow.googleapis.com'),
  WHATSAPP_WEB_URL: z.url({ protocol: /^wss?$/ }).default('wss://web.whatsapp.com/ws/chat'),
  OPENAI_BASE_URL: url.default('https://api.openai.com/v1'),
  ALLOW_PRIVATE_URLS: z.enum(['true', 'false', '1', '0']).default('false'),
  FFMPEG_PATH: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\r\n<>@"]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'an address, or a name and an address: Balcão <balcao@empresa.com.br>',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  WEB_DIST: z.string().optional(),
  PIX_PROVIDER: z.enum(['efi', 'asaas', 'simulated', 'none']).optional(),
  EFI_URL: url.default('https://pix.api.efipay.com.br'),
  EFI_CLIENT_ID: z.string().optional(),
  EFI_CLIENT_SECRET: z.string().optional(),
  EFI_PIX_KEY: z.string().max(77).optional(),
  EFI_CERTIFICATE: z.string().optional(),
  EFI_CERTIFICATE_KEY: z.string().optional(),
  EFI_CA: z.string().optional(),
  ASAAS_URL: url.default('https://api.asaas.com/v3'),
  ASAAS_TOKEN: z.string().optional(),
  ASAAS_WEBHOOK_TOKEN: z.string().min(16).optional(),
  DEMO: z.enum(['1', '0', 'true', 'false']).default('0'),
  // Tests only: the server kills itself at the named point. `later`: at the one that it is told of.
  FAULT_POINT: z.string().optional(),
  // Tests only: passwords are hashed quickly and weakly.
  WEAK_PASSWORDS: z.enum(['1']).optional(),
  NODE_ENV: z.string().optional(),
});

/** Who takes payments, with what its gateway needs. */
type PixConfig =
  | { provider: 'simulated' }
  | { provider: 'asaas'; url: string; token: string | null; webhookToken: string | null }
  | {
      provider: 'efi';
      url: string;
      clientId: string;
      clientSecret: string;
      pixKey: string;
      tls: { cert: Buffer; key: Buffer } | { pfx: Buffer };
      ca?: Buffer | undefined;
    };

export type Config = {
  port: number;
  host: string;
  publicUrl: string;
  origins: string[];
  dataDir: string;
  /** Null: the embedded database. */
  database: { url: string; directUrl: string } | null;
  databasePool: number;
  /** Statements are prepared by name. False for a pooler by transaction that does not know them. */
  databasePrepared: boolean;
  /** How many requests and sockets of one company, and sockets of one user, are open at once in this process. */
  companyRequests: number;
  companySockets: number;
  userSockets: number;
  journal: { days: number; failedDays: number };
  cluster: boolean;
  /** Realtime between processes; null: over PostgreSQL. */
  redisUrl: string | null;
  roles: Set<Role>;
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
  appSecret: string | null;
  admin: { email: string; password: string } | null;
  graphUrl: string;
  dialogflowUrl: string;
  whatsappWebUrl: string;
  /** May companies name addresses of private networks to be called? */
  modelsUrl: string;
  allowPrivateUrls: boolean;
  ffmpegPath: string | null;
  /** Null: mails wait in their table. */
  mail: { url: string; from: string } | null;
  metricsToken: string | null;
  logLevel: string;
  webDist: string | null;
  /** Who takes payments; null: nobody. */
  pix: PixConfig | null;
  demo: boolean;
  faultPoint: string | null;
  /** Passwords are hashed quickly and weakly: tests only. */
  weakPasswords: boolean;
  /** Answers are checked against the contract: tests only. */
  checkAnswers: boolean;
};

export class ConfigError extends Error {}

/** Reads and checks the environment; throws `ConfigError` with one sentence per wrong variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): Config {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const e = parsed.data;
  const chosen = e.ROLES.split(',').map((role) => role.trim());
  const unknown = chosen.filter((role) => !roles.includes(role as Role));
  if (unknown.length > 0) throw new ConfigError(`ROLES: ${unknown.join(', ')} is none of ${roles.join(', ')}`);
  if (!e.DATABASE_URL && e.DATABASE_POOL > builtInPoolMax)
    throw new ConfigError(`DATABASE_POOL: the built-in database takes ${builtInPoolMax} at most; set DATABASE_URL for more`);
  if (Boolean(e.ADMIN_EMAIL) !== Boolean(e.ADMIN_PASSWORD)) throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together');
  if (e.S3_ENDPOINT && !(e.S3_BUCKET && e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY)) {
    throw new ConfigError('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  if (Boolean(e.SMTP_URL) !== Boolean(e.MAIL_FROM)) throw new ConfigError('SMTP_URL and MAIL_FROM go together');
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '');
  const origins = (e.FRONTEND_URLS ?? publicUrl).split(',').map((origin) => origin.trim().replace(/\/+$/, ''));
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    // One machine under its two common names, so that both work in a browser.
    origins: [...new Set([...origins, publicUrl, publicUrl.replace('://localhost', '://127.0.0.1')])],
    dataDir: resolve(e.DATA_DIR),
    database: e.DATABASE_URL ? { url: e.DATABASE_URL, directUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL } : null,
    databasePool: e.DATABASE_POOL,
    databasePrepared: e.DATABASE_PREPARED === 'true' || e.DATABASE_PREPARED === '1',
    companyRequests: e.COMPANY_REQUESTS,
    companySockets: e.COMPANY_SOCKETS,
    userSockets: e.USER_SOCKETS,
    journal: { days: e.JOURNAL_DAYS, failedDays: e.JOURNAL_FAILED_DAYS },
    cluster: e.CLUSTER ? e.CLUSTER === 'true' || e.CLUSTER === '1' : chosen.length < roles.length || e.REDIS_URL !== undefined,
    redisUrl: e.REDIS_URL ?? null,
    roles: new Set(chosen as Role[]),
    s3: e.S3_ENDPOINT
      ? {
          endpoint: e.S3_ENDPOINT,
          bucket: e.S3_BUCKET ?? '',
          region: e.S3_REGION,
          accessKeyId: e.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: e.S3_SECRET_ACCESS_KEY ?? '',
        }
      : null,
    appSecret: e.APP_SECRET ?? null,
    admin: e.ADMIN_EMAIL && e.ADMIN_PASSWORD ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD } : null,
    graphUrl: e.GRAPH_API_URL.replace(/\/+$/, ''),
    dialogflowUrl: e.DIALOGFLOW_URL.replace(/\/+$/, ''),
    whatsappWebUrl: e.WHATSAPP_WEB_URL,
    modelsUrl: e.OPENAI_BASE_URL.replace(/\/+$/, ''),
    allowPrivateUrls: e.ALLOW_PRIVATE_URLS === 'true' || e.ALLOW_PRIVATE_URLS === '1',
    ffmpegPath: e.FFMPEG_PATH ?? null,
    mail: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    metricsToken: e.METRICS_TOKEN ?? null,
    logLevel: e.LOG_LEVEL,
    webDist: e.WEB_DIST ?? join(import.meta.dirname, '../../web/dist'),
    pix: pixOf(e),
    demo: e.DEMO === '1' || e.DEMO === 'true',
    faultPoint: e.NODE_ENV === 'test' ? (e.FAULT_POINT ?? null) : null,
    weakPasswords: e.NODE_ENV === 'test' && e.WEAK_PASSWORDS === '1',
    checkAnswers: e.NODE_ENV === 'test',
  };
}

/** The payment provider: the simulated one on the built-in database, none elsewhere, unless one is named. */
function pixOf(e: z.output<typeof environment>): PixConfig | null {
  const provider = e.PIX_PROVIDER ?? (e.DATABASE_URL ? 'none' : 'simulated');
  if (provider === 'none') return null;
  if (provider === 'simulated') return { provider };
  if (provider === 'asaas')
    return { provider, url: e.ASAAS_URL.replace(/\/+$/, ''), token: e.ASAAS_TOKEN ?? null, webhookToken: e.ASAAS_WEBHOOK_TOKEN ?? null };
  const { EFI_CLIENT_ID: clientId, EFI_CLIENT_SECRET: clientSecret, EFI_PIX_KEY: pixKey, EFI_CERTIFICATE: certificate } = e;
  if (!clientId || !clientSecret || !pixKey || !certificate)
    throw new ConfigError('PIX_PROVIDER: efi needs EFI_CLIENT_ID, EFI_CLIENT_SECRET, EFI_PIX_KEY and EFI_CERTIFICATE');
  const read = (name: string, path: string) => {
    try {
      return readFileSync(path);
    } catch {
      throw new ConfigError(`${name}: ${path} cannot be read`);
    }
  };
  const bytes = read('EFI_CERTIFICATE', certificate);
  const key = e.EFI_CERTIFICATE_KEY ? read('EFI_CERTIFICATE_KEY', e.EFI_CERTIFICATE_KEY) : bytes;
  const tls = bytes.includes('-----BEGIN') ? { cert: bytes, key } : { pfx: bytes };
  return {
    provider,
    url: e.EFI_URL.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    pixKey,
    tls,
    ...(e.EFI_CA && { ca: read('EFI_CA', e.EFI_CA) }),
  };
}
