/** Bundles the server into server/dist/main.js and the command line into balcao.js, including the contract; all other packages stay outside. */
import { build } from 'esbuild';
import { root } from './workspace.mjs';

await build({
  absWorkingDir: root,
  entryPoints: { main: 'server/src/main.ts', balcao: 'server/src/cli/balcao.ts' },
  outdir: 'server/dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [{ name: 'packages-stay-outside', setup: keepPackagesOutside }],
});

// The contract is TypeScript source, which Node.js cannot import; every other package can be.
function keepPackagesOutside(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@balcao/') ? undefined : { path, external: true },
  );
}
