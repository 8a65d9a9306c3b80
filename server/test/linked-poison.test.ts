// A customer, or their program, sends what no phone would. The linked phone goes on with the next message, and with what waits after a restart.
import { proto } from 'baileys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './client.ts';
import { linkPhone } from './linked.ts';
import { givenLinkedProcesses, type LinkedProcesses } from './linked-processes.ts';
import { givenCompany } from './people.ts';
import { incompressible } from './poison.ts';

let processes: LinkedProcesses;
beforeAll(async () => {
  processes = await givenLinkedProcesses();
});
afterAll(() => processes.close());

const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;

test('poisoned changes and ids disable no phone, now or at its next login', { timeout: 240_000 }, async () => {
  const { fake, start, stored, sql } = processes;
  const server = await start();
  const admin = await givenCompany(server.url, 'Estofaria Horizonte');
  const shop = fake.contact('5511999990000', 'Estofaria Horizonte');
  const ana = fake.contact('5511988887777', 'Ana');
  const { account } = await linkPhone(fake, admin, shop);
  await fake.send(ana, 'oi');
  await until(async () => (await stored(ana, false)).length === 1, 30_000);

  const key = (id: string) => ({ remoteJid: shop.jid, fromMe: false, id });
  for (const id of [incompressible(5_000), `a\0${'b'.repeat(10)}`, '\u0001\r\n', `${'😀'.repeat(2_000)}`]) {
    await fake.send(ana, { protocolMessage: { type: REVOKE, key: key(id) } });
    await fake.send(ana, {
      protocolMessage: { type: MESSAGE_EDIT, key: key(id), editedMessage: { conversation: `a\0${id}` }, timestampMs: Date.now() },
    });
    await fake.send(ana, { reactionMessage: { key: key(id), text: id, senderTimestampMs: Date.now() } });
    await fake.send(ana, { extendedTextMessage: { text: 'citação', contextInfo: { stanzaId: id, participant: shop.jid } } });
  }
  await fake.send(ana, 'e agora?');
  const quotes = Array.from({ length: 4 }, () => 'citação');
  await until(async () => (await stored(ana, false)).length === 6, 60_000);
  expect(await stored(ana, false)).toEqual(['oi', ...quotes, 'e agora?']);

  // A while longer, in case WhatsApp repeats them, they are kept, and passed on again at the next login.
  const { rows } = await sql.query(`select count(*)::int as kept from web_stanzas where direction = 'in'`);
  expect(rows[0].kept).toBeGreaterThan(0);
  await server.kill('SIGKILL');
  await fake.send(ana, 'enquanto caiu', { account });
  await start();
  await until(async () => (await stored(ana, false)).includes('enquanto caiu'), 60_000);
  await fake.send(ana, 'de volta');
  await until(async () => (await stored(ana, false)).includes('de volta'), 60_000);
  expect(await stored(ana, false)).toEqual(['oi', ...quotes, 'e agora?', 'enquanto caiu', 'de volta']);
});
