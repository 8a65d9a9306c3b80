// The contract as an OpenAPI 3.1 document, derived from the tables of endpoints and events.
import { z } from 'zod';
import { named } from './common.ts';
import { type EndpointShape, idempotencyKeyPattern } from './endpoint.ts';
import { errorStatus } from './errors.ts';
import { type EventShape, eventPattern } from './event.ts';
import { endpoints, events } from './index.ts';

/** A JSON Schema as zod generates it. */
export type Schema = z.core.JSONSchema.BaseSchema;

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required: boolean;
  schema?: Schema;
  content?: { 'application/json': { schema: Schema } };
};
type Content = Record<string, { schema: Schema }>;
type Reference = { $ref: string };
type Response = { description: string; headers?: Record<string, Reference>; content: Content };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | Reference>;
  security: Record<string, string[]>[];
  'x-access': EndpointShape['access'];
  'x-plan'?: string;
  'x-right'?: string;
  'x-scope'?: string;
  'x-when-expired'?: true;
  'x-requests-per-minute'?: number;
};
export type EventEntry = { name: string; heardBy: string; payload: Schema };
export type Document = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, { description: string; schema: Schema }>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, Record<string, string>>;
  };
  /** Realtime events, which OpenAPI cannot describe. */
  'x-events': Record<string, EventEntry>;
};

/** Features whose paths begin with another word. */
const tagOfPath: Record<string, string> = {
  queue: 'queues',
  'ticket-tags': 'tags',
  whatsapp: 'connections',
  whatsappsession: 'connections',
  version: 'system',
  api: 'external-api',
};

