import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, gzipSync } from 'node:zlib';
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { emojiData } from './emoji-data.ts';
import { colors } from './src/ui/colors.ts';
import { cssVariablesResolver, theme } from './src/ui/theme.ts';

const api = process.env.API_URL ?? 'http://localhost:8080';

/** The API accepts its own origin only, so calls and sockets pass as coming from there. */
const toApi = { target: api, changeOrigin: true, rewriteWsOrigin: true, headers: { origin: api } };

/** Everything that is neither a file of the app nor a page belongs to the API, which lives at the root. */
const apiPaths =
  '^/(?!$|src/|@|node_modules/|packages/|assets/|theme\\.js|sw\\.js|manifest\\.webmanifest|icons/|favicon[\\w-]*\\.svg|index\\.html)';

/** What of Mantine nothing here uses: its other colours, each with forty variables, and its headings. */
const unusedVariable = /^--mantine-(color-(pink|grape|violet|indigo|cyan|lime|orange|yellow)-|h[1-6]-|heading-)/;
const used = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !unusedVariable.test(name)));

/**
 * The theme as a plain style sheet (`virtual:theme.css`).
 * Mantine would put it into the page as an inline style, which the content security policy forbids.
 */
function themeCss(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'balcao-theme',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    load(source) {
      if (source !== id) return undefined;
      const merged = mergeMantineTheme(DEFAULT_THEME, { ...theme, colors });
      const base = defaultCssVariablesResolver(merged);
      const own = cssVariablesResolver(merged);
      return convertCssVariables({
        variables: used({ ...base.variables, ...own.variables }),
        light: used({ ...base.light, ...own.light, '--mantine-color-scheme': 'light' }),
        dark: used({ ...base.dark, ...own.dark, '--mantine-color-scheme': 'dark' }),
      });
    },
  };
}

/** Imports each icon from its own file. Else the list of all of them decides what is loaded with what, and is read at each build. */
function directIcons(): Plugin {
  return {
    name: 'balcao-direct-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: '@tabler/icons-react' },
      handler: (code) =>
        code.replace(/import \{([^}]*)\} from ["']@tabler\/icons-react["'];?/g, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
            .join(' '),
        ),
    },
  };
}

/** The style sheets of the Mantine parts that the way to the inbox does without. The others are in `src/ui/mantine.css`. */
const laterStyles: Record<string, readonly string[]> = {
  Autocomplete: ['ScrollArea', 'Combobox'],
  Checkbox: ['Checkbox'],
  Combobox: ['ScrollArea', 'Combobox'],
  Drawer: ['ScrollArea', 'Overlay', 'ModalBase', 'Drawer'],
  Modal: ['ScrollArea', 'Overlay', 'ModalBase', 'Modal'],
  MultiSelect: ['ScrollArea', 'Combobox', 'Pill', 'PillsInput'],
  NumberInput: ['NumberInput'],
  Radio: ['Radio'],
  SegmentedControl: ['FloatingIndicator', 'SegmentedControl'],
  Select: ['ScrollArea', 'Combobox'],
  Stack: ['Stack'],
  Tabs: ['Tabs'],
};

/** Loads the styles of a Mantine part with the modules that use it. */
function partStyles(): Plugin {
  return {
    name: 'balcao-part-styles',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx$/, code: '@mantine/core' },
      handler(code) {
        const parts = [...code.matchAll(/import \{([^}]*)\} from ["']@mantine\/core["']/g)].flatMap(([, names = '']) => names.split(','));
        const sheets = new Set(parts.flatMap((name) => laterStyles[name.trim()] ?? []));
        return code + [...sheets].map((sheet) => `\nimport '@mantine/core/styles/${sheet}.layer.css';`).join('');
      },
    },
  };
}

/** Puts a `.br` and a `.gz` beside each text file of the build, which the server sends instead of it. */
function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'balcao-precompressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|html|svg)$/.test(name));
      await Promise.all(
        files.map(async (name) => {
          const path = join(folder, name);
          const bytes = await readFile(path);
          await Promise.all([
            writeFile(`${path}.br`, await promisify(brotliCompress)(bytes)),
            writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 })),
          ]);
        }),
      );
    },
  };
}

/** What is loaded on the way to the conversations. */
const start = ['src/main.tsx', 'src/app/pages/login-page.tsx'];
const inbox = ['src/app/shell/shell.tsx', 'src/app/pages/inbox-page.tsx', 'src/ui/page/banner.tsx'];
/** Promised are 230,000 and 248,000 (`e2e/loading.spec.ts`), of which 1,500 are for the small files that lead to these. */
const mostScriptBytes = 228_500;
const mostCodeBytes = 246_500;

const sizeOf = (code: string | Uint8Array) => gzipSync(code, { level: 9 }).length;
const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);

