// A session over rows in memory, between the library and the fake server.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { startFake } from '../../../../test/fake-whatsapp/library-world.ts';
import type { Inbound } from '../port.ts';
import { type DeviceRows, stanzaCategory } from './keys/auth-state.ts';
import { webPatience } from './patience.ts';
import { openSession, type Session, type SessionHooks } from './session.ts';

const fake = await startFake();
const shop = fake.contact('5511999990000', 'Minha Loja');
const ana = fake.contact('5511988887777', 'Ana');

/** `waitMs`: how long a look at the stanzas that wait takes. */
function rowsInMemory(): DeviceRows & { waitMs: number } {
  const kept = new Map<string, Map<string, string>>();
  const of = (category: string) => kept.get(category) ?? kept.set(category, new Map()).get(category) ?? new Map();
  let credentials: string | null = null;
  return {
    waitMs: 0,
    credentials: async () => credentials,
    async saveCredentials(text) {
      credentials = text;
    },
    find: async (category, ids) => new Map([...of(category)].filter(([id]) => ids.includes(id))),
    async save(changes) {
      for (const { category, id, value } of changes) value === null ? of(category).delete(id) : of(category).set(id, value);
    },
    async waiting() {
      await new Promise((resolve) => setTimeout(resolve, this.waitMs));
      return [...of(stanzaCategory).values()];
    },
    async settled(ids) {
      for (const id of ids) of(stanzaCategory).delete(id);
    },
    sent: async (id) => of('sent').get(id) ?? null,
    async saveSent(id, content) {
      of('sent').set(id, content);
    },
    all: async (category) => [...of(category).values()],
    async forget() {
      kept.clear();
      credentials = null;
    },
  };
}

/** Opens a session; `facts` is told the texts that come. */
function open(rows: DeviceRows, facts: (texts: string[]) => Promise<void>, hooks: Partial<SessionHooks> = {}): Promise<Session> {
  const options = {
    url: fake.coordinates.url,
    patience: webPatience,
    rows,
    pairingNumber: null,
    historySince: null,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  };
  const texts = (all: Inbound[]) =>
    all.flatMap((fact) => (fact.kind === 'message' && fact.content.type === 'text' ? fact.content.body : []));
  return openSession(options, {
    code: () => {},
    pairing: () => {},
    open: () => {},
    caughtUp: () => {},
    history: async () => {},
    typing: () => {},
    closed: () => {},
    ...hooks,
    facts: (all) => facts(texts(all)),
  });
}

test('what was not taken in comes before what was written meanwhile, however slow the rows are', { timeout: 60_000 }, async () => {
  const rows = rowsInMemory();
  const ended = new Promise<void>((resolve) => {
    void open(rows, async () => {}, { code: ({ qrcode }) => void fake.scan(qrcode, shop), closed: () => resolve() });
  });
  // Linking ends the first connection.
  await ended;

  let came = false;
  const first = await open(rows, (texts) => {
    came ||= texts.includes('primeira');
    // Whoever should keep it dies over it.
    return came ? new Promise(() => {}) : Promise.resolve();
  });
  await until(() => first.isOpen());
  await fake.received(await fake.send(ana, 'primeira'));
  await until(() => came);
  fake.drop();
  await until(() => !first.isOpen());
  await fake.send(ana, 'segunda');

  rows.waitMs = 500;
  const taken: string[] = [];
  const second = await open(rows, async (texts) => void taken.push(...texts));
  await until(() => taken.length >= 2);
  expect(taken).toEqual(['primeira', 'segunda']);
  await second.close();
});
