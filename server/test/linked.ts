// A company whose phone is linked to the fake WhatsApp, the way people link it.
import { afterEach, expect } from 'vitest';
import { type Client, until } from './client.ts';
import type { Companion } from './fake-whatsapp/companion.ts';
import { FakeWhatsApp } from './fake-whatsapp/fake-whatsapp.ts';
import type { Phone } from './fake-whatsapp/phone.ts';
import { trust } from './fake-whatsapp/trust.ts';
import type { Options } from './fake-whatsapp/world.ts';
import { givenCompany } from './given.ts';
import { createWorld, type World } from './world.ts';

export type LinkedDesk = {
  world: World;
  fake: FakeWhatsApp;
  admin: Client;
  shop: Phone;
  connectionId: number;
  account: Companion;
  close(): Promise<void>;
};

/** A fake server that this process believes. After each test nothing may have gone wrong in it. */
export async function givenFakeWhatsApp(options: Options = {}): Promise<{ fake: FakeWhatsApp; stop(): Promise<void> }> {
  const fake = await new FakeWhatsApp({ fewPreKeys: true, ...options }).start();
  const untrust = trust(fake.coordinates);
  afterEach(() => {
    expect({ faults: fake.faults, unhandled: fake.unhandled }).toEqual({ faults: [], unhandled: [] });
  });
  return {
    fake,
    async stop() {
      await fake.stop();
      untrust();
    },
  };
}

/** Adds a WhatsApp Web connection and links a phone to it by its QR code. */
export async function linkPhone(
  fake: FakeWhatsApp,
  admin: Client,
  shop: Phone,
  body: { name: string; importDays?: number; importPendingHours?: number } = { name: `Loja ${shop.user}` },
): Promise<{ connectionId: number; account: Companion }> {
  const { id } = await admin.call('POST /whatsapp', { body: { channel: 'whatsapp_web', ...body } });
  const account = await fake.scan(await codeOf(admin, id), shop);
  await untilStatus(admin, id, 'CONNECTED');
  return { connectionId: id, account };
}

/** The QR code shown for a connection. */
export async function codeOf(admin: Client, whatsappId: number, field: 'qrcode' | 'pairingCode' = 'qrcode'): Promise<string> {
  return until(async () => (await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId } }))[field] || null);
}

export async function untilStatus(admin: Client, whatsappId: number, status: string, reason?: string | null): Promise<void> {
  await until(async () => {
    const now = await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId } });
    return now.status === status && (reason === undefined || now.statusReason === reason);
  }, 15_000);
}

export async function givenLinkedDesk(options: Options = {}): Promise<LinkedDesk> {
  const { fake, stop } = await givenFakeWhatsApp(options);
  const world = await createWorld({ whatsappWebUrl: fake.coordinates.url });
  const admin = await givenCompany(world.url);
  const shop = fake.contact('5511999990000', 'Minha Loja');
  const linked = await linkPhone(fake, admin, shop);
  return {
    world,
    fake,
    admin,
    shop,
    ...linked,
    async close() {
      await world.close();
      await stop();
    },
  };
}
