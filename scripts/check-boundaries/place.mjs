/**
 * Where a source file stands.
 * @typedef {{ side: 'contract' | 'server' | 'web' | 'outside', layer: string, feature?: string, part?: string, name: string, isTest: boolean }} Place
 * @param {string} path relative to the checkout
 * @returns {Place}
 */
export function place(path) {
  const [, side, rest] = /^(packages\/contract|server|web)\/(?:src\/)?((?<=src\/).+|seed\/.+)$/.exec(path) ?? [];
  const isTest = /\.test\.tsx?$/.test(path) || /\/test-[\w-]+\.tsx?$/.test(path);
  const name = path
    .split('/')
    .at(-1)
    .replace(/(\.test)?\.tsx?$/, '');
  if (!side) return { side: 'outside', layer: 'outside', name, isTest };
  if (side === 'packages/contract') return { side: 'contract', layer: 'contract', name, isTest };
  const [first, second, third] = rest.split('/');
  if (first !== 'features') return { side, layer: second ? first : name, name, isTest };
  return { side, layer: 'features', feature: second, part: third?.replace(/(\.test)?\.tsx?$/, ''), name, isTest };
}
