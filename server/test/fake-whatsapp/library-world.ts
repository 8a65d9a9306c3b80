// What the tests of the library share: a fake server, and a client linked to a shop that Ana and Bia write to.
import { afterAll, afterEach, expect } from 'vitest';
import type { Companion } from './companion.ts';
import { FakeWhatsApp } from './fake-whatsapp.ts';
import { LibraryClient } from './library-client.ts';
import type { Phone } from './phone.ts';
import { trust } from './trust.ts';
import type { Options } from './world.ts';

/** A server this test file believes; after each test nothing may have gone wrong in it. */
export async function startFake(options: Options = {}): Promise<FakeWhatsApp> {
  const fake = await new FakeWhatsApp({ fewPreKeys: true, ...options }).start();
  const untrust = trust(fake.coordinates);
  afterEach(() => {
    fake.restore();
    const undecrypted = fake.undecrypted.map(({ id, by, error }) => `${id} by ${by.name}: ${error}`);
    expect({ faults: fake.faults, unhandled: fake.unhandled, undecrypted }).toEqual({ faults: [], unhandled: [], undecrypted: [] });
  });
  afterAll(async () => {
    await fake.stop();
    untrust();
  });
  return fake;
}

export type LinkedWorld = { fake: FakeWhatsApp; client: LibraryClient; account: Companion; shop: Phone; ana: Phone; bia: Phone };

export async function linkedWorld(options: Options = {}): Promise<LinkedWorld> {
  const fake = await startFake(options);
  const shop = fake.contact('5511999990000', 'Minha Loja');
  const ana = fake.contact('5511988887777', 'Ana');
  const bia = fake.contact('5511977776666', 'Bia');
  fake.alias('551188887777', ana);
  const client = new LibraryClient();
  const account = await client.link(fake, shop);
  afterAll(() => client.socket.end(undefined));
  return { fake, client, account, shop, ana, bia };
}
