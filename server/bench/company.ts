// A company of a measurement's own, made as its people would make it.
import { type Client, call, signIn, until } from '../test/client.ts';

const password = 'senha-segura';

/** Signs a company up and its admin in. Remove it afterwards by its name (`removeCompanies`). */
export async function signUpCompany(url: string, name: string): Promise<Client> {
  const [plan] = (await (await call(url, 'GET /plans/list')).json()) as { id: number }[];
  const email = `pessoa-${crypto.randomUUID()}@medicao.exemplo`;
  await call(url, 'POST /companies/cadastro', { body: { name, email, password, phone: '48905550142', planId: plan?.id } });
  return signIn(url, email, password);
}

/** The number of the customer `i` of a simulated phone. */
export const customerOf = (i: number) => `55219${70_000_000 + i}`;

/** Connects a simulated phone, has so many customers write, and accepts their conversations. */
export async function openOnNewPhone(admin: Client, customers: number): Promise<{ whatsappId: number; tickets: number[] }> {
  const { id: whatsappId } = await admin.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator' } });
  await until(async () => (await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId } })).status === 'CONNECTED');
  for (let i = 0; i < customers; i++)
    await admin.call('POST /simulator/:whatsappId/messages', {
      params: { whatsappId },
      body: { from: customerOf(i), name: `Cliente ${i}`, body: 'Bom dia' },
    });
  const { tickets } = await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
  for (const { id } of tickets)
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId: id }, body: { status: 'open', userId: admin.user.id } });
  return { whatsappId, tickets: tickets.map(({ id }) => id) };
}
