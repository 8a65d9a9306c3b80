// A real session of the library against the fake WhatsApp: what it refuses and says of limits holds strangers back, and only them.
import type { MessageView } from '@balcao/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { ticketsOf } from '../../../../test/given.ts';
import { givenLinkedDesk, type LinkedDesk } from '../../../../test/linked.ts';

let desk: LinkedDesk;
beforeAll(async () => {
  desk = await givenLinkedDesk();
});
afterAll(() => desk.close());

const params = () => ({ whatsappId: desk.connectionId });
const health = () => desk.admin.call('GET /v1/connections/:whatsappId/health', { params: params() });

/** Somebody on WhatsApp who never wrote to us, and to whom we say something. */
async function address(name: string, number: string): Promise<() => Promise<MessageView | undefined>> {
  desk.fake.contact(number, name);
  const contact = await desk.admin.call('POST /contacts', { body: { name, number } });
  const ticket = await desk.admin.call('POST /tickets', {
    body: { contactId: contact.id, userId: desk.admin.user.id, whatsappId: desk.connectionId },
  });
  return say(ticket.id, `Bom dia, ${name}`);
}

async function say(ticketId: number, body: string): Promise<() => Promise<MessageView | undefined>> {
  const [sent] = await desk.admin.call('POST /messages/:ticketId', { params: { ticketId }, body: { body } });
  return async () => {
    const { messages } = await desk.admin.call('GET /messages/:ticketId', { params: { ticketId }, query: { peek: true } });
    return messages.find(({ id }) => id === sent?.id);
  };
}

test('a refused beginning of a conversation holds back the next one, not an answer', async () => {
  const ana = desk.fake.contact('5511988887777', 'Ana');
  await desk.fake.send(ana, 'Bom dia');
  const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending'))[0]);
  await desk.admin.call('PUT /tickets/:ticketId', {
    params: { ticketId: ticket.id },
    body: { status: 'open', userId: desk.admin.user.id },
  });

  desk.fake.nackNext(463);
  const refused = await address('Bruno', '5521988880001');
  await until(async () => (await refused())?.state === 'failed', 15_000);
  expect(await refused()).toMatchObject({ failReason: 'restricted' });
  const held = await address('Clara', '5521988880002');
  await until(async () => (await held())?.failReason === 'new_chats_held', 15_000);
  const answer = await say(ticket.id, 'Bom dia, Ana');
  await until(async () => ((await answer())?.ack ?? 0) >= 1, 15_000);
  expect(await held()).toMatchObject({ state: 'queued', failReason: 'new_chats_held', waitsUntil: expect.any(String) });
  await until(async () => (await health()).meter.level === 'paused', 15_000);

  await desk.admin.call('POST /v1/connections/:whatsappId/resume', { params: params() });
  await until(async () => ((await held())?.ack ?? 0) >= 1, 15_000);
  expect((await health()).meter).toMatchObject({ newChatsToday: 1, failedToday: 1 });
});

test('a lock of the account is shown and obeyed until it ends', async () => {
  desk.fake.timelock({ active: true, until: Math.floor(Date.now() / 1000) + 3_600 });
  await until(async () => (await health()).meter.level === 'restricted', 15_000);
  const held = await address('Dora', '5521988880003');
  await until(async () => (await held())?.failReason === 'new_chats_held', 15_000);
  expect(await held()).toMatchObject({ state: 'queued', waitsUntil: (await health()).meter.restrictedUntil });
  desk.fake.timelock({ active: false });
  await until(async () => ((await held())?.ack ?? 0) >= 1, 15_000);
  expect((await health()).meter.restrictedUntil).toBeNull();
});
