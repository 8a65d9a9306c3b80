/**
 * The place of a source file in the architecture.
 * @typedef {{ side: 'contract' | 'server' | 'web' | 'outside', layer: string, domain?: string, feature?: string, part?: string, name: string, isTest: boolean }} Place
 * @param {string} path relative to the checkout
 * @returns {Place}
 */
export function place(path) {
  const [, side, rest] = /^(packages\/contract|server|web)\/(?:src\/)?((?<=src\/).+|seed\/.+)$/.exec(path) ?? [];
  const isTest = /\.test\.tsx?$/.test(path) || /\/test-[\w-]+\.tsx?$/.test(path);
  const name = stem(path.split('/').at(-1));
  if (!side) return { side: 'outside', layer: 'outside', name, isTest };
  if (side === 'packages/contract') return { side: 'contract', layer: 'contract', name, isTest };
  const [first, second, third, fourth] = rest.split('/');
  if (first === 'data') return { side, layer: 'data', feature: second, part: stem(third), name, isTest };
  if (first !== 'features') return { side, layer: second ? first : name, name, isTest };
  return { side, layer: 'features', domain: second, feature: third, part: stem(fourth), name, isTest };
}

function stem(name) {
  return name?.replace(/(\.test)?\.tsx?$/, '');
}
