import type { Document, Operation, Schema } from '@balcao/contract/openapi';
import { fieldsOf, schemaLimits, schemaText } from '@balcao/contract/schema-text';

/**
 * The API reference as one HTML page, with a pause after each feature. Style and script are separate files, because the content security
 * policy forbids inline ones.
 */
export function* referencePage(document: Document): Generator<undefined, string> {
  const features: { name: string; operations: string[] }[] = [];
  for (const { name } of document.tags) {
    features.push({ name, operations: operationsOf(document, name) });
    yield;
  }
  const shapes = Object.entries(document.components.schemas);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(document.info.title)} API ${html(document.info.version)}</title>
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<header>
<h1>${html(document.info.title)} API <small>${html(document.info.version)}</small></h1>
<p>${html(document.info.description)} <a href="/docs/openapi.json">OpenAPI 3.1</a></p>
<label>Search <input type="search" id="search" autocomplete="off" placeholder="ticket, POST, admin…"></label>
<p id="found" role="status"></p>
</header>
<main>
${features.map(({ name, operations }) => `<section data-group><h2 id="${html(name)}">${html(name)}</h2>\n${operations.join('\n')}</section>`).join('\n')}
<section data-group><h2 id="events">Events</h2>
${Object.values(document['x-events']).map(eventEntry).join('\n')}</section>
<section data-group><h2 id="shapes">Shapes</h2>
${shapes.map(([name, schema]) => entry(`shape-${name}`, `<code>${html(name)}</code>`, name, fieldTable('Fields', fieldsOf(schema)))).join('\n')}</section>
</main>
</body>
</html>
`;
}

function operationsOf(document: Document, tag: string): string[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => operationEntry(method.toUpperCase(), path, operation)),
  );
}

function operationEntry(method: string, path: string, operation: Operation): string {
  const access = operation['x-access'];
  const title = `<b class="${method.toLowerCase()}">${method}</b> <code>${html(path)}</code> <span>${html(operation.summary)}</span> <i>${access}</i>`;
  const query = operation.parameters.filter((each) => each.in === 'query');
  const notes = [
    ...(operation['x-plan'] ? [`The plan must have ${operation['x-plan']}.`] : []),
    ...(operation['x-right'] ? [`The user must have the right ${operation['x-right']}.`] : []),
    ...(operation['x-when-expired'] ? ['Works after the subscription has run out.'] : []),
    ...(operation['x-requests-per-minute'] ? [`${operation['x-requests-per-minute']} requests a minute from one address.`] : []),
    ...(operation.parameters.some((each) => each.in === 'header') ? ['Takes an Idempotency-Key.'] : []),
  ];
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const [status = '200', success] = Object.entries(operation.responses)[0] ?? [];
  const answer = success && 'content' in success ? success.content['application/json']?.schema : undefined;
  const parts = [
    notes.length > 0 ? `<p>${html(notes.join(' '))}</p>` : '',
    query.length > 0
      ? fieldTable(
          'Query',
          query.map(({ name, required, schema, content }) => ({
            name,
            required,
            schema: schema ?? content?.['application/json'].schema ?? {},
          })),
        )
      : '',
    bodies[0] ? fieldTable(`Body: ${bodies.map(([type]) => type).join(' or ')}`, fieldsOf(bodies[0][1].schema)) : '',
    `<p>Answers ${status}: <code>${answer ? typeHtml(answer) : 'nothing'}</code></p>`,
  ];
  return entry(operation.operationId, title, `${method} ${path} ${operation.operationId} ${operation.summary} ${access}`, parts.join('\n'));
}

function eventEntry({ name, heardBy, payload }: Document['x-events'][string]): string {
  const forms = (payload.oneOf ?? payload.anyOf ?? [payload]) as Schema[];
  return entry(
    `event-${name}`,
    `<code>${html(name)}</code>`,
    `${name} event`,
    `<p>Heard by: ${html(heardBy)}</p>${forms.map((form) => `<p><code>${typeHtml(form)}</code></p>`).join('')}`,
  );
}

function entry(id: string, title: string, words: string, inside: string): string {
  return `<details id="${html(id)}" data-words="${html(words.toLowerCase())}"><summary>${title}</summary>${inside}</details>`;
}

function fieldTable(caption: string, fields: { name: string; required: boolean; schema: Schema }[]): string {
  const rows = fields.map(({ name, required, schema }) => {
    const says = [schema.description, schemaLimits(schema)].filter(Boolean).join('; ');
    return `<tr><th scope="row"><code>${html(name)}</code>${required ? '' : ' optional'}</th><td><code>${typeHtml(schema)}</code></td><td>${html(says)}</td></tr>`;
  });
  return `<table><caption>${html(caption)}</caption>${rows.join('')}</table>`;
}

/** A type in one line, with links to the shapes it names. */
function typeHtml(schema: Schema): string {
  const marked = html(schemaText(schema, (name) => `‹${name}›`));
  return marked.replace(/‹(\w+)›/g, '<a href="#shape-$1">$1</a>');
}

function html(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
