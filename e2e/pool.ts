// Browsers that are used again by the next journey, emptied of whoever was there. They still know the code of the app, which
// a new one would fetch and compile anew.
import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from '@playwright/test';

export type Stored = { cookies: Cookie[]; localStorage: Record<string, string> };
/** `fresh`: a new browser for this journey alone, which knows nothing of the app. */
export type Opening = BrowserContextOptions & { fresh?: true };
type Pooled = { context: BrowserContext; kind: string; base: Page };

export type Pool = {
  /** One that was opened with the same options before, or a new one; it holds what is given and nothing else. */
  take(options: Opening, headers: Record<string, string>, stored: Stored): Promise<BrowserContext>;
  /** Keeps it for others, or closes it if `spoilt` or there are enough. */
  give(context: BrowserContext, spoilt: boolean): Promise<void>;
  close(): Promise<void>;
};

/** Idle ones that are kept: most journeys need two. */
const most = 4;

/** Of browsers that all speak with the server at `url`. */
export function createPool(browser: Browser, url: string): Pool {
  const idle: Pooled[] = [];
  const taken: Pooled[] = [];

  return {
    async take({ fresh, ...options }, headers, { cookies, localStorage }) {
      if (fresh) {
        const origins = [{ origin: url, localStorage: Object.entries(localStorage).map(([name, value]) => ({ name, value })) }];
        return browser.newContext({ ...options, extraHTTPHeaders: headers, storageState: { cookies, origins } });
      }
      const kind = JSON.stringify(options);
      const at = idle.findLastIndex((each) => each.kind === kind);
      const one = idle.splice(at, at < 0 ? 0 : 1)[0] ?? (await create(options, kind));
      taken.push(one);
      const { context, base } = one;
      await context.clearCookies();
      await Promise.all([
        context.addCookies(cookies),
        context.setExtraHTTPHeaders(headers),
        base.evaluate(`(${store})(${JSON.stringify(localStorage)})`),
      ]);
      return context;
    },
    async give(context, spoilt) {
      const at = taken.findIndex((each) => each.context === context);
      const one = taken.splice(at, at < 0 ? 0 : 1)[0];
      if (!one || spoilt) return context.close();
      await Promise.all(context.pages().map((page) => page !== one.base && page.close()));
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      idle.push(one);
      if (idle.length > most) await idle.shift()?.context.close();
    },
    async close() {
      await Promise.all(idle.splice(0).map(({ context }) => context.close()));
    },
  };

  async function create(options: BrowserContextOptions, kind: string): Promise<Pooled> {
    const context = await browser.newContext(options);
    // It shows nothing; as long as it is open, the process with the compiled code stays.
    const base = await context.newPage();
    await base.goto(`${url}/healthz`);
    return { context, kind, base };
  }
}

/** Runs in the page: empties what the browser keeps of the app, and puts `given` there. */
const store = `async (given) => {
  localStorage.clear();
  for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  for (const key of await caches.keys()) await caches.delete(key);
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}`;
