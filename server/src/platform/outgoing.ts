// What leaves the server is what the contract names and nothing else, in answers and in events. Types cannot see to it: a value may always have
// more fields than its type says.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

/** Takes a value for the outside; returns a copy without whatever the schema does not name. */
export type Outgoing = (value: unknown) => unknown;

/**
 * Compiles a schema of the contract, which takes time, so do it once. `check`: a value that has more than the schema names, or is not what it
 * says, throws instead of being cut; for tests.
 */
export function outgoing(schema: z.ZodType, check: boolean): Outgoing {
  const copy = copierOf(schema) ?? ((value) => value);
  if (!check) return copy;
  return (value) => {
    const wanted = asJson(value);
    if (!isDeepStrictEqual(schema.parse(wanted), wanted))
      throw new Error(`more than the contract names: ${surplus(wanted, schema.parse(wanted))}`);
    const left = copy(value);
    if (!isDeepStrictEqual(asJson(left), wanted)) throw new Error('something that the contract names was lost on the way out');
    return left;
  };
}

/** Null: a value that is passed on as it is. */
type Copier = Outgoing | null;

/** Many answers and events contain the same views. */
const compiled = new WeakMap<z.core.$ZodType, Copier>();

function copierOf(schema: z.core.$ZodType): Copier {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const copier = compile(schema);
  compiled.set(schema, copier);
  return copier;
}

function compile(schema: z.core.$ZodType): Copier {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectCopier(def.shape);
    case 'array':
      return listCopier(copierOf(def.element));
    case 'nullable':
    case 'optional':
    case 'default':
      return unlessMissing(copierOf(def.innerType));
    case 'pipe':
      return copierOf(def.out);
    case 'record':
      return recordCopier(copierOf(def.valueType));
    case 'union':
      return unionCopier(def);
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'enum':
    case 'literal':
    case 'transform':
      return null;
    default:
      throw new Error(`say in outgoing.ts how to copy ${def.type}`);
  }
}

/**
 * Written out as a literal with its keys, as one would by hand: filling an object key by key, or parsing it with the schema, takes more than
 * ten times as long. The keys are those of the contract.
 */
function objectCopier(shape: z.core.$ZodShape): Copier {
  const fields = Object.entries(shape).map(([name, schema]) => ({ key: JSON.stringify(name), copy: copierOf(schema), schema }));
  const read = (key: string, copy: Copier, i: number) => (copy ? `value[${key}] && inner[${i}](value[${key}])` : `value[${key}]`);
  const always = fields.map(({ key, copy, schema }, i) => (schema._zod.optout ? '' : `${key}: ${read(key, copy, i)},`));
  const perhaps = fields.map(({ key, copy, schema }, i) =>
    schema._zod.optout ? `if (value[${key}] !== undefined) copy[${key}] = ${read(key, copy, i)};` : '',
  );
  const body = `return (value) => { const copy = { ${always.join(' ')} }; ${perhaps.join(' ')} return copy; };`;
  return new Function('inner', body)(fields.map(({ copy }) => copy)) as Outgoing;
}

function listCopier(item: Copier): Copier {
  return item && ((value) => (value as unknown[]).map(item));
}

/** The keys are data, so all of them leave. */
function recordCopier(item: Copier): Copier {
  return item && ((value) => Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, item(each)])));
}

function unlessMissing(inner: Copier): Copier {
  return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
}

/** Values without fields, or objects that tell by one field which of them they are. */
function unionCopier(def: z.core.$ZodUnionDef & { discriminator?: string }): Copier {
  const options = def.options.map((option) => ({ option, copy: copierOf(option) }));
  if (options.every(({ copy }) => copy === null)) return null;
  const { discriminator: key } = def;
  if (key === undefined) throw new Error('objects of a union need a discriminator, or nobody knows which fields may leave');
  const copies = new Map<unknown, Outgoing>();
  for (const { option, copy } of options) {
    for (const name of option._zod.propValues?.[key] ?? []) if (copy) copies.set(name, copy);
  }
  return (value) => {
    const form = (value as Record<string, unknown>)[key];
    const copy = copies.get(form);
    if (!copy) throw new Error(`no form of this union has ${key} ${String(form)}`);
    return copy(value);
  };
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Where a value has more than what is left of it. */
function surplus(value: unknown, left: unknown, path = ''): string {
  if (typeof value !== 'object' || value === null || typeof left !== 'object' || left === null)
    return isDeepStrictEqual(value, left) ? '' : path;
  const has = left as Record<string, unknown>;
  return Object.entries(value)
    .map(([key, inner]) => (key in has ? surplus(inner, has[key], `${path}.${key}`) : `${path}.${key}`))
    .filter((found) => found !== '')
    .join(', ');
}
