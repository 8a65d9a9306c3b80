// Requests made from the contract: every endpoint with input that it takes, and all the fields that could be wrong in it.
import type { EndpointShape } from '@balcao/contract/endpoint';
import type { Schema } from '@balcao/contract/openapi';
import { fieldsOf } from '@balcao/contract/schema-text';
import { z } from 'zod';
import { features } from '../src/product.ts';
import type { Furnished } from './furnished.ts';

/** What the server serves; that it is all of the contract is a test of its own. */
export const allEndpoints: EndpointShape[] = features.flatMap((feature) => (feature.routes ?? []).map(({ endpoint }) => endpoint));

/** What fills a parameter of a path, by its name. */
const params: Record<string, (of: Furnished) => string | number> = {
  companyId: (of) => of.companyId,
  userId: (of) => of.userId,
  queueId: (of) => of.queueId,
  whatsappId: (of) => of.whatsappId,
  contactId: (of) => of.contactId,
  ticketId: (of) => of.ticketId,
  ticketUuid: (of) => of.ticketUuid,
  messageId: (of) => of.messageId,
  settingKey: () => 'userRating',
  tagId: (of) => of.tagId,
  queueOptionId: (of) => of.queueOptionId,
  quickMessageId: (of) => of.quickMessageId,
  fileListId: (of) => of.fileListId,
  noteId: (of) => of.noteId,
  importId: (of) => of.importId,
  mergeId: (of) => of.mergeId,
  gapId: (of) => of.gapId,
};

let count = 0;

/** What fills a required field, by its name; a fresh value each time where two may not be the same. */
const fields: Record<string, (of: Furnished) => unknown> = {
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
  note: () => 'Prefere ser chamado à tarde',
  otherId: (of) => of.idleContactId,
  body: () => 'Corrigido',
  on: () => true,
};

/** What a request needs beyond its required fields to mean something. */
const extras: Record<string, (of: Furnished) => Record<string, unknown>> = {
  'POST /messages/:ticketId': () => ({ body: 'Bom dia' }),
  'POST /simulator/:whatsappId/messages': () => ({ body: 'Bom dia' }),
  'POST /tickets': (of) => ({ contactId: of.idleContactId }),
  'POST /whatsapp': () => ({ channel: 'simulator' }),
  'PUT /tickets/:ticketId': () => ({ status: 'open' }),
  'POST /contacts/upload': () => ({ contacts: [{ name: 'Nova Cliente', number: `55119${60000000 + ++count}` }] }),
  'POST /files/uploadList/:fileListId': (of) => ({ id: of.fileOptionId }),
  'POST /ticket-notes': (of) => ({ contactId: of.contactId }),
};

export function paramsOf(endpoint: EndpointShape, of: Furnished): Record<string, string | number> {
  const names = [...endpoint.route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, known(params, name, `parameter of ${endpoint.route}`)(of)]));
}

/** The smallest body that the endpoint takes. */
export function bodyOf(endpoint: EndpointShape, of: Furnished): Record<string, unknown> | undefined {
  if (!endpoint.body) return undefined;
  return { ...(exampleOf(inputOf(endpoint.body), of, endpoint.route) as object), ...extras[endpoint.route]?.(of) };
}

/** The smallest query that the endpoint takes. */
export function queryOf(endpoint: EndpointShape, of: Furnished): Record<string, unknown> | undefined {
  return endpoint.query && (exampleOf(inputOf(endpoint.query), of, endpoint.route) as Record<string, unknown>);
}

/** What a schema takes, as JSON Schema. */
export function inputOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
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
  return Object.fromEntries(required.map(({ name }) => [name, known(fields, name, `required field of ${where}`)(of)]));
}

function formsOf(schema: Schema): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => formsOf(choice as Schema));
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type: type as 'string' })) : [schema];
}

function known<T>(from: Record<string, T>, name: string, what: string): T {
  const found = from[name];
  if (found === undefined) throw new Error(`Say in server/test/requests.ts what fills "${name}", a ${what}.`);
  return found;
}
