import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, type Locator, launchChromium, type Page, type Response } from '../../../e2e/browser.ts';
import { signIn } from '../../test/client.ts';
import { type Bench, numbers, removeCompanies } from '../bench.ts';
import { type BrowserDesk, desk, openDesk } from '../browser-desk.ts';
import type { Figure, Tell } from '../figures.ts';
import { percentile } from '../load.ts';

const signIns = 5;
/** As many as the list shows at once, so that none must be scrolled to. */
const switches = 10;
/** How long the pointer rests on a row before it is pressed, where it rests. */
const restMs = 500;
const keys = 150;
/** Of the wheel. */
const turns = 1_500;
const quietMs = 400;
const row = '[data-ticket]';
const list = 'ul:has([data-ticket])';
const text = 'Bom dia! O seu pedido sai hoje à tarde e chega amanhã até o meio-dia. ';
/** Three minutes at twelve messages a second; `--pace 10` makes it half an hour. */
const traffic = { seconds: 180, inbound: 10, outgoing: 2, switchEveryMs: 2_000, warmUpSeconds: 45 };

/** The inbox in Chromium, the one the journeys use: an agent with 10,000 open tickets and a conversation of 5,000 messages. */
export async function measureBrowser({ server, database, tell, pace, afterwards }: Bench): Promise<void> {
  afterwards(() => removeCompanies(database.superUrl, desk.name));
  // One that was stopped midway left its own.
  await removeCompanies(database.superUrl, desk.name);
  const work = await openDesk(server.url, database.superUrl);
  const browser = await launchChromium();
  try {
    await measureSignIn(browser, server.url, work, tell);
    const page = await signedIn(browser, server.url, work);
    await measureSwitching(page, work, tell);
    await measureTyping(page, work, tell);
    await page.context().close();
    await measureScrolling(browser, server.url, work, tell);
    await measureMemory(browser, server.url, work, tell, pace);
  } finally {
    await browser.close();
  }
}

/** The code until the list stands, and the time from the click on the sign-in until the list is drawn, with nothing in the browser's cache. */
async function measureSignIn(browser: Browser, url: string, work: BrowserDesk, tell: Tell): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < signIns; run++) {
    const page = await freshPage(browser);
    const code: Response[] = [];
    page.on('response', (response) => response.url().endsWith('.js') && code.push(response));
    const shown = await (await fillSignIn(page, url, work))();
    times.push(shown.ms);
    // What makes the list better comes once it stands.
    const needed = code.filter((response) => response.request().timing().startTime <= shown.at);
    const sizes = await Promise.all(needed.map(async (response) => gzipSync(await response.body(), { level: 9 }).length));
    bytes = sizes.reduce((sum, size) => sum + size, 0);
    await page.context().close();
  }
  tell({ what: 'JavaScript up to the inbox, gzip', value: { amount: bytes, unit: 'B' }, target: { atMost: 230_000 } });
  tell(timed('from the sign-in to the list, nothing cached', times, 1_000));
}

/** Clicks on conversations of the list, until nothing in the page changes any more; then on those that were open before. */
async function measureSwitching(page: Page, work: BrowserDesk, tell: Tell): Promise<void> {
  // What opens the first one is loaded with it.
  await open(page, work.talks[1]?.id);
  const others = work.talks.slice(2, 2 + switches).map(({ id }) => id);
  const further = work.talks.slice(2 + switches, 2 + 2 * switches).map(({ id }) => id);
  const rounds = async (of: 'first' | 'known' | 'pointed at', what: string, ids: number[], atMost: number) => {
    const times: number[] = [];
    const spent = await cpuOf(page, async () => {
      for (const id of ids) times.push(await open(page, id, of === 'pointed at' ? restMs : 0));
    });
    tell(timed(what, times, atMost));
    tell({ what: `… CPU time of the page for each ${of}`, value: { amount: spent / ids.length, unit: 'ms' }, target: {} });
  };
  await rounds('first', 'switching to a conversation for the first time', others, 200);
  await rounds('known', 'switching to a conversation that was open before', [...others, ...others, ...others], 60);
  await rounds('pointed at', 'switching for the first time, the pointer on it for half a second', further, 200);
}

