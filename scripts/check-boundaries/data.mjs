// The browser's data layer: one home for what is read, one noun above the other.
import { cycles } from './cycles.mjs';
import { place } from './place.mjs';

/**
 * The route a value names, as in `api('GET /tickets')`; null for anything else. Types and tests may name routes as they like, and so may a
 * comparison of two.
 * @param {import('./place.mjs').Place} at
 * @param {{ type: string }} node
 * @returns {string | null}
 */
export function routeRead(at, node) {
  if (at.side !== 'web' || at.isTest) return null;
  const text = node.type === 'TemplateElement' ? node.value.cooked : node.type === 'Literal' ? node.value : null;
  return typeof text === 'string' && text.startsWith('GET /') ? text : null;
}

/**
 * @param {{ route: string, path: string, line: number }[]} reads
 * @returns {[at: string, reason: string][]}
 */
export function readRules(reads) {
  const homes = new Map();
  const breaches = [];
  for (const { route, path, line } of reads) {
    const home = homes.get(route) ?? path;
    homes.set(route, home);
    if (place(path).layer !== 'data')
      breaches.push([`${path}:${line}`, `what is read by GET is read in web/src/data, where all share it: ${route}`]);
    else if (home !== path) breaches.push([`${path}:${line}`, `${route} is read in ${home} already: one module reads a route`]);
  }
  return breaches;
}

/**
 * Circles among the nouns of web/src/data, whatever their files; imports of types alone make none.
 * @param {{ path: string, imports: { path: string | null, typeOnly: boolean }[] }[]} files
 */
export function nounCycles(files) {
  const nouns = new Map();
  for (const { path, imports } of files) {
    const noun = nounOf(path);
    if (!noun || place(path).isTest) continue;
    const others = imports.filter((each) => each.path && !each.typeOnly && ![null, noun].includes(nounOf(each.path)));
    nouns.set(noun, [...(nouns.get(noun) ?? []), ...others.map((each) => ({ path: nounOf(each.path), typeOnly: false }))]);
  }
  return cycles([...nouns].map(([path, imports]) => ({ path, imports })));
}

function nounOf(path) {
  return /^web\/src\/data\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}
