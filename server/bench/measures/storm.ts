import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, numbers, removeCompanies } from '../bench.ts';
import { openOnNewPhone, signUpCompany } from '../company.ts';
import { timesOf } from '../figures.ts';
import { createHttp, type Http } from '../http.ts';
import { type Inboxed, inboxBeside } from '../inbox.ts';
import { summary, together } from '../load.ts';
import { active, cloudConnections, connectionOf } from '../seed.ts';
import { webhookOf } from './receiving.ts';

const messages = 600;
/** What sends them: a provider has so many connections to us, and what does not get one waits at its side. */
const connections = 100;
const storms = 5;
const tickets = 20;
const companyName = 'Vizinha da tempestade';

/** Six hundred inbound messages at once at one company, and what its neighbour waits meanwhile. */
export async function measureStorm({ server, database, tell, pace, afterwards }: Bench): Promise<void> {
  afterwards(() => removeCompanies(database.superUrl, companyName));
  const neighbour = await signUpCompany(server.url, companyName);
  const http = createHttp(server.url, 32);
  const stormy = createHttp(server.url, connections);
  try {
    const { tickets: desk } = await openOnNewPhone(neighbour, tickets);
    const storm = (webhooks: Webhook[]) => Promise.all(webhooks.map((webhook) => send(stormy, webhook)));
    // Not counted: what a server does for the first time takes longer.
    await inboxBeside(
      { http, token: neighbour.token, desk },
      async () => void (await storm(Array.from({ length: messages / 2 }, nextWebhook))),
    );
    const quiet = await inboxBeside({ http, token: neighbour.token, desk }, () => delay(5_000 * pace));
    const during: Inboxed[] = [];
    let seconds = 0;
    for (let i = 0; i < storms; i++) {
      const webhooks = Array.from({ length: messages }, nextWebhook);
      const timed = async () => {
        const from = performance.now();
        await storm(webhooks);
        seconds += (performance.now() - from) / 1000;
      };
      during.push(await inboxBeside({ http, token: neighbour.token, desk }, timed));
      await delay(1_000);
    }
    tell({ what: `storm: ${messages} inbound messages at one company`, value: { amount: seconds / storms, unit: 's' }, target: {} });
    for (const [kind, what] of [
      ['reads', 'reads of a neighbour'],
      ['sends', 'sends of a neighbour'],
    ] as const) {
      tell(timesOf(`${what}, before the storm`, summary(quiet[kind]), {}));
      tell(timesOf(`${what}, in the storm`, summary(together(during.map((each) => each[kind]))), { p99: 150 }));
    }
  } finally {
    http.close();
    stormy.close();
  }
}

const random = numbers(17);

/** A message of a customer of the company in the storm. */
function nextWebhook(): Webhook {
  for (;;) {
    const contactId = 1 + random(active);
    if (connectionOf(contactId) <= cloudConnections) return webhookOf(contactId);
  }
}

type Webhook = ReturnType<typeof webhookOf>;

function send(http: Http, { path, body, signature }: Webhook): Promise<string> {
  return http.send('POST', path, { headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature }, body });
}
