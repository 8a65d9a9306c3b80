// A JSON Schema in one line, for readers: `{ id: integer, name: text, queue: Queue | null }`.
import type { Schema } from './openapi.ts';

/** The type in words. `link` writes a reference to a named shape. */
export function schemaText(schema: Schema, link: (name: string) => string = (name) => name): string {
  const inner = (each: Schema) => schemaText(each, link);
  if (schema.$ref) return link(shapeName(schema.$ref));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((each) => inner(each as Schema)))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => inner({ ...schema, type: type as 'string' })).join(' | ');
  switch (schema.type) {
    case 'array': {
      const item = inner((schema.items ?? {}) as Schema);
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return `{ ${fieldsOf(schema)
        .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${inner(schema)}`)
        .join(', ')} }`.replace('{  }', '{}');
    case 'string':
      return schema.contentMediaType ? 'file' : (schema.format ?? 'text');
    default:
      return typeof schema.type === 'string' ? schema.type : 'anything';
  }
}

/** The limits of a value besides its type, or empty text. */
export function schemaLimits(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, default: usual } = schema;
  const choices = (schema.anyOf ?? []).map((each) => schemaLimits(each as Schema)).filter(Boolean);
  const range = (unit: string, low: number | undefined, high: number | undefined) =>
    low === undefined && high === undefined
      ? []
      : [`${low === undefined ? 'up to' : high === undefined ? 'from' : `${low} to`} ${high ?? low}${unit}`];
  return [
    ...new Set(choices),
    ...range(' characters', minLength, maxLength),
    ...range('', minimum, maximum),
    ...range(' items', minItems, maxItems),
    ...(usual === undefined ? [] : [`${JSON.stringify(usual)} unless given`]),
  ].join('; ');
}

export type Field = { name: string; required: boolean; schema: Schema };

/** The fields of an object. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema: schema as Schema }));
}

function shapeName(ref: string): string {
  return ref.split('/').at(-1) ?? ref;
}