/** CPU time of the page's main thread in ms: it does not depend on what else runs. */
async function cpuOf(page: Page, work: () => Promise<void>): Promise<number> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const from = await taskSeconds(tools);
  await work();
  const spent = (await taskSeconds(tools)) - from;
  await tools.detach();
  return spent * 1000;
}

async function taskSeconds(tools: CDPSession): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** What a key costs the main thread, in the conversation with all its messages loaded. */
async function measureTyping(page: Page, work: BrowserDesk, tell: Tell): Promise<void> {
  await open(page, work.talks[0]?.id);
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Buscar nesta conversa' }).fill(desk.rare);
  await page
    .locator('[data-message]')
    .nth(desk.longest - 1)
    .waitFor({ state: 'attached', timeout: 120_000 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ir para o fim' }).click();
  await page.locator('#mensagem').click();
  await page.evaluate('window.keyTimes = probe.watchKeys()');
  const spent = await cpuOf(page, async () => {
    for (let i = 0; i < keys; i++) await page.keyboard.type(text[i % text.length] ?? ' ', { delay: 40 });
  });
  const times = (await page.evaluate('keyTimes')) as number[];
  if (times.length < keys) throw new Error(`${times.length} of ${keys} keys were drawn`);
  tell(timed(`a key, ${desk.longest} messages open`, times.slice(10), 16));
  tell({ what: '… CPU time of the page for each key', value: { amount: spent / keys, unit: 'ms' }, target: {} });
  await page.locator('#mensagem').fill('');
}

/** Down the whole list with the wheel, which loads it, and then up, as fast as one flings it: 160 pixels a frame. */
async function measureScrolling(browser: Browser, url: string, work: BrowserDesk, tell: Tell): Promise<void> {
  const page = await signedIn(browser, url, work);
  await page.evaluate(`void (document.querySelector('${list}').parentElement.id = 'measured')`);
  const at = (await page.evaluate(`probe.middleOf('#measured')`)) as { x: number; y: number };
  await page.mouse.move(at.x, at.y);
  const rest = `Number(document.querySelector('#measured li:last-of-type').ariaPosInSet) < ${desk.tickets}`;
  while (await page.evaluate(rest)) await page.mouse.wheel(0, 1_600);
  await page.evaluate(`window.watched = probe.watchRows('#measured')`);
  for (let i = 0; i < turns; i++) await page.mouse.wheel(0, -160);
  const { frames, empty } = (await page.evaluate('watched.stop()')) as { frames: number[]; empty: number };
  tell({
    what: `through ${desk.tickets} tickets: frames that lack a row`,
    value: { amount: (100 * empty) / frames.length, unit: '%' },
    target: { atMost: 0 },
  });
  tell(timed('… a frame', frames));
  await page.context().close();
}

/** Messages come and go while an agent goes from conversation to conversation: what the page holds after a warm-up, and at the end. */
async function measureMemory(browser: Browser, url: string, work: BrowserDesk, tell: Tell, pace: number): Promise<void> {
  const page = await signedIn(browser, url, work);
  const tools = await page.context().newCDPSession(page);
  const held = async () => {
    // Twice: what has a finalizer goes with the second one.
    for (let i = 0; i < 2; i++) await tools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await tools.send('Runtime.getHeapUsage');
    const { nodes } = await tools.send('Memory.getDOMCounters');
    return { mb: usedSize / 1_048_576, nodes };
  };
  const under = liveTraffic(url, work, page);
  try {
    await under.forSeconds(traffic.warmUpSeconds);
    const before = await held();
    await under.forSeconds((traffic.seconds * pace) / 2);
    const middle = await held();
    await under.forSeconds((traffic.seconds * pace) / 2);
    const after = await held();
    tell({ what: 'memory of the page under live traffic, after warm-up', value: { amount: before.mb, unit: 'MB' }, target: {} });
    tell({ what: '… in the middle: more by', value: { amount: middle.mb - before.mb, unit: 'MB' }, target: {} });
    tell({ what: '… at the end: more than in the middle by', value: { amount: after.mb - middle.mb, unit: 'MB' }, target: { atMost: 1 } });
    tell({ what: '… at the end: more than after warm-up by', value: { amount: after.mb - before.mb, unit: 'MB' }, target: { atMost: 2 } });
    tell({ what: '… its nodes: more by', value: { amount: (100 * (after.nodes - before.nodes)) / before.nodes, unit: '%' }, target: {} });
  } finally {
    await page.context().close();
  }
}

/** What happens around an agent who goes from conversation to conversation: customers write, and the admin answers some of them. */
function liveTraffic(url: string, { admin, whatsappId, talks }: BrowserDesk, page: Page) {
  const random = numbers(23);
  const some = talks.slice(1, 1 + switches);
  const faults: unknown[] = [];
  let messages = 0;
  let writer = { client: admin, since: performance.now() };
  const signInAgain = async () => {
    // What they signed in with lasts fifteen minutes. The agent has the page: whoever signs in a second time leaves the first.
    if (performance.now() - writer.since < 600_000) return;
    writer = { client: await signIn(url, admin.user.email, desk.password), since: performance.now() };
  };
  const inbound = async () => {
    await signInAgain();
    const talk = some[random(some.length)];
    const body = { from: talk?.number ?? '', name: 'Cliente', body: `${text}${messages}` };
    await writer.client.call('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body });
  };
  const outgoing = async () => {
    const ticketId = some[random(some.length)]?.id ?? 0;
    await writer.client.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: `${text}${messages}` } });
  };
  const beat = async (until: number, everyMs: number, step: () => Promise<unknown>) => {
    while (performance.now() < until) {
      const next = performance.now() + everyMs;
      await step().catch((error) => faults.push(error));
      await delay(Math.max(0, next - performance.now()));
    }
  };
  const counted = (send: () => Promise<void>) => async () => {
    await send();
    messages += 1;
  };
  let at = 0;
  // Not `open`: with messages each tenth of a second, the page may never be without a change.
  const goOn = async () => {
    at = (at + 1) % some.length;
    await (await rowOf(page, some[at]?.id)).click();
  };
  return {
    async forSeconds(seconds: number) {
      const until = performance.now() + seconds * 1000;
      await Promise.all([
        beat(until, 1000 / traffic.inbound, counted(inbound)),
        beat(until, 1000 / traffic.outgoing, counted(outgoing)),
        beat(until, traffic.switchEveryMs, goOn),
      ]);
      if (faults.length > 0) throw faults[0];
    },
  };
}

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ path: join(import.meta.dirname, '../page-probe.js') });
  return context.newPage();
}

