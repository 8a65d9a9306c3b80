// What a browser loads until a person can work. The numbers are promises to people on slow lines: they may fall, not grow.
import { gzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';
import { givenOpenTicket, password } from './desk.ts';
import { expect, test } from './journey.ts';

const mostRequests = 30;
const mostScriptBytes = 230_000;
const mostCodeBytes = 248_000;

/** Runs in the page. */
const noteWhenItStands = `new MutationObserver((changes, watch) => {
  if (!document.body?.textContent.includes('Otávio Brandão')) return;
  document.documentElement.dataset.stoodAt = performance.timeOrigin + performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true, characterData: true });`;

test('from the sign-in to the standing inbox: few requests, little code, all of it compressed', async ({ balcao, desk, open }) => {
  for (const name of ['Helena Sampaio', 'Jussara Quadros', 'Otávio Brandão']) await givenOpenTicket(desk, desk.ana, desk.customer(name));
  // Nothing of the app yet.
  const page = await open(null, '/healthz', { fresh: true });
  await page.addInitScript({ content: noteWhenItStands });
  const requests: Request[] = [];
  let sockets = 0;
  page.on('request', (request) => requests.push(request));
  page.on('websocket', () => sockets++);
  await page.goto(`${balcao.url}/login`);
  await page.getByLabel('E-mail').fill(desk.ana.user.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('region', { name: 'Lista de atendimentos' }).getByText('Otávio Brandão')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const pathOf = (request: Request) => request.url().slice(balcao.url.length);
  // What makes the list better comes once it stands: by the browser's own clock, since on a busy machine this looks late.
  const stoodAt = Number(await page.locator('html').getAttribute('data-stood-at'));
  expect(stoodAt).toBeGreaterThan(0);
  // Until it is answered, a request says that it began in 1970.
  await Promise.all(requests.map((request) => request.response()));
  const untilStanding = requests.filter((request) => request.timing().startTime <= stoodAt);
  expect(untilStanding.length + sockets, untilStanding.map(pathOf).join('\n')).toBeLessThanOrEqual(mostRequests);

  const paths = requests.map(pathOf);
  expect(paths.filter((path) => path === '/version')).toHaveLength(1);
  expect(paths.filter((path) => /withUnreadMessages/.test(path))).toHaveLength(1);

  const code: { path: string; bytes: number }[] = [];
  for (const request of untilStanding) {
    const path = pathOf(request);
    const response = await request.response();
    if (!response || response.status() === 204) continue;
    const headers = await response.allHeaders();
    const body = await response.body();
    if (/\.(js|css)$/.test(path)) {
      code.push({ path, bytes: gzipSync(body, { level: 9 }).length });
      expect(headers['content-encoding'], path).toBe('br');
    }
    if (path.startsWith('/assets/')) expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable');
    // What carries a session is not: its length would tell of its content.
    const isJson = headers['content-type']?.startsWith('application/json') && !path.startsWith('/auth/');
    if (isJson && body.length > 1024) expect(headers['content-encoding'], path).toMatch(/^(br|gzip)$/);
  }
  const bytesOf = (some: typeof code) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  const all = code.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
  expect(bytesOf(code.filter(({ path }) => path.endsWith('.js'))), all).toBeLessThanOrEqual(mostScriptBytes);
  expect(bytesOf(code), all).toBeLessThanOrEqual(mostCodeBytes);
});
