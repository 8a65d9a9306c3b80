// Files that take long to send use up their own company's share of the lane, and nobody else's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { givenCompany } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { lanes } from '../../../platform/jobs/lanes.ts';
import { receiveEvents } from './actions/in/receive.ts';

let world: World;
let letGo = () => {};
const gone = new Promise<void>((resolve) => {
  letGo = resolve;
});
/** The files that are being sent. */
const slow = new Set<string>();
let slowest = 0;
beforeAll(async () => {
  world = await createWorld({
    gateways: (made) => {
      const simulator = made.channel('simulator');
      const send: typeof simulator.send = async (account, outgoing) => {
        if (outgoing.content.type === 'media') {
          slow.add(outgoing.clientKey);
          slowest = Math.max(slowest, slow.size);
          await gone;
          slow.delete(outgoing.clientKey);
        }
        return simulator.send(account, outgoing);
      };
      return { ...made, channel: (kind) => (kind === 'simulator' ? { ...simulator, send } : made.channel(kind)) };
    },
  });
});
afterAll(async () => {
  letGo();
  await world.close();
});

let people = 0;

/** A conversation on a number of its own. */
async function givenTicket(admin: Client): Promise<number> {
  const value = `55119${90_000_000 + ++people}`;
  const connectionId = await givenPhone(admin, value);
  await receiveEvents(asSystem(world.app.base, mintCompanyId(admin.user.companyId)), connectionId, [
    {
      key: `m:${value}`,
      kind: 'message',
      externalId: value,
      chat: [{ kind: 'wa_pn', value }],
      participant: null,
      name: 'Cliente',
      fromMe: false,
      sentAt: world.clock.now().toISOString(),
      content: { type: 'text', body: 'oi' },
      quotedExternalId: null,
      forwarded: false,
      history: false,
    },
  ]);
  const { tickets } = await admin.call('GET /tickets', { query: { searchParam: value, showAll: true } });
  const params = { ticketId: tickets[0]?.id ?? 0 };
  await admin.call('PUT /tickets/:ticketId', { params, body: { status: 'open', userId: admin.user.id } });
  return params.ticketId;
}

const last = async (admin: Client, ticketId: number) =>
  (await admin.call('GET /messages/:ticketId', { params: { ticketId } })).messages.at(-1)?.state;

test('slow files on every number of a company leave the other slots of the lane to others', async () => {
  const [greedy, other] = [await givenCompany(world.url), await givenCompany(world.url)];
  const tickets: number[] = [];
  for (let n = 0; n < lanes.sending.slots; n++) tickets.push(await givenTicket(greedy));
  const calm = await givenTicket(other);
  for (const ticketId of tickets) {
    const body = new FormData();
    body.append('medias', new Blob(['um orçamento'], { type: 'text/plain' }), 'orçamento.txt');
    await greedy.call('POST /messages/:ticketId', { params: { ticketId }, body });
  }
  await until(() => slow.size === lanes.sending.perCompany);
  await other.call('POST /messages/:ticketId', { params: { ticketId: calm }, body: { body: 'Bom dia' } });
  await until(async () => (await last(other, calm)) === 'sent' || (await last(other, calm)) === 'delivered', 2_000);
  expect(slow.size).toBe(lanes.sending.perCompany);
  letGo();
  for (const ticketId of tickets) await until(async () => !['queued', 'sending'].includes((await last(greedy, ticketId)) ?? 'queued'));
  expect(slowest).toBe(lanes.sending.perCompany);
});
