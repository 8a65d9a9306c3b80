// What every journey starts from: a running server, a company, and browsers that are watched for faults.
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page, type Request, type WebError } from '@playwright/test';
import type { Client } from '../server/test/client.ts';
import { newIp } from '../server/test/people.ts';
import { type Balcao, startBalcao } from './balcao.ts';
import { type Desk, givenDesk } from './desk.ts';
import { createPool, type Opening, type Pool, type Stored } from './pool.ts';

export { expect };

/** What no page may do: complain in the console, break its own content policy, or speak to another host. */
export type Faults = { seen: string[]; allowed: RegExp[] };

type Journey = {
  desk: Desk;
  faults: Faults;
  /** Opens a page in a browser of its own, signed in as `who` or as nobody. */
  open: (who: Client | null, path?: string, options?: Opening) => Promise<Page>;
};

/** `env` is told to the server beside what all of them are told. */
export const test = base.extend<Journey, { env: Record<string, string>; balcao: Balcao; browsers: Pool }>({
  env: [{}, { option: true, scope: 'worker' }],
  balcao: [
    async ({ env }, use) => {
      const balcao = await startBalcao(env);
      await use(balcao);
      await balcao.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  browsers: [
    async ({ browser, balcao }, use) => {
      const browsers = createPool(browser, balcao.url);
      await use(browsers);
      await browsers.close();
    },
    { scope: 'worker' },
  ],
  desk: async ({ balcao }, use) => {
    // Journeys share the fake of Meta: what one made it report by itself is not for the next.
    balcao.graph.autoStatuses();
    await use(await givenDesk(balcao));
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  faults: async ({}, use) => {
    const faults: Faults = { seen: [], allowed: [] };
    await use(faults);
    expect(faults.seen.filter((fault) => !faults.allowed.some((allowed) => allowed.test(fault)))).toEqual([]);
  },
  open: async ({ browsers, balcao, faults }, use, info) => {
    const contexts: BrowserContext[] = [];
    const ends: (() => void)[] = [];
    await use(async (who, path = '/', { viewport, colorScheme, ...options } = {}) => {
      // Each browser comes from an address of its own, since sign-ins are limited by it.
      const headers = { 'x-forwarded-for': newIp() };
      const context = await browsers.take(options, headers, who ? sessionOf(balcao.url, who) : { cookies: [], localStorage: {} });
      contexts.push(context);
      ends.push(watch(context, balcao.url, faults));
      const page = await context.newPage();
      // Of the page, so that browsers that differ in nothing else are used again.
      if (viewport) await page.setViewportSize(viewport);
      if (colorScheme) await page.emulateMedia({ colorScheme });
      await page.goto(`${balcao.url}${path}`);
      return page;
    });
    const spoilt = info.status !== info.expectedStatus;
    await Promise.all(contexts.map((context) => browsers.give(context, spoilt)));
    for (const end of ends) end();
  },
});

/** What a browser keeps of somebody who signed in. */
function sessionOf(url: string, { user, token, cookie }: Client): Stored {
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  return {
    cookies: [{ name, value, domain: new URL(url).hostname, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' }],
    localStorage: { token: JSON.stringify(token), companyId: String(user.companyId), userId: String(user.id) },
  };
}

/** Notes the faults in a browser until what it returns is called. */
function watch(context: BrowserContext, url: string, { seen }: Faults): () => void {
  const onConsole = (message: ConsoleMessage) => {
    // The browser itself notes every refused request; whether one was right is for the journey to say.
    const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !refused) seen.push(`console: ${message.text()} ${message.location().url}`);
  };
  const onError = (error: WebError) => void seen.push(`thrown: ${error.error().message}`);
  const onRequest = (request: Request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin !== url) seen.push(`outside: ${request.url()}`);
  };
  context.on('console', onConsole).on('weberror', onError).on('request', onRequest);
  return () => void context.off('console', onConsole).off('weberror', onError).off('request', onRequest);
}
