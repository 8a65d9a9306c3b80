// Companies and the people in them, made the way they are made in life: over HTTP.
import type { CallOf } from '@balcao/contract';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import { addDays } from '@balcao/contract/subscription-rules';
import { type Client, call, signIn } from './client.ts';
import type { World } from './world.ts';

export const password = 'senha-secreta';

let count = 0;

/** An address of its own: sign-ups and sign-ins are limited by it. */
export function newIp(): string {
  count += 1;
  return `10.1.${count >> 8}.${count & 255}`;
}

/** Signs up a company and its admin in. */
export async function givenCompany(url: string, name = `Loja ${++count}`): Promise<Client> {
  const email = `dona.${++count}@loja.example`;
  const plans = (await (await call(url, 'GET /plans/list')).json()) as { id: number }[];
  const body = { name, email, phone: '(11) 98765-4321', password, planId: plans[0]?.id };
  await call(url, 'POST /companies/cadastro', { body, headers: { 'x-forwarded-for': newIp() } });
  return signIn(url, email, password, newIp());
}

/** An admin adds a user, who signs in. */
export async function givenUser(
  url: string,
  admin: Client,
  overrides: Partial<CallOf<'POST /users'>['body'] & object> = {},
): Promise<Client> {
  const email = `ana.${++count}@loja.example`;
  await admin.call('POST /users', { body: { name: 'Ana Prado', email, password, ...overrides } });
  return signIn(url, email, password, newIp());
}

/** Yesterday was the last day of a company: its people may still look at everything. Answers how it is paid for again. Either counts at once. */
export async function subscriptionEnded(world: World, { user: { companyId } }: Client): Promise<() => Promise<void>> {
  const operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  const lasts = async (days: number) => {
    const dueDate = addDays(subscriptionDay(world.clock.now()), days);
    await operator.call('PUT /companies/:companyId', { params: { companyId }, body: { dueDate } });
  };
  await lasts(-1);
  return () => lasts(30);
}
