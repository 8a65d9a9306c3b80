// Endings that only time brings about: codes that nobody uses, a server that takes no connections. They are waited for together, and less
// long than in life.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { codeOf, givenLinkedDesk, type LinkedDesk, untilStatus } from '../../../../test/linked.ts';

let desk: LinkedDesk;

beforeAll(async () => {
  desk = await givenLinkedDesk({ patience: { silenceMs: 8_000, codeMs: 10_000 } });
});
afterAll(() => desk.close());

/** Many times what is waited for: the machine may be busy. */
const patienceMs = 60_000;
const connection = (whatsappId: number) => desk.admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId } });
const ended = (id: number, reason: string) =>
  until(async () => {
    const { status, statusReason } = await connection(id);
    return status === 'DISCONNECTED' && statusReason === reason;
  }, patienceMs);
const add = async (name: string) => (await desk.admin.call('POST /whatsapp', { body: { name, channel: 'whatsapp_web' } })).id;

test(
  'codes run out and begin anew when somebody asks; a server that takes no connections is tried again',
  async () => {
    desk.fake.options.qrCodes = 1;
    const byQr = await add('Balcão');
    const byCode = await add('Entrega');
    const shown = await codeOf(desk.admin, byQr);
    await codeOf(desk.admin, byCode);
    await desk.admin.call('PUT /whatsappsession/:whatsappId', { params: { whatsappId: byCode }, body: { phoneNumber: '5511966660000' } });
    expect(await codeOf(desk.admin, byCode, 'pairingCode')).toMatch(/^[A-Z0-9]{8}$/);
    const expired = Promise.all([ended(byQr, 'qr_expired'), ended(byCode, 'pairing_expired')]);

    desk.fake.switches.unavailable = true;
    desk.fake.drop(desk.account);
    await untilStatus(desk.admin, desk.connectionId, 'TIMEOUT', 'network');
    // Opening, silence, and the next attempt.
    await until(async () => (await connection(desk.connectionId)).status === 'OPENING', patienceMs);
    await until(async () => (await connection(desk.connectionId)).status === 'TIMEOUT', patienceMs);
    desk.fake.switches.unavailable = false;
    await until(async () => (await connection(desk.connectionId)).status === 'CONNECTED', patienceMs);

    await expired;
    expect(await connection(byQr)).toMatchObject({ qrcode: '', pairingCode: '', codeExpiresAt: null });
    await desk.admin.call('PUT /whatsappsession/:whatsappId', { params: { whatsappId: byQr } });
    const renewed = await codeOf(desk.admin, byQr);
    expect(renewed).not.toBe(shown);
    await desk.fake.scan(renewed, desk.fake.contact('5511977770000', 'Balcão'));
    await untilStatus(desk.admin, byQr, 'CONNECTED', null);
    await desk.admin.call('POST /whatsappsession/:whatsappId', { params: { whatsappId: byCode } });
    await codeOf(desk.admin, byCode);
  },
  3 * patienceMs,
);
