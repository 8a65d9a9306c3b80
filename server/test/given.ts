// What companies work with, made the way they make it: over HTTP. Companies and people themselves: people.ts.
import type { CallOf } from '@balcao/contract';
import type { TicketView } from '@balcao/contract/tickets';
import { type Client, until } from './client.ts';
import { type FakeGraph, startFakeGraph } from './fake-graph/server.ts';
import { givenCompany, givenUser } from './people.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export type Desk = {
  world: World;
  graph: FakeGraph;
  admin: Client;
  /** In queue Vendas. */
  ana: Client;
  /** In queue Suporte. */
  bia: Client;
  sales: number;
  support: number;
  /** A connected Cloud API connection. */
  connectionId: number;
  phoneNumberId: string;
  close(): Promise<void>;
};

/** Adds a queue and answers its id. */
export async function givenQueue(admin: Client, name = 'Vendas', more: Partial<CallOf<'POST /queue'>['body']> = {}): Promise<number> {
  return (await admin.call('POST /queue', { body: { name, color: '#1164a9', ...more } })).id;
}

/** Adds a simulator connection and answers its id. */
export async function givenPhone(admin: Client, name = 'Telefone', more: Partial<CallOf<'POST /whatsapp'>['body']> = {}): Promise<number> {
  return (await admin.call('POST /whatsapp', { body: { name, channel: 'simulator', ...more } })).id;
}

/** A connected Cloud API number of the admin's company on the fake Graph API. */
export async function givenCloudNumber(
  world: Pick<World, 'url'>,
  graph: FakeGraph,
  admin: Client,
  digits: string,
): Promise<{ connectionId: number; phoneNumberId: string }> {
  const phoneNumberId = `10${digits}`;
  const secrets = { accessToken: `token-${digits}`, appSecret: `app-secret-${digits}`, verifyToken: `verify-${digits}` };
  const connection = await admin.call('POST /whatsapp', {
    body: { name: `API Oficial ${digits}`, channel: 'whatsapp_cloud', cloud: { phoneNumberId, wabaId: `20${digits}`, ...secrets } },
  });
  const path = new URL(connection.webhookUrl ?? '').pathname;
  graph.addNumber({
    phoneNumberId,
    wabaId: `20${digits}`,
    accessToken: secrets.accessToken,
    appSecret: secrets.appSecret,
    webhookUrl: `${world.url}${path}`,
    displayNumber: digits,
  });
  await admin.call('POST /whatsappsession/:whatsappId', { params: { whatsappId: connection.id } });
  await until(
    async () => (await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: connection.id } })).status === 'CONNECTED',
  );
  return { connectionId: connection.id, phoneNumberId };
}

/** A desk ready to work: two queues, two agents, one number. */
export async function givenDesk(options: WorldOptions = {}): Promise<Desk> {
  const graph = await startFakeGraph();
  const world = await createWorld({ ...options, graphUrl: graph.url });
  const admin = await givenCompany(world.url);
  const sales = await givenQueue(admin);
  const support = await givenQueue(admin, 'Suporte', { color: '#ac2b30' });
  const ana = await givenUser(world.url, admin, { name: 'Ana Beatriz', queueIds: [sales] });
  const bia = await givenUser(world.url, admin, { name: 'Bia Fontes', queueIds: [support], allTicket: 'enabled' });
  const number = await givenCloudNumber(world, graph, admin, '5548905550100');
  return {
    world,
    graph,
    admin,
    ana,
    bia,
    sales,
    support,
    ...number,
    async close() {
      await world.close();
      await graph.close();
    },
  };
}

/** The tickets someone sees in a list. */
export async function ticketsOf(client: Client, status: 'open' | 'pending' | 'closed', showAll = true): Promise<TicketView[]> {
  return (await client.call('GET /tickets', { query: { status, showAll } })).tickets;
}
