// A company whose phone is linked to the fake WhatsApp, the way people link it.

import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import { afterEach, expect } from 'vitest';
import type { WebPatience } from '../src/gateways/whatsapp/web/patience.ts';
import { type Client, nullIfBusy, until } from './client.ts';
import type { Companion } from './fake-whatsapp/companion.ts';
import { FakeWhatsApp } from './fake-whatsapp/fake-whatsapp.ts';
import type { Phone } from './fake-whatsapp/phone.ts';
import { trust } from './fake-whatsapp/trust.ts';
import type { Options } from './fake-whatsapp/world.ts';
import { givenCompany } from './people.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

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
    fake.restore();
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

/** The QR code shown for a connection. A connection that opens in vain begins again after 40 s. */
export async function codeOf(admin: Client, whatsappId: number, field: 'qrcode' | 'pairingCode' = 'qrcode'): Promise<string> {
  let shown = '';
  const code = async () => {
    const connection = await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId } });
    shown = `${connection.status} ${connection.statusReason}`;
    return connection[field] || null;
  };
  return until(code, 60_000).catch((error: unknown) => {
    throw new Error(`no ${field}; the connection is ${shown}`, { cause: error });
  });
}

export async function untilStatus(
  admin: Client,
  whatsappId: number,
  status: string,
  reason?: string | null,
  withinMs = 30_000,
): Promise<void> {
  await until(async () => {
    const now = await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId } }).catch(nullIfBusy);
    return now?.status === status && (reason === undefined || now.statusReason === reason);
  }, withinMs);
}

/** The latest ticket with somebody, by number or name; null before there is one. */
export async function ticketWith(admin: Client, whom: string): Promise<TicketView | null> {
  const { tickets } = await admin.call('GET /tickets', { query: { searchParam: whom, showAll: true } });
  return tickets.sort((a, b) => b.id - a.id)[0] ?? null;
}

/** What the conversation with somebody shows, oldest first; empty before it begins. */
export async function threadWith(admin: Client, whom: string): Promise<MessageView[]> {
  const ticket = await ticketWith(admin, whom);
  if (!ticket) return [];
  return (await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id }, query: { peek: true } })).messages;
}

/** Waits for a message in the conversation with somebody. */
export function shown(admin: Client, whom: string, wanted: (message: MessageView) => boolean): Promise<MessageView> {
  return until(async () => (await threadWith(admin, whom)).find(wanted), 45_000);
}

export async function givenLinkedDesk({
  patience,
  gateways,
  databaseUrl,
  ...options
}: Options & Pick<WorldOptions, 'gateways' | 'databaseUrl'> & { patience?: Partial<WebPatience> } = {}): Promise<LinkedDesk> {
  const { fake, stop } = await givenFakeWhatsApp(options);
  const world = await createWorld({
    whatsappWebUrl: fake.coordinates.url,
    ...(patience ? { whatsappWebPatience: patience } : {}),
    ...(gateways ? { gateways } : {}),
    ...(databaseUrl ? { databaseUrl } : {}),
  });
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
