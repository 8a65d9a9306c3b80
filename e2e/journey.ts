// What every journey starts from: a running server, a company, and browsers that are watched for faults.
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { Client } from '../server/test/client.ts';
import { newIp } from '../server/test/people.ts';
import { type Balcao, startBalcao } from './balcao.ts';
import { type Desk, givenDesk } from './desk.ts';

export { expect };

/** What no page may do: complain in the console, break its own content policy, or speak to another host. */
export type Faults = { seen: string[]; allowed: RegExp[] };

type Journey = {
  desk: Desk;
  faults: Faults;
  /** Opens a page in a browser of its own, signed in as `who` or as nobody. */
  open: (who: Client | null, path?: string, options?: BrowserContextOptions) => Promise<Page>;
};

/** `env` is told to the server beside what all of them are told. */
export const test = base.extend<Journey, { env: Record<string, string>; balcao: Balcao }>({
  env: [{}, { option: true, scope: 'worker' }],
  balcao: [
    async ({ env }, use) => {
      const balcao = await startBalcao(env);
      await use(balcao);
      await balcao.close();
    },
    { scope: 'worker', timeout: 120_000 },
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
  open: async ({ browser, balcao, faults }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (who, path = '/', options = {}) => {
      const context = await openContext(browser.newContext.bind(browser), balcao.url, who, options);
      contexts.push(context);
      watch(context, balcao.url, faults);
      const page = await context.newPage();
      await page.goto(`${balcao.url}${path}`);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

type NewContext = (options: BrowserContextOptions) => Promise<BrowserContext>;

/** Each browser comes from an address of its own, since sign-ins are limited by it. */
function openContext(create: NewContext, url: string, who: Client | null, options: BrowserContextOptions): Promise<BrowserContext> {
  const from = { extraHTTPHeaders: { 'x-forwarded-for': newIp() } };
  return create({ ...from, ...(who ? { storageState: sessionOf(url, who) } : {}), ...options });
}

/** What a browser keeps of somebody who signed in. */
function sessionOf(url: string, { user, token, cookie }: Client) {
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  const stored = { token: JSON.stringify(token), companyId: String(user.companyId), userId: String(user.id) };
  return {
    cookies: [
      { name, value, domain: new URL(url).hostname, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const },
    ],
    origins: [{ origin: url, localStorage: Object.entries(stored).map(([key, text]) => ({ name: key, value: text })) }],
  };
}

function watch(context: BrowserContext, url: string, { seen }: Faults): void {
  context.on('console', (message) => {
    // The browser itself notes every refused request; whether one was right is for the journey to say.
    const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !refused) seen.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => seen.push(`thrown: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin !== url) seen.push(`outside: ${request.url()}`);
  });
}
