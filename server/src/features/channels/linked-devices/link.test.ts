import type { MessageView } from '@balcao/contract/messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import type { Phone } from '../../../../test/fake-whatsapp/phone.ts';
import { ticketsOf } from '../../../../test/given.ts';
import { codeOf, givenLinkedDesk, type LinkedDesk, untilStatus } from '../../../../test/linked.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { commandDevice } from './actions/command.ts';
import { keepService } from './rules.ts';

let desk: LinkedDesk;
let ana: Phone;
/** Sessions that are being opened wait for it. */
let gate: Promise<void> = Promise.resolve();
let opening = 0;

beforeAll(async () => {
  desk = await givenLinkedDesk({
    gateways: (made) => {
      const open: typeof made.webSessions.open = async (...given) => {
        opening += 1;
        await gate;
        return made.webSessions.open(...given);
      };
      return { ...made, webSessions: { ...made.webSessions, open } };
    },
  });
  ana = desk.fake.contact('5511988887777', 'Ana');
});
afterAll(() => desk.close());

async function thread(): Promise<MessageView[]> {
  const [ticket] = [...(await ticketsOf(desk.admin, 'pending')), ...(await ticketsOf(desk.admin, 'open'))];
  if (!ticket) return [];
  return (await desk.admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id }, query: { peek: true } })).messages;
}

test('a phone is linked by its QR code and says its number', async () => {
  const connection = await desk.admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: desk.connectionId } });
  expect(connection).toMatchObject({ status: 'CONNECTED', statusReason: null, number: '5511999990000', qrcode: '', pairingCode: '' });
});

test('what a customer writes becomes a ticket, and the answer reaches the phone once, with its ticks', async () => {
  const id = await desk.fake.send(ana, 'Bom dia, vocês entregam hoje?');
  await desk.fake.received(id);
  await until(async () => (await thread()).some(({ body }) => body.startsWith('Bom dia')));
  const [ticket] = await ticketsOf(desk.admin, 'pending');
  expect(ticket?.contact).toMatchObject({ name: 'Ana', number: '5511988887777' });
  await desk.admin.call('PUT /tickets/:ticketId', {
    params: { ticketId: ticket?.id ?? 0 },
    body: { status: 'open', userId: desk.admin.user.id },
  });
  await desk.admin.call('POST /messages/:ticketId', { params: { ticketId: ticket?.id ?? 0 }, body: { body: 'Entregamos até as 18h.' } });
  const answer = await desk.fake.sent(({ receivedBy, ownCopy }) => receivedBy === ana && !ownCopy);
  expect(answer.message).toMatchObject({ extendedTextMessage: { text: 'Entregamos até as 18h.' } });
  await until(async () => (await thread()).some(({ body, ack }) => body.startsWith('Entregamos') && ack >= 1));
  desk.fake.receipt(answer, 'read');
  await until(async () => (await thread()).some(({ body, ack }) => body.startsWith('Entregamos') && ack === 3));
  expect(desk.fake.arrivals(ana)).toEqual([{ id: expect.any(String), times: 1 }]);
});

test('a dropped connection comes back by itself, with what was written meanwhile', async () => {
  desk.fake.drop();
  await untilStatus(desk.admin, desk.connectionId, 'TIMEOUT', 'network');
  await desk.fake.send(ana, 'Ainda estão aí?');
  await untilStatus(desk.admin, desk.connectionId, 'CONNECTED', null);
  // The library waits up to 20 s for history that a phone linked just now may still send.
  await until(async () => (await thread()).some(({ body }) => body === 'Ainda estão aí?'), 30_000);
});

test('another phone is linked by a code typed on it', async () => {
  const second = desk.fake.contact('5511977770000', 'Filial');
  const { id } = await desk.admin.call('POST /whatsapp', { body: { name: 'Filial', channel: 'whatsapp_web' } });
  await codeOf(desk.admin, id);
  await desk.admin.call('PUT /whatsappsession/:whatsappId', { params: { whatsappId: id }, body: { phoneNumber: '+55 11 97777-0000' } });
  const code = await codeOf(desk.admin, id, 'pairingCode');
  expect(code).toMatch(/^[A-Z0-9]{8}$/);
  await desk.fake.pairingCode(code, second);
  await untilStatus(desk.admin, id, 'CONNECTED', null);
  await desk.admin.call('DELETE /whatsappsession/:whatsappId', { params: { whatsappId: id } });
  await untilStatus(desk.admin, id, 'DISCONNECTED', 'disconnected_by_user');
  await until(() => desk.fake.companions.filter(({ linked }) => linked).length === 1);
});

test('a pairing code asked for while a session is just being opened takes its place', async () => {
  let unlock: () => void = () => undefined;
  gate = new Promise((resolve) => {
    unlock = resolve;
  });
  opening = 0;
  const { id } = await desk.admin.call('POST /whatsapp', { body: { name: 'Oficina', channel: 'whatsapp_web' } });
  await until(() => opening === 1);
  await desk.admin.call('PUT /whatsappsession/:whatsappId', { params: { whatsappId: id }, body: { phoneNumber: '+55 11 97777-1111' } });
  // Commands are looked for every half second. A second opening beside the first would be the fault.
  await expect(until(() => opening > 1, 1_500)).rejects.toThrow('condition not met');
  unlock();
  expect(await codeOf(desk.admin, id, 'pairingCode')).toMatch(/^[A-Z0-9]{8}$/);
});

test('a command that comes while devices are being claimed ends the session it is for', async () => {
  const { id } = await desk.admin.call('POST /whatsapp', { body: { name: 'Galpão', channel: 'whatsapp_web' } });
  await codeOf(desk.admin, id);
  const { base } = desk.world.app;
  const isClaiming = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%with free as%'`.execute(
      base.db,
    );
    return rows.length > 0;
  };
  /** Commands the device after its keeper has read its leases, before it claims others. False if the keeper does something else just now. */
  const commandedBetween = () =>
    transaction(asSystem(base, mintCompanyId(desk.admin.user.companyId)), async (ctx) => {
      // Devices can be read, and neither claimed nor renewed.
      await sql`lock table web_sessions in share mode`.execute(ctx.db);
      base.hub.waker.hear([keepService]);
      if (!(await until(isClaiming, 3_000).catch(() => false))) return false;
      await commandDevice(ctx, { connectionId: id, command: 'renew', pairingNumber: '5511977772222' });
      return true;
    });
  await until(commandedBetween, 60_000);
  expect(await codeOf(desk.admin, id, 'pairingCode')).toMatch(/^[A-Z0-9]{8}$/);
});