/** Signs the agent in; what it returns waits until the list is drawn, and answers how long that took. */
async function fillSignIn(page: Page, url: string, { agent }: BrowserDesk): Promise<() => Promise<{ ms: number; at: number }>> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(agent.user.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(desk.password);
  await page.evaluate(`void (window.shown = probe.untilShown('${row}'))`);
  await page.getByRole('button', { name: 'Entrar' }).click();
  return async () => (await page.evaluate('shown')) as { ms: number; at: number };
}

async function signedIn(browser: Browser, url: string, work: BrowserDesk): Promise<Page> {
  const page = await freshPage(browser);
  await (await fillSignIn(page, url, work))();
  await page.waitForLoadState('networkidle');
  return page;
}

/**
 * Opens a conversation by a click in the list, on which the pointer rests for `restsMs` before, and answers after how many ms nothing changed any
 * more.
 */
async function open(page: Page, ticketId: number | undefined, restsMs = 0): Promise<number> {
  const link = await rowOf(page, ticketId);
  if (restsMs > 0) {
    await link.hover();
    await delay(restsMs);
  }
  await page.evaluate(`void (window.settled = probe.untilSettled(${quietMs}))`);
  await link.click();
  return (await page.evaluate('settled')) as number;
}

/** A conversation's row, brought into sight: only those near what is in sight are drawn. */
async function rowOf(page: Page, ticketId: number | undefined): Promise<Locator> {
  const link = page.locator(`[data-ticket="${ticketId}"] [data-row]`);
  for (let top = 0; top < 10_000 && (await link.count()) === 0; top += 500) {
    await page.evaluate(`new Promise((drawn) => {
      document.querySelector('${list}').parentElement.scrollTop = ${top};
      requestAnimationFrame(() => requestAnimationFrame(drawn));
    })`);
  }
  await link.scrollIntoViewIfNeeded();
  return link;
}

function timed(what: string, times: number[], atMost?: number): Figure {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    what,
    value: { amount: percentile(sorted, 0.5), unit: 'ms' },
    p99: percentile(sorted, 0.99),
    target: atMost === undefined ? {} : { atMost },
  };
}
