import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { cssVariablesResolver, theme } from './src/ui/theme.ts';

const api = process.env.API_URL ?? 'http://localhost:8080';

/** The API accepts its own origin only, so calls and sockets pass as coming from there. */
const toApi = { target: api, changeOrigin: true, rewriteWsOrigin: true, headers: { origin: api } };

/** Everything that is neither a file of the app nor a page belongs to the API, which lives at the root. */
const apiPaths = '^/(?!$|src/|@|node_modules/|packages/|assets/|theme\\.js|favicon[\\w-]*\\.svg|index\\.html)';

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
      const merged = mergeMantineTheme(DEFAULT_THEME, theme);
      const base = defaultCssVariablesResolver(merged);
      const own = cssVariablesResolver(merged);
      return convertCssVariables({
        variables: { ...base.variables, ...own.variables },
        light: { ...base.light, ...own.light, '--mantine-color-scheme': 'light' },
        dark: { ...base.dark, ...own.dark, '--mantine-color-scheme': 'dark' },
      });
    },
  };
}

export default defineConfig({
  plugins: [react(), themeCss()],
  server: {
    port: 5173,
    proxy: {
      '/socket.io': { ...toApi, ws: true },
      [apiPaths]: { ...toApi, bypass: (request) => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined) },
    },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
            { name: 'data', test: /node_modules\/(@tanstack|socket\.io|engine\.io|@socket\.io)/, priority: 2 },
          ],
        },
      },
    },
  },
});
