import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { SendFailure } from '../../../gateways/whatsapp/port.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { receiveEvents } from '../../desk/messages/actions/in/receive.ts';

let world: World;
let admin: Client;
let params: { whatsappId: number };
let refused = false;

beforeAll(async () => {
  world = await createWorld({
    gateways: (made) => ({
      ...made,
      channel: (kind) => {
        const channel = made.channel(kind);
        if (kind !== 'simulator') return channel;
        const refusal = new SendFailure('refused', 'restricted', '463');
        return { ...channel, send: (account, outgoing) => (refused ? Promise.reject(refusal) : channel.send(account, outgoing)) };
      },
    }),
  });
  admin = await givenCompany(world.url);
  params = { whatsappId: await givenPhone(admin) };
});
afterAll(() => world.close());

const health = () => admin.call('GET /v1/connections/:whatsappId/health', { params });

/** An agent begins a conversation; what he says. */
async function begin(name: string, number: string) {
  const contact = await admin.call('POST /contacts', { body: { name, number } });
  const ticket = await admin.call('POST /tickets', {
    body: { contactId: contact.id, userId: admin.user.id, whatsappId: params.whatsappId },
  });
  await admin.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: `Bom dia, ${name}` } });
  return async () => (await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } })).messages[0];
}

test('admins see how a number is doing, agents do not', async () => {
  await admin.call('DELETE /whatsappsession/:whatsappId', { params });
  await admin.call('POST /whatsappsession/:whatsappId', { params });
  const { meter, gaps, timeline } = await health();
  expect(meter).toEqual({
    level: 'good',
    score: 100,
    why: [],
    newChatsToday: 0,
    newChatsLimit: null,
    sentToday: 0,
    failedToday: 0,
    restrictedUntil: null,
    answersRestrictedUntil: null,
    pausedUntil: null,
  });
  expect(gaps).toEqual([]);
  expect(timeline.map(({ status, reason }) => [status, reason])).toEqual([
    ['CONNECTED', null],
    ['DISCONNECTED', 'disconnected_by_user'],
    ['CONNECTED', null],
  ]);
  const agent = await givenUser(world.url, admin, { name: 'Ana Prado' });
  await expect(agent.call('GET /v1/connections/:whatsappId/health', { params })).rejects.toMatchObject({ status: 403 });
  await expect(
    admin.call('POST /v1/connections/:whatsappId/gaps/:gapId/recheck', { params: { ...params, gapId: 1 } }),
  ).rejects.toMatchObject({ status: 404, error: 'ERR_NO_GAP_FOUND' });
});

test('a refused beginning pauses the next, which goes when an admin says so', async () => {
  const socket = await admin.socket();
  const news = heard<{ action: string; whatsappId: number }>(socket, `company-${admin.user.companyId}-connection-health`);
  refused = true;
  const first = await begin('Helena Sampaio', '5548999990001');
  await until(async () => (await first())?.state === 'failed');
  expect(await news).toEqual({ action: 'update', whatsappId: params.whatsappId });
  socket.close();
  refused = false;
  const second = await begin('Otávio Brandão', '5548999990002');
  const waiting = await until(async () => {
    const message = await second();
    return message?.failReason === 'new_chats_held' ? message : null;
  });
  expect(waiting).toMatchObject({ state: 'queued' });
  expect(new Date(waiting.waitsUntil ?? 0).getTime()).toBeGreaterThan(world.clock.now().getTime());
  const paused = await until(async () => ((await health()).meter.level === 'paused' ? health() : null));
  expect(paused.meter).toMatchObject({ why: ['refused'], failedToday: 1 });

  const resumed = await admin.call('POST /v1/connections/:whatsappId/resume', { params });
  expect(resumed.meter).toMatchObject({ level: 'good', pausedUntil: null });
  await until(async () => (await second())?.state === 'sent');
  expect((await health()).meter).toMatchObject({ newChatsToday: 1, sentToday: 1 });
});

test('what the provider says of its limits is obeyed, and ends by itself', async () => {
  const resetsAt = new Date(world.clock.now().getTime() + 300_000).toISOString();
  const at = world.clock.now().toISOString();
  const ctx = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
  await receiveEvents(ctx, params.whatsappId, [
    {
      key: 'limits:1',
      kind: 'limits',
      restrictedUntil: null,
      answersRestrictedUntil: null,
      reason: null,
      newChats: { used: 10, total: 10, resetsAt },
      at,
    },
  ]);
  const { meter } = await until(async () => {
    const now = await health();
    return now.meter.newChatsLimit === 10 ? now : null;
  });
  expect(meter).toMatchObject({ level: 'paused', why: ['limit_reached'], pausedUntil: resetsAt });
  const third = await begin('Yasmin Rocha', '5548999990003');
  await until(async () => (await third())?.waitsUntil === resetsAt);
  world.clock.advance(300_001);
  expect((await health()).meter).toMatchObject({ level: 'good', newChatsLimit: null, pausedUntil: null });
});
