// Requests made from the contract: every endpoint with input that it takes, and all the fields that could be wrong in it.
import { createECDH } from 'node:crypto';
import type { EndpointShape } from '@balcao/contract/endpoint';
import type { ErrorCode } from '@balcao/contract/errors';
import type { Schema } from '@balcao/contract/openapi';
import { fieldsOf } from '@balcao/contract/schema-text';
import { z } from 'zod';
import { features } from '../src/product.ts';
import type { Furnished } from './furnished.ts';

/** What the server serves; that it is all of the contract is a test of its own. */
export const allEndpoints: EndpointShape[] = features.flatMap((feature) => (feature.routes ?? []).map(({ endpoint }) => endpoint));

/** What refuses an id in a path that is not there, or not the company's. Null: keys of settings are the same in all companies. */
const refusals: Record<string, ErrorCode | null> = {
  companyId: 'ERR_NO_COMPANY_FOUND',
  planId: 'ERR_NO_PLAN_FOUND',
  invoiceId: 'ERR_NO_INVOICE_FOUND',
  txid: 'ERR_NO_CHARGE_FOUND',
  userId: 'ERR_NO_USER_FOUND',
  announcementId: 'ERR_NO_ANNOUNCEMENT_FOUND',
  helpId: 'ERR_NO_HELP_FOUND',
  queueId: 'ERR_NO_QUEUE_FOUND',
  whatsappId: 'ERR_NO_WAPP_FOUND',
  contactId: 'ERR_NO_CONTACT_FOUND',
  ticketId: 'ERR_NO_TICKET_FOUND',
  ticketUuid: 'ERR_NO_TICKET_FOUND',
  messageId: 'ERR_NO_MESSAGE_FOUND',
  settingKey: null,
  tagId: 'ERR_NO_TAG_FOUND',
  queueOptionId: 'ERR_NO_QUEUE_OPTION_FOUND',
  quickMessageId: 'ERR_NO_QUICKMESSAGE_FOUND',
  ticketViewId: 'ERR_NO_TICKET_VIEW_FOUND',
  fileListId: 'ERR_NO_FILE_FOUND',
  noteId: 'ERR_NO_TICKETNOTE_FOUND',
  importId: 'ERR_NO_IMPORT_FOUND',
  mergeId: 'ERR_NO_MERGE_FOUND',
  gapId: 'ERR_NO_GAP_FOUND',
  chatId: 'ERR_NO_CHAT_FOUND',
  chatUuid: 'ERR_NO_CHAT_FOUND',
  scheduleId: 'ERR_NO_SCHEDULE_FOUND',
  contactListId: 'ERR_NO_CONTACTLIST_FOUND',
  contactListItemId: 'ERR_NO_CONTACTLISTITEM_FOUND',
  campaignId: 'ERR_NO_CAMPAIGN_FOUND',
  mailId: 'ERR_NO_MAIL_FOUND',
  paymentId: 'ERR_NO_PAYMENT_FOUND',
  integrationId: 'ERR_NO_DIALOG_FOUND',
  integrationDeliveryId: 'ERR_NO_DELIVERY_FOUND',
  sessionUuid: 'ERR_NO_SESSION_FOUND',
  noticeDeviceId: 'ERR_NO_NOTICE_DEVICE_FOUND',
  promptId: 'ERR_NO_PROMPT_FOUND',
  apiKeyId: 'ERR_NO_API_KEY_FOUND',
  webhookId: 'ERR_NO_WEBHOOK_FOUND',
  deliveryId: 'ERR_NO_DELIVERY_FOUND',
  automationId: 'ERR_NO_AUTOMATION_FOUND',
};

/** The code by which an endpoint refuses the first id in its path. */
export function refusalOf({ route }: EndpointShape): ErrorCode | null {
  const [name = ''] = paramNames(route);
  return known(refusals, name, `parameter of ${route}: the code by which an unknown one is refused`);
}

let count = 0;

/** The public key of a browser: a point of P-256. */
const browserKey = createECDH('prime256v1').generateKeys('base64url');

