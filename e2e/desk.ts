// A company ready to work, made over the API.
import { type Client, until } from '../server/test/client.ts';
import type { FakeCustomer } from '../server/test/fake-graph/customer.ts';
import { givenCompany, givenUser } from '../server/test/people.ts';
import type { Balcao } from './balcao.ts';

export { password } from '../server/test/people.ts';

export type Number = { connectionId: number; phoneNumberId: string; token: string };
export type Desk = {
  admin: Client;
  /** Agent of the queue Vendas. */
  ana: Client;
  /** Agent of the queues Vendas and Suporte. */
  bia: Client;
  sales: number;
  support: number;
  number: Number;
  /** A customer who writes to the number. */
  customer(name: string): FakeCustomer & { name: string; phone: string };
};

let numbers = 0;

/** A company with two queues, two agents who also see what has no queue yet, and a number. */
export async function givenDesk(balcao: Balcao): Promise<Desk> {
  const admin = await givenCompany(balcao.url, `Vértice Móveis ${++numbers}`);
  // One after the other: menus offer them in the order in which they were made.
  const sales = await admin.call('POST /queue', { body: { name: 'Vendas', color: '#1164a9' } });
  const support = await admin.call('POST /queue', { body: { name: 'Suporte', color: '#ac2b30' } });
  const [ana, bia, number] = await Promise.all([
    givenUser(balcao.url, admin, { name: 'Ana Beatriz', queueIds: [sales.id], allTicket: 'enabled' }),
    givenUser(balcao.url, admin, { name: 'Bia Fontes', queueIds: [sales.id, support.id], allTicket: 'enabled' }),
    givenNumber(balcao, admin, [sales.id]),
  ]);
  // It is past its first steps, so its admin begins with the dashboard.
  await admin.call('PUT /settings/:settingKey', { params: { settingKey: 'firstSteps' }, body: { value: 'closed' } });
  return {
    admin,
    ana,
    bia,
    sales: sales.id,
    support: support.id,
    number,
    customer(name) {
      const phone = `55489${String(10_000_000 + ++numbers * 137)}`;
      return { ...balcao.graph.customer({ phone, name }, number.phoneNumberId), name, phone };
    },
  };
}

/** A connected Cloud API number of the admin's company. */
export async function givenNumber({ url, graph }: Balcao, admin: Client, queueIds: number[]): Promise<Number> {
  const digits = `5548905550${String(100 + ++numbers)}`;
  const phoneNumberId = `10${digits}`;
  const wabaId = `20${digits}`;
  const secrets = { accessToken: `token-${digits}`, appSecret: `app-secret-${digits}`, verifyToken: `verify-${digits}` };
  const { id, webhookUrl } = await admin.call('POST /whatsapp', {
    body: { name: 'Loja Centro', channel: 'whatsapp_cloud', queueIds, cloud: { phoneNumberId, wabaId, ...secrets } },
  });
  const webhook = `${url}${new URL(webhookUrl ?? '').pathname}`;
  graph.addNumber({ phoneNumberId, wabaId, displayNumber: digits, webhookUrl: webhook, ...secrets });
  await admin.call('POST /whatsappsession/:whatsappId', { params: { whatsappId: id } });
  await until(async () => (await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: id } })).status === 'CONNECTED');
  return { connectionId: id, phoneNumberId, token: secrets.accessToken };
}

/** A ticket of `customer` in Vendas, already with `agent`. */
export async function givenOpenTicket(
  desk: Desk,
  agent: Client,
  customer: { name: string; text(body: string): Promise<string> },
  body = 'Bom dia!',
) {
  await customer.text(body);
  const ticket = await givenWaiting(desk, customer);
  return agent.call('PUT /tickets/:ticketId', {
    params: { ticketId: ticket.id },
    body: { status: 'open', userId: agent.user.id, queueId: desk.sales },
  });
}

/** The waiting ticket of a customer who wrote, once it is there. */
export function givenWaiting(desk: Desk, { name }: { name: string }) {
  return until(async () => {
    const { tickets } = await desk.admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
    return tickets.find(({ contact }) => contact.name === name);
  });
}