/** The whole document. It keeps the order of the tables, so the same contract always gives the same text. */
export function openApi(version: string): Document {
  const steps = openApiInSteps(version);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** As `openApi`, with a pause after each endpoint and event: all of it takes a second, in which a server has other things to do. */
export function* openApiInSteps(version: string): Generator<undefined, Document> {
  const answers = answerWriter();
  const paths: Document['paths'] = {};
  const all = Object.entries<EndpointShape>(endpoints);
  const twins = twinPaths(all.map(([, { route }]) => pathOf(route)));
  for (const [name, endpoint] of all) {
    const [method = ''] = endpoint.route.split(' ');
    const path = pathOf(endpoint.route);
    const isTwin = twins.has(path);
    const url = isTwin ? nameless(path) : path.replace(/:(\w+)/g, '{$1}');
    const written = operation(name, endpoint, answers.write);
    paths[url] = { ...paths[url], [method.toLowerCase()]: isTwin ? { ...written, parameters: written.parameters.map(asId) } : written };
    yield;
  }
  const entries: [string, EventEntry][] = [];
  for (const [key, { payload, heardBy, ...event }] of Object.entries<EventShape>(events)) {
    entries.push([key, { name: eventPattern(event), heardBy, payload: answers.write(payload) }]);
    yield;
  }
  const beginnings = new Map<string, Set<string>>();
  for (const [url, methods] of Object.entries(paths)) {
    for (const tag of Object.values(methods).flatMap(({ tags }) => tags))
      beginnings.set(tag, (beginnings.get(tag) ?? new Set()).add(beginningOf(url)));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Balcão',
      version,
      description:
        'The HTTP interface of the service desk. Instants are ISO 8601 in UTC, days are YYYY-MM-DD. Fields that are not listed are ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...beginnings].map(([name, all]) => ({
      name,
      description: `Paths that begin with ${[...all].map((each) => `\`${each}\``).join(', ')}.`,
    })),
    paths,
    components: {
      schemas: { ...answers.found(), Error: errorSchema },
      headers: countHeaders,
      responses: { Error: refusal, TooManyRequests: { ...refusal, headers: refs(Object.keys(countHeaders)) } },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of `POST /auth/login`; it lasts 15 minutes.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of the company, made in its settings, for programs. `x-scope` says what it must be made for.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'The token of a connection, for programs that send by it.' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'jrt', description: 'The refresh cookie that `POST /auth/login` sets.' },
      },
    },
    'x-events': Object.fromEntries(entries),
  };
}

function pathOf(route: string): string {
  return route.split(' ')[1] ?? '';
}

function nameless(path: string): string {
  return path.replace(/:\w+/g, '{id}');
}

/** Paths that differ only by what they call their parameter. OpenAPI takes them for one, with one name. */
function twinPaths(all: readonly string[]): ReadonlySet<string> {
  const names = new Map<string, Set<string>>();
  for (const path of all) names.set(nameless(path), (names.get(nameless(path)) ?? new Set()).add(path));
  return new Set([...names.values()].flatMap((each) => (each.size > 1 ? [...each] : [])));
}

function asId(parameter: Parameter): Parameter {
  return parameter.in === 'path' ? { ...parameter, name: 'id', description: parameter.name } : parameter;
}

function beginningOf(url: string): string {
  return /^(\/api\/v1|\/api|\/v1)?\/[^/{]+/.exec(url)?.[0] ?? url;
}

function securityOf(access: EndpointShape['access']): Record<string, string[]>[] {
  if (access === 'public') return [];
  if (access === 'cookie' || access === 'key' || access === 'token') return [{ [access]: [] }];
  return [{ bearer: [] }];
}

function operation(name: string, endpoint: EndpointShape, answer: (schema: z.ZodType) => Schema): Operation {
  const [, path = ''] = endpoint.route.split(' ');
  const [first = '', second = ''] = path.split('/').filter((part) => part !== 'v1' && part !== '');
  const { access, body } = endpoint;
  const isCounted = access === 'key' || access === 'token';
  return {
    operationId: name,
    tags: [access === 'key' ? 'public-api' : first === 'companies' && second === 'cadastro' ? 'sign-up' : (tagOfPath[first] ?? first)],
    summary: endpoint.summary,
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(body ? { requestBody: { required: !body.safeParse({}).success, content: bodyContent(body, endpoint.multipart) } } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Done.',
        ...(isCounted ? { headers: refs(leftHeaders) } : {}),
        content: { [endpoint.download ?? 'application/json']: { schema: answer(endpoint.answer) } },
      },
      ...(isCounted ? { '429': { $ref: '#/components/responses/TooManyRequests' } } : {}),
      '4XX': { $ref: '#/components/responses/Error' },
      default: { $ref: '#/components/responses/Error' },
    },
    security: securityOf(access),
    'x-access': access,
    ...(endpoint.plan ? { 'x-plan': endpoint.plan } : {}),
    ...(endpoint.right ? { 'x-right': endpoint.right } : {}),
    ...(endpoint.scope ? { 'x-scope': endpoint.scope } : {}),
    ...(endpoint.whenExpired ? { 'x-when-expired': true as const } : {}),
    ...(endpoint.perMinute ? { 'x-requests-per-minute': endpoint.perMinute } : {}),
    ...(endpoint.personPerMinute ? { 'x-requests-per-minute-of-a-person': endpoint.personPerMinute } : {}),
  };
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    "A name of the caller's own for this call. Repeated under the same name, it does nothing anew and answers what it answered before.",
  required: false,
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
};

function refs(headers: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function parameters(place: Parameter['in'], schema: z.ZodType | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = input(schema);
  return Object.entries(properties).map(([name, property]) => {
    const value = asText(property as Schema);
    const parameter = { name, in: place, required: required.includes(name) };
    // A list is sent as JSON text.
    return value.type === 'array' ? { ...parameter, content: { 'application/json': { schema: value } } } : { ...parameter, schema: value };
  });
}

/** In a URL everything is text, so of several accepted forms only the plain one is documented. */
function asText({ anyOf, ...rest }: Schema): Schema {
  if (!anyOf) return rest;
  const plain = ['integer', 'array', 'boolean'].map((type) => anyOf.find((each) => (each as Schema).type === type)).find(Boolean);
  return plain ? { ...(plain as Schema), ...rest } : { anyOf, ...rest };
}

function bodyContent(body: z.ZodType, multipart: EndpointShape['multipart']): Content {
  const schema = input(body);
  const form = {
    ...schema,
    additionalProperties: { type: 'string', contentMediaType: 'application/octet-stream', description: 'A file.' },
  } as Schema;
  return {
    ...(multipart === 'only' ? {} : { 'application/json': { schema } }),
    ...(multipart ? { 'multipart/form-data': { schema: form } } : {}),
  };
}

/** The schema of input. Transformed text (e.g. trimmed) has the limits after the transformation: input within them is never refused. */
function input(schema: z.ZodType): Schema {
  return clean(
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => narrow(zodSchema, jsonSchema as Schema),
    }) as Schema,
  );
}

function narrow(zodSchema: z.core.$ZodTypes, json: Schema): void {
  const { def } = zodSchema._zod;
  if (def.type === 'default') json.default = def.defaultValue as Schema['default'];
  if (def.type !== 'pipe' || json.type !== 'string') return;
  const after = input(def.out as z.ZodType);
  if (after.type !== 'string') return;
  for (const key of ['minLength', 'maxLength', 'pattern', 'format'] as const)
    if (after[key] !== undefined) Object.assign(json, { [key]: after[key] });
}

/** Returns a function that writes schemas of answers with references to named shapes, and collects the shapes it referred to. */
function answerWriter() {
  const shapes: Record<string, Schema> = {};
  return {
    write(schema: z.ZodType): Schema {
      // Wrapped, because zod writes out a named shape that stands alone.
      const { $defs = {}, properties = {} } = clean(
        z.toJSONSchema(z.object({ it: schema }), { io: 'output', unrepresentable: 'any', metadata: named }) as Schema,
      );
      Object.assign(shapes, $defs);
      return properties.it as Schema;
    },
    found: () => Object.fromEntries(Object.entries(shapes).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Removes what adds nothing here, and rewrites references to where the document keeps the shapes. */
function clean(schema: Schema): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$schema' || (key === 'id' && typeof value === 'string')) return undefined;
    if (key === 'additionalProperties' && value === false) return undefined;
    if (key === 'minLength' && value === 0) return undefined;
    if ((key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return undefined;
    if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/');
    const { format, pattern, ...rest } = Object(value) as Schema;
    // The format implies the pattern.
    return typeof format === 'string' && typeof pattern === 'string' ? { ...rest, format } : value;
  });
  return JSON.parse(text) as Schema;
}

/** Programs are told how many calls are left. */
const countHeaders = {
  'RateLimit-Policy': { description: 'Calls that may be made, and in how many seconds.', schema: { type: 'string' } },
  'RateLimit-Limit': { description: 'Calls that may be made in a window.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Calls that are left in this window.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the next window.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds until a call is taken again.', schema: { type: 'integer' } },
} satisfies Record<string, { description: string; schema: Schema }>;

const leftHeaders = Object.keys(countHeaders).filter((name) => name !== 'Retry-After');

const refusal: Response = {
  description: 'Refused; the body says why.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

const errorSchema: Schema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      description: 'A code. For ERR_OTHER_OPEN_TICKET on `POST /tickets`: JSON text of the existing ticket.',
      anyOf: [
        { type: 'string', enum: Object.keys(errorStatus) },
        { type: 'string', contentMediaType: 'application/json' },
      ],
    },
    code: { type: 'string', description: 'The code, where `error` holds something else.', enum: Object.keys(errorStatus) },
    issues: {
      type: 'array',
      description: 'With ERR_VALIDATION: what is wrong with which field.',
      items: {
        type: 'object',
        required: ['path', 'code'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, min: { type: 'number' }, max: { type: 'number' } },
      },
    },
    details: { type: 'object', additionalProperties: true },
  },
};
