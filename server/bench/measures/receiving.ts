import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { receiveEvents } from '../../src/features/desk/messages/actions/in/receive.ts';
import type { Inbound } from '../../src/gateways/whatsapp/port.ts';
import { asSystem, mintCompanyId } from '../../src/platform/context.ts';
import { type Bench, numbers } from '../bench.ts';
import { figureOf } from '../figures.ts';
import { receiveOnTheFloor } from '../floor.ts';
import { createHttp } from '../http.ts';
import { load, type Samples, summary, together } from '../load.ts';
import { quietApp } from '../quiet-app.ts';
import { active, cloudConnections, cloudOf, company, connectionOf, numberOf, webhookKeyOf } from '../seed.ts';

/** As many as the server has database connections. */
const workers = 12;
const rounds = 5;
const text = 'Bom dia, meu pedido 4471 ainda não chegou. Pode verificar o prazo de entrega, por favor?';

/**
 * Messages from customers with an active ticket: through Meta's webhook, through the action behind it, and as bare statements. In turns, so
 * that changes in the machine's speed affect all three.
 */
export async function measureReceiving(bench: Bench): Promise<void> {
  const floorPool = new pg.Pool({ connectionString: bench.database.url, max: workers });
  const app = await quietApp(bench.database.url, workers);
  const http = createHttp(bench.server.url, workers);
  const ctx = asSystem(app.base, mintCompanyId(company));
  const random = numbers(3);
  // Each worker has its own customers, so that none waits for the lock of a chat.
  const share = Math.floor(active / workers);
  const customerOf = (worker: number) => 1 + worker * share + random(share);
  const cloudCustomerOf = (worker: number) => {
    for (;;) {
      const contactId = customerOf(worker);
      if (connectionOf(contactId) <= cloudConnections) return contactId;
    }
  };

  const onTheFloor = (worker: number) => {
    const contactId = customerOf(worker);
    const id = `wamid.${randomUUID()}`;
    return receiveOnTheFloor(floorPool, contactId, id, text);
  };
  const byAction = (worker: number) => {
    const contactId = customerOf(worker);
    return receiveEvents(ctx, connectionOf(contactId), [factOf(contactId, `wamid.${randomUUID()}`)]);
  };
  const byWebhook = (worker: number) => {
    const contactId = cloudCustomerOf(worker);
    const { body, path, signature } = webhookOf(contactId);
    return http.send('POST', path, { headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature }, body });
  };

  const all: Record<'floor' | 'action' | 'webhook', Samples[]> = { floor: [], action: [], webhook: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [way, step] of [
      ['floor', onTheFloor],
      ['action', byAction],
      ['webhook', byWebhook],
    ] as const) {
      all[way].push(await load({ workers, seconds: 2 * bench.pace, warmUp: round === 0 ? 40 : 4, step }));
    }
  }
  const floor = summary(together(all.floor));
  bench.tell(figureOf('inbound message, floor: the bare statements', floor, {}));
  for (const [way, what] of [
    ['action', 'journal to commit'],
    ['webhook', 'signed webhook to 200'],
  ] as const) {
    const measured = summary(together(all[way]));
    bench.tell({
      ...figureOf(`inbound message, ${what}`, measured, { ratio: 0.6, rate: 500 }),
      floor: floor.rate,
      floorP99: floor.p99,
      ratio: measured.rate / floor.rate,
    });
  }
  http.close();
  await floorPool.end();
  await app.close();
}

/** A customer's text as a channel tells it. */
export function factOf(contactId: number, externalId: string): Inbound {
  return {
    key: `message:${externalId}`,
    kind: 'message',
    externalId,
    chat: [{ kind: 'wa_pn', value: numberOf(contactId) }],
    participant: null,
    name: null,
    fromMe: false,
    sentAt: new Date().toISOString(),
    content: { type: 'text', body: text },
    quotedExternalId: null,
    forwarded: false,
    history: false,
  };
}

/** Meta's request for one text message. */
export function webhookOf(contactId: number): { path: string; body: Buffer; signature: string; id: string } {
  const connectionId = connectionOf(contactId);
  const { phoneNumberId, wabaId, appSecret } = cloudOf(connectionId);
  const id = `wamid.${randomUUID()}`;
  const from = numberOf(contactId);
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551140000000', phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: '' }, wa_id: from }],
    messages: [{ from, id, timestamp: String(Math.floor(Date.now() / 1000)), type: 'text', text: { body: text } }],
  };
  const body = Buffer.from(
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: wabaId, changes: [{ field: 'messages', value }] }] }),
  );
  const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
  return { path: `/webhooks/whatsapp/${webhookKeyOf(connectionId)}`, body, signature, id };
}
