/** Each rule returns why something is not allowed, or null. Tests may import anything on their own side. */

const parts = ['feature', 'routes', 'reads', 'actions', 'rules', 'access', 'store', 'view', 'jobs', 'reactions'];
const partTiers = [['feature'], ['routes', 'jobs', 'reactions'], ['actions', 'reads'], ['rules', 'access', 'store', 'view']];
const pureParts = ['rules', 'access', 'view'];
// Packages that only compute: no clock, no network, no state.
const purePackages = ['libphonenumber-js'];
const pure = (part) => `${part} is pure: it imports the contract, and of platform and events types only`;
const storeReach = 'a store imports platform/db, platform/errors, kysely and the contract; of the rest types only';
const layers = {
  server: [['main', 'cli'], ['seed'], ['app'], ['product'], ['features'], ['events', 'gateways'], ['platform'], ['env', 'tables']],
  web: [['main'], ['app'], ['features'], ['data'], ['ui', 'platform']],
};
const emptyNames = ['utils', 'util', 'helpers', 'helper', 'service', 'services', 'common-utils', 'misc'];

/**
 * A part must be a file or a folder, not both.
 * @param {string[]} paths
 * @returns {[path: string, reason: string][]}
 */
export function bothFileAndFolder(paths) {
  const folders = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))));
  return paths
    .filter((path) => /\/(features|data)\//.test(path) && folders.has(path.replace(/\.tsx?$/, '')))
    .map((path) => [path, 'a part is a file or a folder of that name, never both']);
}

/** @param {import('./place.mjs').Place} at */
export function namingRules(at) {
  const reasons = [];
  if (emptyNames.includes(at.name)) reasons.push(`${at.name} says nothing: name the file after what it does`);
  if (at.name === 'index' && at.layer === 'features') reasons.push('a feature has no index file: import the part that is meant');
  if (at.layer === 'features' && !at.part) reasons.push('features/ holds domains, a domain holds features: features/<domain>/<feature>/…');
  else if (at.side === 'server' && at.layer === 'features' && !at.isTest && !parts.includes(at.part)) {
    reasons.push(`a feature holds only ${parts.join(', ')} (a file, or a folder of that name) and tests`);
  }
  const known = layers[at.side]?.flat();
  if (known && !known.includes(at.layer) && !at.isTest && !/\.d$/.test(at.name))
    reasons.push(`${at.side}/src holds only ${known.join(', ')}`);
  return reasons;
}

/**
 * @param {import('./place.mjs').Place} from
 * @param {{ specifier: string, typeOnly: boolean }} imported
 * @param {import('./place.mjs').Place | null} to null for a package
 * @param {string[]} order features as `domain/feature`, lowest first
 */
export function importRules(from, imported, to, order) {
  if (to === null) return packageRule(from, imported);
  if (imported.path === `${from.side}/package.json`) return null;
  if (to.side !== from.side) return from.isTest && to.side === 'outside' ? null : 'web and server meet only in @balcao/contract';
  if (from.isTest || from.side === 'contract') return null;
  if (to.isTest) return 'only tests import tests';
  const [above, below] = [rank(layers[from.side], from.layer), rank(layers[from.side], to.layer)];
  // The context brings together the types of everything that a request or job may use.
  if (from.layer === 'platform' && from.name === 'context' && to.layer === 'gateways' && imported.typeOnly) return null;
  if (above > below) return `${from.layer} lies below ${to.layer} and may not import it`;
  if (above === below && from.layer !== to.layer && !(from.layer === 'ui' && to.layer === 'platform'))
    return `${from.layer} and ${to.layer} do not know each other`;
  if (from.layer !== 'features') return null;
  if (to.layer !== 'features') return from.side === 'server' ? outOfFeatureRule(from, imported, to) : null;
  if (folderOf(from) !== folderOf(to))
    return from.side === 'web' ? 'web features do not import each other: a page in app/ joins them' : acrossRule(from, to, order);
  return from.side === 'server' ? insideRule(from, imported, to) : null;
}

function packageRule(from, { specifier }) {
  const isContract = specifier === '@balcao/contract' || specifier.startsWith('@balcao/contract/');
  if (from.side === 'contract') return from.isTest || specifier === 'zod' ? null : 'the contract imports zod and nothing else';
  if (specifier.startsWith('@balcao/') && !isContract) return 'web and server meet only in @balcao/contract';
  if (from.side !== 'server' || from.layer !== 'features' || from.isTest || isContract) return null;
  if (pureParts.includes(from.part)) return purePackages.includes(specifier) ? null : pure(from.part);
  if (from.part === 'store' && specifier !== 'kysely') return storeReach;
  return null;
}