/** What fills a required field, by its name; a fresh value each time where two may not be the same. */
const fields: Record<string, (of: Furnished) => unknown> = {
  resolved: () => true,
  name: () => `Nome ${++count}`,
  email: () => `pessoa.${++count}@exemplo.example`,
  password: () => 'senha-secreta',
  planId: (of) => of.planId,
  color: () => `#${(0x100000 + ++count).toString(16)}`,
  number: () => `55119${70000000 + ++count}`,
  contactId: (of) => of.contactId,
  value: () => 'enabled',
  emoji: () => '👍',
  from: () => '5511987659999',
  id: () => 1,
  status: () => 'pending',
  userId: () => null,
  text: () => 'Amanhã não há expediente',
  ids: (of) => [of.announcementId],
  description: () => 'Como atender',
  video: () => 'dQw4w9WgXcQ',
  latitude: () => -27.5,
  longitude: () => -48.5,
  schedules: () => [{ weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }],
  weekday: () => 'Segunda',
  weekdayEn: () => 'monday',
  date: () => '2026-12-25',
  startTime: () => '08:00',
  endTime: () => '18:00',
  phoneNumberId: () => '1045',
  wabaId: () => '2045',
  ticketId: (of) => of.ticketId,
  tags: () => [],
  shortcode: () => `atalho ${++count}`,
  message: () => 'Segue em anexo',
  title: () => `Título ${++count}`,
  queueId: (of) => of.queueId,
  messageIds: (of) => [of.messageId],
  blocked: () => false,
  note: () => 'Prefere ser chamado à tarde',
  otherId: (of) => of.idleContactId,
  body: () => 'Corrigido',
  on: () => true,
  at: () => '2026-03-10T15:00:00.000Z',
  initialDate: () => '2026-11-01',
  finalDate: () => '2026-11-30',
  steps: (of) => [{ do: 'change', id: of.queueOptionId, title: `Opção ${++count}` }],
  do: () => 'change',
  users: (of) => [{ id: of.userId }],
  sendAt: () => '2035-05-14T09:30',
  contactListId: (of) => of.contactListId,
  settings: () => ({ messageInterval: 20 }),
  currency: () => 'BRL',
  rows: () => [],
  group: () => 'BR',
  marketing: () => 0.35,
  utility: () => 0.04,
  authentication: () => null,
  key: () => `variável ${++count}`,
  filter: (of) => ({ tags: [of.tagId] }),
  wrote: () => 'within',
  days: () => 30,
  state: () => 'out',
  words: () => 'Pediu por telefone',
  language: () => 'pt_BR',
  fileListId: (of) => of.fileListId,
  code: () => 'ABCD-2345',
  type: () => 'webhook',
  currentPassword: () => 'senha-secreta',
  silent: () => ['chat'],
  used: () => true,
  sections: () => ['notes'],
  keys: () => ({ 'ticket.resolve': 'Alt+R' }),
  until: () => null,
  to: () => '07:00',
  kinds: () => ({}),
  queues: () => ({}),
  priority: () => true,
  tab: () => 'open',
  endpoint: () => `https://push.example/${++count}`,
  p256dh: () => browserKey,
  auth: () => 'AAAAAAAAAAAAAAAAAAAAAA',
  prompt: () => 'Você atende os clientes da loja com cordialidade e sem prometer descontos.',
  apiKey: () => 'sk-0123456789',
  style: () => 'formal',
  scopes: () => ['tags:read'],
  url: () => 'https://erp.example/eventos',
  events: () => ['ticket.created'],
  event: () => 'ticketCreated',
  actions: (of) => [{ do: 'addTag', tagId: of.tagId }],
  active: () => true,
  automationIds: (of) => [of.automationId],
  op: () => 'in',
  statuses: () => ['pending'],
  channels: () => ['simulator'],
  ratings: () => [1],
  minutes: () => 10,
  tagId: (of) => of.tagId,
  webhookId: (of) => of.webhookId,
  away: () => false,
};

/** What a request needs beyond its required fields to mean something. */
const extras: Record<string, (of: Furnished) => Record<string, unknown>> = {
  'POST /messages/:ticketId': () => ({ body: 'Bom dia' }),
  'POST /simulator/:whatsappId/messages': () => ({ body: 'Bom dia' }),
  'POST /v1/ticket-views': () => ({ filter: { tab: 'waiting' } }),
  'POST /tickets': (of) => ({ contactId: of.idleContactId }),
  'POST /whatsapp': () => ({ channel: 'simulator' }),
  'PUT /tickets/:ticketId': () => ({ status: 'open' }),
  'POST /contacts/upload': () => ({ contacts: [{ name: 'Nova Cliente', number: `55119${60000000 + ++count}` }] }),
  'POST /files/uploadList/:fileListId': (of) => ({ id: of.fileOptionId }),
  'POST /v1/tickets/:ticketId/presence': () => ({ state: 'viewing' }),
  'POST /ticket-notes': (of) => ({ contactId: of.contactId }),
  'POST /api/messages/send': () => ({ body: 'Bom dia' }),
  'POST /api/v1/tickets': (of) => ({ contactId: of.idleContactId }),
  'PUT /api/v1/tickets/:ticketId': (of) => ({ status: 'open', userId: of.userId }),
  'POST /api/v1/tickets/:ticketId/messages': () => ({ body: 'Bom dia' }),
  'POST /chats/:chatId/messages': () => ({ message: 'Bom dia, equipe' }),
  'POST /v1/password-reset/finish': () => ({ password: 'Senha-Nova-1' }),
  'POST /queueIntegration': () => ({ urlN8N: 'https://bot.example/webhook' }),
  'POST /queueIntegration/testSession': () => ({ type: 'webhook', urlN8N: 'http://127.0.0.1:9' }),
};

