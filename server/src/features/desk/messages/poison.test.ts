// Whatever a provider says, in whatever field of whatever fact: it is stored, it comes only once, and it never stands in the way of others.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { poisoned } from '../../../../test/poison.ts';
import type { Address, Inbound, InboundContent } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection } from '../../company/connections/actions.ts';
import { changeSetting } from '../../company/settings/actions.ts';
import { receiveEvents } from './actions/in/receive.ts';
import { receiveHistory } from './actions/in/receive-history.ts';

const at = '2026-03-10T15:00:00.000Z';
const person: Address[] = [
  { kind: 'wa_pn', value: '5511955550001' },
  { kind: 'wa_lid', value: '99887766554433' },
];
const group: Address[] = [{ kind: 'group', value: '120363000000000001' }];
const author = { addresses: [{ kind: 'wa_bsuid', value: 'BR.123' } as Address], name: 'Lia Prado' };

const message = (content: InboundContent, more: Partial<Extract<Inbound, { kind: 'message' }>> = {}): Inbound => ({
  key: 'm:sample',
  kind: 'message',
  externalId: 'sample',
  chat: person,
  participant: null,
  name: 'Cliente',
  fromMe: false,
  sentAt: at,
  content,
  quotedExternalId: 'known',
  forwarded: false,
  history: false,
  ...more,
});
const media = { id: '{"type":"image"}', mime: 'image/png', sha256: 'hash', size: 10, filename: 'a.png' };
const change = { targetExternalId: 'known', chat: person, fromMe: false, participant: null, sentAt: at };

const samples: { [K in Inbound['kind']]: Inbound[] } = {
  message: [
    message({ type: 'text', body: 'oi @5511955550001' }, { chat: group, participant: author }),
    message({ type: 'media', media, as: 'document', caption: 'nota' }),
    message({ type: 'location', latitude: 1, longitude: 2, name: 'Casa', address: 'Rua A' }),
    message({ type: 'contacts', cards: [{ name: 'Rui', phones: ['+55 11 90000-0000'], vcard: 'BEGIN:VCARD' }] }),
    message({ type: 'choice', id: 'option:1', body: 'Vendas' }, { chat: [{ kind: 'username', value: 'lia' }] }),
    message({ type: 'unsupported', what: 'poll' }, { history: true }),
  ],
  reaction: [{ key: 'r:sample', kind: 'reaction', ...change, participant: author, emoji: '👍' }],
  edit: [{ key: 'e:sample', kind: 'edit', ...change, content: { type: 'text', body: 'outra' } }],
  revoke: [{ key: 'x:sample', kind: 'revoke', ...change, participant: author.addresses }],
  status: [
    {
      key: 's:sample',
      kind: 'status',
      externalId: 'own',
      clientKey: 'ours',
      status: 'read',
      at,
      reason: 'unknown',
      recipient: { kind: 'wa_bsuid', value: 'BR.9' },
    },
  ],
  identity: [{ key: 'i:sample', kind: 'identity', before: { kind: 'wa_bsuid', value: 'BR.1' }, after: person, at }],
  same: [{ key: 'a:sample', kind: 'same', addresses: [...person, { kind: 'username', value: 'lia' }], at }],
  profile: [{ key: 'p:sample', kind: 'profile', addresses: person, name: 'Lia', book: true, picture: false, at }],
  call: [
    {
      key: 'c:sample',
      kind: 'call',
      callId: 'call',
      from: '1@s.whatsapp.net',
      chat: person,
      video: false,
      outcome: 'missed',
      at,
      history: false,
    },
  ],
  limits: [
    {
      key: 'l:sample',
      kind: 'limits',
      restrictedUntil: at,
      answersRestrictedUntil: at,
      reason: 'BIZ',
      newChats: { used: 1, total: 10, resetsAt: at },
      at,
    },
  ],
  template: [
    {
      key: 't:sample',
      kind: 'template',
      name: 'pedido',
      language: 'pt_BR',
      status: 'PAUSED',
      quality: 'RED',
      category: 'UTILITY',
      reason: 'low quality',
      at,
    },
  ],
  account: [{ key: 'a:account', kind: 'account', health: 'ok', detail: 'UNFLAGGED', at }],
};

/** Words of our own, which no provider can choose. */
const ours = /(^|\.)(kind|type|as|status|outcome|health|quality|category)$/;
/** Not stored yet, or not at all: the fact is kept and tried again. */
const tooEarly = /unknown message|unknown chat|without an address/;

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 1 } });
  ctx = asSystem(company.admin, company.admin.companyId);
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'simulator' })).id;
  await changeSetting(ctx, 'CheckMsgIsGroup', 'disabled');
  await receiveEvents(ctx, connectionId, [
    message({ type: 'text', body: 'oi' }, { key: 'm:known', externalId: 'known' }),
    message({ type: 'text', body: 'olá' }, { key: 'm:own', externalId: 'own', fromMe: true }),
  ]);
});
afterAll(() => company.close());

const journal = () =>
  platformTransaction(company.base, async ({ db }) => {
    const { rows: keys } = await sql<{ key: string }>`select key from inbound_keys order by key`.execute(db);
    const { rows: failed } = await sql<{ key: string; error: string }>`select key, error from inbound_events order by key`.execute(db);
    return { keys, failed };
  });
const stored = (ids: string[]) =>
  platformTransaction(company.base, async ({ db }) => {
    const { rows } = await sql<{ external_id: string }>`select external_id from messages where external_id = any(${ids}::text[])`.execute(
      db,
    );
    return rows.map((row) => row.external_id).sort();
  });

const mayFail = new Set<string>();
let count = 0;
/** With a key and an id of its own. */
function fresh(fact: Inbound, at: string): Inbound {
  count += 1;
  const own = { ...fact, key: `${count}:${fact.key}` };
  return own.kind === 'message' && at !== 'externalId' ? { ...own, externalId: `sample-${count}` } : own;
}

describe.each(Object.entries(samples))('a poisoned %s', (kind, facts) => {
  test.each(facts.map((fact, i) => [i, fact] as const))(
    'is stored once and blocks nothing (%i)',
    { timeout: 240_000 },
    async (i, sample) => {
      const all = [...poisoned(sample)].map(({ at, value }) => ({ at, fact: fresh(value, at) }));
      for (const { at, fact } of all) if (ours.test(at)) mayFail.add(fact.key);
      const other = `${kind}-${i}-after`;
      const delivery = [
        ...all.map(({ fact }) => fact),
        message({ type: 'text', body: 'e agora?' }, { key: `m:${other}`, externalId: other }),
      ];
      const before = (await journal()).keys.length;
      await receiveEvents(ctx, connectionId, delivery);
      const after = await journal();
      expect(after.keys.length - before).toBe(delivery.length);
      expect(await stored([other])).toEqual([other]);
      expect(after.failed.filter(({ key, error }) => !tooEarly.test(error) && !mayFail.has(key))).toEqual([]);
      await receiveEvents(ctx, connectionId, delivery);
      expect(await journal()).toEqual(after);
    },
  );
});

test('history that is poisoned is stored, and the rest of it too', { timeout: 120_000 }, async () => {
  const all = samples.message.flatMap((sample) => [...poisoned(sample)]).map(({ at, value }) => fresh(value, at));
  const last = message({ type: 'text', body: 'a última' }, { key: 'm:last', externalId: 'last', history: true });
  await receiveHistory(ctx, connectionId, [...all, ...samples.same, ...samples.profile, last]);
  expect(await stored(['last'])).toEqual(['last']);
});
