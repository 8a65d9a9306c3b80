import { expect, test } from 'vitest';
import { errorStatus } from './errors.ts';
import { endpoints, events } from './index.ts';
import { type Operation, openApi, type Schema } from './openapi.ts';
import { fieldsOf, schemaText } from './schema-text.ts';

const document = openApi('1.2.3');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

/** Every object in a value, with those inside it. */
function inside(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(inside);
  if (value === null || typeof value !== 'object') return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(inside)];
}

function shape(name: string): Schema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`no shape ${name}`);
  return schema;
}

function operation(id: keyof typeof endpoints) {
  const found = operations.find((each) => each.operation.operationId === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found.operation;
}

const nameOf = ({ parameters }: Operation, name: string) =>
  parameters.find((each) => each.in === 'path' && each.name === name)?.description ?? name;

test('every endpoint is described once, under its method and path', () => {
  const described = operations.map(({ method, path, operation }) => [
    operation.operationId,
    // Of paths that differ only by the name of their parameter, the document has one; its parameters say which it is.
    `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, (_, name) => `:${nameOf(operation, name)}`)}`,
  ]);
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(Object.entries(endpoints).map(([name, { route }]) => [name, route])));
  expect(described).toHaveLength(Object.keys(endpoints).length);
});

test('every reference leads somewhere', () => {
  const references = inside(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  expect(references.length).toBeGreaterThan(0);
  for (const reference of references) {
    const [, kind = '', name = ''] = /^#\/components\/(schemas|responses|headers)\/([\w-]+)$/.exec(reference) ?? [];
    expect(Object.keys(document.components[kind as 'schemas'] ?? {}), reference).toContain(name);
  }
});

test('path parameters are those in the path, and all are required', () => {
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = operation.parameters.filter((each) => each.in === 'path');
    expect(parameters.map(({ name }) => name).sort(), path).toEqual(named.sort());
    expect(
      parameters.every(({ required }) => required),
      path,
    ).toBe(true);
  }
});

test('no field of a request is left without a type', () => {
  for (const { operation } of operations) {
    const bodies = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema));
    const queries = operation.parameters.map(({ name, schema, content }) => ({
      name,
      schema: schema ?? content?.['application/json'].schema ?? {},
    }));
    for (const { name, schema } of [...bodies, ...queries])
      expect(schemaText(schema), `${operation.operationId} ${name}`).not.toContain('anything');
  }
});

test('who may call is said in a field of its own and as a security scheme', () => {
  expect(operation('signIn')).toMatchObject({ 'x-access': 'public', security: [] });
  expect(operation('refreshSession')).toMatchObject({ 'x-access': 'cookie', security: [{ cookie: [] }] });
  expect(operation('deleteTicket')).toMatchObject({ 'x-access': 'admin', security: [{ bearer: [] }] });
  for (const { operation } of operations) {
    for (const scheme of operation.security.flatMap((each) => Object.keys(each)))
      expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
  }
});

test('success has the status of the endpoint, everything else is an error with one of the codes', () => {
  expect(Object.keys(operation('updateQueue').responses)).toEqual(['201', '4XX', 'default']);
  expect(Object.keys(operation('showQueue').responses)).toEqual(['200', '4XX', 'default']);
  expect(fieldsOf(shape('Error')).find(({ name }) => name === 'code')?.schema.enum).toEqual(Object.keys(errorStatus));
});

test('what may be repeated takes a key; programs are told how many calls are left', () => {
  const takesKey = ({ parameters }: Operation) => parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key');
  expect(takesKey(operation('sendMessage'))).toBe(true);
  expect(takesKey(operation('createQueue'))).toBe(false);
  const { responses } = operation('apiSendMessage');
  expect(Object.keys(responses)).toEqual(['200', '429', '4XX', 'default']);
  expect(responses['429']).toEqual({ $ref: '#/components/responses/TooManyRequests' });
  expect(Object.keys(document.components.responses.TooManyRequests?.headers ?? {})).toContain('Retry-After');
  expect(responses['200']).toMatchObject({ headers: { 'RateLimit-Remaining': {} } });
});

test('files travel as multipart, beside the fields', () => {
  const content = operation('sendMessage').requestBody?.content ?? {};
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  expect(content['multipart/form-data']?.schema).toMatchObject({
    properties: { body: {} },
    additionalProperties: { description: 'A file.' },
  });
});

test('lists in a query are JSON text, numbers are numbers', () => {
  const parameters = operation('listTickets').parameters;
  expect(parameters.find(({ name }) => name === 'queueIds')?.content?.['application/json'].schema.type).toBe('array');
  expect(parameters.find(({ name }) => name === 'pageNumber')?.schema).toMatchObject({ type: 'integer', default: 1 });
  expect(parameters.find(({ name }) => name === 'showAll')?.schema).toMatchObject({ type: 'boolean', default: false });
});

test('text that is trimmed on its way in has the limits of what is left', () => {
  const body = operation('createQueue').requestBody?.content['application/json']?.schema ?? {};
  const fields = Object.fromEntries(fieldsOf(body).map(({ name, schema }) => [name, schema]));
  expect(fields.name).toMatchObject({ type: 'string', minLength: 2, maxLength: 50 });
  expect(fields.color).toMatchObject({ type: 'string', pattern: '^#([0-9a-f]{3}|[0-9a-f]{6})$' });
});

test('every event is described with its name on the wire and who hears it', () => {
  expect(Object.keys(document['x-events'])).toEqual(Object.keys(events));
  expect(document['x-events'].ticket).toMatchObject({ name: 'company-{companyId}-ticket' });
  for (const { heardBy } of Object.values(document['x-events'])) expect(heardBy).toMatch(/\w.*\.$/);
});

test('the same contract gives the same text', () => {
  expect(JSON.stringify(openApi('1.2.3'))).toBe(JSON.stringify(document));
});

test('a schema reads as a line', () => {
  expect(schemaText(shape('Plan'))).toMatch(/^\{ id: number, name: text, users: number/);
  expect(schemaText({ anyOf: [{ $ref: '#/components/schemas/Queue' }, { type: 'null' }] }, (name) => `<${name}>`)).toBe('<Queue> | null');
});