/** Refuses a build whose code or styles on the way to the conversations are larger than what is promised to people on slow lines. */
function smallInbox(): Plugin {
  return {
    name: 'balcao-small-inbox',
    apply: 'build',
    writeBundle(_, bundle) {
      const roots = [...start, ...inbox].map((root) => join(import.meta.dirname, root));
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = new Set(chunks.filter(({ moduleIds }) => moduleIds.some((id) => roots.includes(id))));
      for (const { imports } of needed) for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
      const sheets = new Set([...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      const script = sum([...needed].map(({ code }) => sizeOf(code)));
      const all =
        script + sum(Object.values(bundle).map((file) => (sheets.has(file.fileName) && 'source' in file ? sizeOf(file.source) : 0)));
      if (script <= mostScriptBytes && all <= mostCodeBytes) return;
      const files = [...needed]
        .map(({ fileName }) => fileName)
        .concat([...sheets])
        .join(', ');
      this.error(
        `The code up to the inbox has ${script} bytes compressed and may have ${mostScriptBytes}, with styles ${all} and ${mostCodeBytes}: ${files}`,
      );
    },
  };
}

/** Puts what PDFs with the pictures of scanners need where `read-pdf.ts` looks for it, under the library's version. */
function pdfPictures(): Plugin {
  return {
    name: 'balcao-pdf-pictures',
    apply: 'build',
    async generateBundle() {
      const folder = join(import.meta.dirname, '../node_modules/pdfjs-dist');
      const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
      const name = 'openjpeg_nowasm_fallback.js';
      this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${name}`, source: await readFile(join(folder, 'wasm', name)) });
    },
  };
}

/** Libraries and their parts that only administration uses, and lists of what a library has, which would draw all of it along. */
const laterLibrary =
  /zod|react-number-format|qrcode|@dnd-kit|@mantine\/form|klona|pdfjs-dist|fast-deep-equal|@e965|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|\/(Drawer|Menu|Modal|ModalBase|Overlay|NumberInput|Combobox|Select|ScrollArea|Textarea|NativeSelect|Checkbox|MultiSelect|Autocomplete|Pill|PillsInput|Radio|Tabs|SegmentedControl|FloatingIndicator|Accordion|Fieldset|Stack|TagsInput|FileInput|FileButton|Badge|Progress|Anchor|Paper)\/|@mantine\/core\/esm\/index|tabler-icons-react\.mjs|\/icons\//;

const isEarlyLibrary = (id: string) => id.includes('/node_modules/') && !laterLibrary.test(id) && !id.endsWith('.css');

const conversation = ['src/app/pages/inbox/open-ticket.tsx', 'src/app/pages/inbox/inbox-contact.tsx'];

/** Puts all of ours that these modules import into one file, instead of one for each set of pages that share something. */
function neededBy(chunk: string, roots: readonly string[]): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let needed: Set<string> | null = null;
  return (id, context) => {
    if (!needed) {
      needed = new Set(roots.map((root) => join(import.meta.dirname, root)));
      for (const each of needed)
        for (const imported of context.getModuleInfo(each)?.importedIds ?? [])
          if (!imported.includes('/node_modules/') || imported.includes('/icons/')) needed.add(imported);
    }
    return needed.has(id) ? chunk : null;
  };
}

/** The library names its build for development to everybody; the other one has no warnings in it. */
function productionRouter(): Plugin {
  return {
    name: 'balcao-production-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs') },
        ],
      },
    }),
  };
}

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    directIcons(),
    partStyles(),
    productionRouter(),
    themeCss(),
    emojiData(),
    pdfPictures(),
    precompressed(),
    smallInbox(),
  ],
  server: {
    port: 5173,
    proxy: {
      '/socket.io': { ...toApi, ws: true },
      [apiPaths]: { ...toApi, bypass: (request) => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined) },
    },
  },
  css: { modules: command === 'build' ? { generateScopedName: '[hash:base64:5]' } : {} },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The reader of PDFs is one file, loaded with the first of them.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // A file for several pages is named after the group only, not after all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        codeSplitting: {
          // Few files on the way to the conversations: the libraries, what the sign-in needs, the rest.
          groups: [
            { name: 'libraries', test: isEarlyLibrary, priority: 5 },
            { name: neededBy('start', start), debugName: 'start', priority: 4 },
            { name: neededBy('inbox', inbox), debugName: 'inbox', priority: 3 },
            { name: 'error-sentences', test: /platform\/error-sentences\.ts$/, priority: 2 },
            { name: neededBy('conversation', conversation), debugName: 'conversation', priority: 1 },
            { name: 'shared', minShareCount: 3, priority: 0 },
          ],
        },
      },
    },
  },
}));