/** What a question needs beyond its required fields to be one. */
const queryExtras: Record<string, Record<string, unknown>> = {
  'GET /dashboard': { days: 30 },
  'GET /v1/dashboard/times': { days: 30 },
  'GET /v1/dashboard/hours': { days: 30 },
  'GET /v1/dashboard/ratings': { days: 30 },
  'GET /v1/dashboard/attendances': { days: 30 },
  'GET /v1/dashboard/attendances.csv': { days: 30 },
};

export function paramsOf(endpoint: EndpointShape, of: Furnished): Record<string, string | number> {
  return Object.fromEntries(paramNames(endpoint.route).map((name) => [name, paramOf(name, endpoint, of)]));
}

/** Parameters that are no ids of rows. The e-mail is nobody's. */
const words: Record<string, string> = {
  draftKind: 'message',
  settingKey: 'userRating',
  email: 'ninguem@exemplo.example',
  code: 'ABCD-2345',
  password: 'Senha-Nova-1',
};

/** Parameters have the names that the furnished company gives its rows. */
function paramOf(name: string, { route }: EndpointShape, of: Furnished): string | number {
  if (words[name]) return words[name];
  const value = known<unknown>({ ...of }, name, `parameter of ${route}`, 'server/test/furnished.ts');
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new Error(`"${name}" of server/test/furnished.ts is no id.`);
}

function paramNames(route: string): string[] {
  return [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Who calls it in the name of the company: its admin, or a program where it is for programs. */
export function tokenOf({ access }: EndpointShape, of: Furnished): string {
  return access === 'key' ? of.apiKey : access === 'token' ? of.connectionToken : of.admin.token;
}

/** The smallest body that the endpoint takes. */
export function bodyOf(endpoint: EndpointShape, of: Furnished): Record<string, unknown> | undefined {
  if (!endpoint.body) return undefined;
  return { ...(exampleOf(inputOf(endpoint.body), of, endpoint.route) as object), ...extras[endpoint.route]?.(of) };
}

/** The smallest query that the endpoint takes. */
export function queryOf(endpoint: EndpointShape, of: Furnished): Record<string, unknown> | undefined {
  return endpoint.query && { ...(exampleOf(inputOf(endpoint.query), of, endpoint.route) as object), ...queryExtras[endpoint.route] };
}

const inputs = new WeakMap<z.ZodType, Schema>();

/** What a schema takes, as JSON Schema. Asked for each of thousands of requests, so it is kept. */
export function inputOf(schema: z.ZodType): Schema {
  const known = inputs.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  inputs.set(schema, made);
  return made;
}

export type Leaf = {
  /** E.g. `['schedules', 0, 'startTime']`. */
  path: (string | number)[];
  name: string;
  required: boolean;
  /** Every form it may have. */
  forms: Schema[];
};

/** Every field of a schema, those inside objects and lists of objects too. */
export function leavesOf(schema: Schema, path: Leaf['path'] = []): Leaf[] {
  // A body may have several forms.
  const all = formsOf(schema).flatMap(fieldsOf);
  return all.flatMap(({ name, required, schema }) => {
    const forms = formsOf(schema);
    const inner = forms.flatMap((form) => {
      if (form.type === 'object') return leavesOf(form, [...path, name]);
      const items = form.type === 'array' ? formsOf(form.items as Schema) : [];
      return items.flatMap((item) => (item.type === 'object' ? leavesOf(item, [...path, name, 0]) : []));
    });
    return [{ path: [...path, name], name, required, forms }, ...inner];
  });
}

/** `base` with `value` at `path`; what is on the way is made of required fields. `undefined` takes the field away. */
export function withValue(schema: Schema, base: unknown, path: Leaf['path'], value: unknown, of: Furnished): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const forms = formsOf(schema);
  if (typeof step === 'number') {
    const items = forms.find((form) => form.type === 'array')?.items as Schema;
    return [withValue(items, undefined, rest, value, of)];
  }
  const form = forms.find((each) => each.type === 'object' && each.properties?.[step] !== undefined) ?? {};
  const before = (typeof base === 'object' && base !== null ? base : exampleOf(form, of, step)) as Record<string, unknown>;
  const after = { ...before, [step]: withValue((form.properties?.[step] ?? {}) as Schema, before[step], rest, value, of) };
  if (after[step] === undefined) delete after[step];
  return after;
}

function exampleOf(schema: Schema, of: Furnished, where: string): unknown {
  const form = formsOf(schema).find((each) => each.type === 'object') ?? {};
  const required = fieldsOf(form).filter((field) => field.required);
  const exampleFor = (name: string, schema: Schema) => schema.const ?? known(fields, name, `required field of ${where}`)(of);
  return Object.fromEntries(required.map(({ name, schema }) => [name, exampleFor(name, schema)]));
}

function formsOf(schema: Schema): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => formsOf(choice as Schema));
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type: type as 'string' })) : [schema];
}

function known<T>(from: Record<string, T>, name: string, what: string, where = 'server/test/requests.ts'): T {
  const found = from[name];
  if (found === undefined) throw new Error(`Say in ${where} what fills "${name}", a ${what}.`);
  return found;
}
