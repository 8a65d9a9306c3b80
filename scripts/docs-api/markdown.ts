import type { Document, Operation, Parameter, Schema } from '@balcao/contract/openapi';
import { fieldsOf, schemaLimits, schemaText } from '@balcao/contract/schema-text';

const note = '<!-- Written by `npm run docs:api` from packages/contract. -->';

/** docs/api.md: the endpoints by feature, then the shapes of their answers. */
export function apiPage(document: Document): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
  const features = document.tags.map(({ name }) =>
    [
      `## ${name}`,
      ...entries.filter(({ operation }) => operation.tags.includes(name)).map(({ route, operation }) => endpointText(route, operation)),
    ].join('\n\n'),
  );
  const shapes = Object.entries(document.components.schemas).map(([name, schema]) => `### ${name}\n\n${table(fieldsOf(schema))}`);
  return `${[
    note,
    '# API',
    `${document.info.description} The same as OpenAPI 3.1: [openapi.json](api/openapi.json); a running server shows it at \`/docs\`. Realtime: [events.md](events.md).`,
    'A refusal has the body [Error](#error) and the status that belongs to its code. `bearer` endpoints want the access token of `POST /auth/login` as `Authorization: Bearer`.',
    ...features,
    '## Shapes',
    ...shapes,
    '## Codes',
    codes(document),
  ].join('\n\n')}\n`;
}

/** docs/events.md: the realtime events. */
export function eventsPage(document: Document): string {
  const events = Object.values(document['x-events']).map(({ name, heardBy, payload }) => {
    const forms = (payload.oneOf ?? payload.anyOf ?? [payload]) as Schema[];
    return `## \`${name}\`\n\nHeard by: ${heardBy}\n\n${forms.map((form) => `- ${schemaText(form, link('api.md'))}`).join('\n')}`;
  });
  return `${[
    note,
    '# Events',
    'Realtime goes over socket.io, WebSocket only, on the port of the API. A client connects with the access token in the query (`?token=…`) and hears what its user may see; `ready` says that it is listening, with the time of the server from which on, and `refused` with the error `ERR_TOO_MANY_SOCKETS`, before the socket is closed, that the user or the company has too many: try again after half a minute. There is nothing to join. Events are best effort: after a reconnect a client reads again what it shows. The answer to a call may be older than an event that came before it: of two copies of a ticket, the one with the higher `revision` is right.',
    ...events,
  ].join('\n\n')}\n`;
}

function endpointText(route: string, operation: Operation): string {
  const limit = operation['x-requests-per-minute'];
  const access = [
    `Access: ${operation['x-access']}`,
    ...(operation['x-plan'] ? [`the plan must have \`${operation['x-plan']}\``] : []),
    ...(operation['x-right'] ? [`the user must have the right \`${operation['x-right']}\``] : []),
    ...(operation['x-when-expired'] ? ['works after the subscription has run out'] : []),
    ...(limit ? [`${limit} requests a minute from one address`] : []),
    ...(operation.parameters.some((each) => each.in === 'header') ? ['takes an `Idempotency-Key`'] : []),
  ].join('; ');
  const body = operation.requestBody?.content;
  const [status = '200', success] = Object.entries(operation.responses)[0] ?? [];
  const answer = success && 'content' in success ? success.content['application/json']?.schema : undefined;
  return [
    `### \`${route}\``,
    operation.summary,
    `${access}.`,
    ...parameterTable('Query', operation.parameters),
    ...(body ? [`Body (${Object.keys(body).join(' or ')}):`, table(fieldsOf(Object.values(body)[0]?.schema ?? {}))] : []),
    `Answers ${status}: ${answer ? schemaText(answer, link('')) : 'nothing'}`,
  ].join('\n\n');
}

function parameterTable(title: string, parameters: Parameter[]): string[] {
  const query = parameters.filter((each) => each.in === 'query');
  if (query.length === 0) return [];
  return [
    `${title}:`,
    table(
      query.map(({ name, required, schema, content }) => ({
        name,
        required,
        schema: schema ?? content?.['application/json'].schema ?? {},
        hint: content ? 'as JSON text' : '',
      })),
    ),
  ];
}

function table(fields: { name: string; required: boolean; schema: Schema; hint?: string }[]): string {
  if (fields.length === 0) return 'No fields.';
  const rows = fields.map(({ name, required, schema, hint }) => {
    const says = [schema.description, hint, schemaLimits(schema)].filter(Boolean).join('; ');
    return `| \`${name}\`${required ? '' : ' (optional)'} | ${cell(schemaText(schema, link('')))} | ${says} |`;
  });
  return ['| Field | Type | |', '|---|---|---|', ...rows].join('\n');
}

function codes(document: Document): string {
  const code = fieldsOf(document.components.schemas.Error ?? {}).find(({ name }) => name === 'code');
  return (code?.schema.enum ?? []).map((each) => `\`${each}\``).join(', ');
}

function link(page: string) {
  return (name: string) => `[${name}](${page}#${name.toLowerCase()})`;
}

/** A bar would end the column. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