function outOfFeatureRule(from, imported, to) {
  if (imported.typeOnly && ['platform', 'events', 'tables'].includes(to.layer)) return null;
  if (pureParts.includes(from.part)) return pure(from.part);
  if (from.part !== 'store') return null;
  return /^server\/src\/platform\/(db\/.+|errors\.ts)$/.test(imported.path) ? null : storeReach;
}

function acrossRule(from, to, order) {
  if (!['actions', 'reads'].includes(to.part)) return `of another feature only actions and reads may be used, not ${to.part}`;
  if (pureParts.includes(from.part) || from.part === 'store') return `${from.part} does not know other features`;
  const [above, below] = [folderOf(from), folderOf(to)];
  for (const folder of [above, below]) if (!order.includes(folder)) return `${folder} is not in the list of product.ts`;
  if (order.indexOf(below) > order.indexOf(above)) return `${below} comes after ${above} in product.ts: react to a fact instead`;
  return null;
}

function folderOf(at) {
  return `${at.domain}/${at.feature}`;
}

function insideRule(from, imported, to) {
  if (from.part === to.part) return null;
  // A view turns rows into answers, so store and view both name the row types.
  const nameRows = imported.typeOnly && ['store', 'view'].includes(from.part) && ['store', 'view'].includes(to.part);
  if (nameRows) return null;
  if (from.part === 'store') return storeReach;
  if (pureParts.includes(from.part)) return pureParts.includes(to.part) ? null : pure(from.part);
  return rank(partTiers, from.part) > rank(partTiers, to.part) ? `${from.part} lies below ${to.part} and may not import it` : null;
}

// The product's nouns, at the start of a word or of a part of a name. Companies, users and sessions are allowed: every product has them.
const nouns = 'ticket|contact|whatsapp|attendance|chatbot|campaign|customer|agent|tag|phone|rating|kanban|invoice|prompt|menu';
const capitals = nouns.replace(/(^|\|)(.)/g, (_, bar, letter) => bar + letter.toUpperCase());
// A small letter after the noun makes another word of it; a capital begins the next part of a name.
const productNouns = new RegExp(`(?:(?<![a-zA-Z])(?:${nouns})|(?:${capitals}))(?:s|es)?(?![a-z])|\\b(?:queue|connection)Ids?\\b`);
// Names that only look like them.
const notOfTheTrade = /user-?agent|\.agent\b|authTag|16 bytes tag/gi;

/**
 * The product's noun in a line of platform/, or null.
 * @param {import('./place.mjs').Place} at @param {string} line
 */
export function nounRule(at, line) {
  if (at.side !== 'server' || at.layer !== 'platform' || at.isTest) return null;
  const noun = productNouns.exec(line.replace(notOfTheTrade, ''))?.[0];
  return noun ? `platform/ does not know the word ${noun}: it belongs to a feature, or to events/` : null;
}

/** @param {import('./place.mjs').Place} at @param {{ type: string }} node */
export function nodeRules(at, node) {
  if (at.isTest) return null;
  if (at.side === 'web' && node.type === 'CallExpression' && node.callee.name === 'fetch' && /^\//.test(textOf(node.arguments[0])))
    return 'the server is called through platform/api.ts';
  if (isMember(node, 'process', 'env') && at.side !== 'web' && at.layer !== 'env')
    return 'the environment is read in server/src/env.ts and passed on';
  const timeless = at.side === 'contract' || (at.side === 'server' && ['features', 'events', 'app'].includes(at.layer));
  if (!timeless) return null;
  if (node.type === 'NewExpression' && node.callee.name === 'Date' && node.arguments.length === 0)
    return 'time is an argument: take it from ctx.now()';
  if (isMember(node, 'Date', 'now')) return 'time is an argument: take it from ctx.now()';
  const drawsLots = node.type === 'ImportSpecifier' && /^random/.test(node.imported.name);
  if (drawsLots || isMember(node, 'Math', 'random')) return 'chance is an argument: it comes from platform/';
  return null;
}

function textOf(node) {
  return String(node?.value ?? node?.quasis?.[0]?.value.cooked ?? '');
}

function isMember(node, object, property) {
  return node.type === 'MemberExpression' && node.object.name === object && (node.property.name ?? node.property.value) === property;
}

function rank(tiers, name) {
  const found = tiers.findIndex((tier) => tier.includes(name));
  return found === -1 ? 0 : found;
}
