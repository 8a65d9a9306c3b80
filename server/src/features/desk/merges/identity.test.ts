// Which contact an event is about: each story goes in as facts, then the test looks at what people would see.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Address, Inbound } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { contacts } from '../contacts/feature.ts';
import { listUnresolvedLids, replyAddress } from '../contacts/reads.ts';
import { receiveEvents } from '../messages/actions/in/receive.ts';
import { sendMessage } from '../messages/actions/out/send.ts';
import { messages } from '../messages/feature.ts';
import { tickets } from '../tickets/feature.ts';
import { mergeContacts, splitContacts } from './actions.ts';
import { listMerges } from './reads.ts';

let world: TestCompany;
let ctx: Outside;
let connectionId: number;

beforeAll(async () => {
  world = await createTestCompany({ features: [contacts, tickets, messages] });
});
afterAll(() => world.close());
beforeEach(async () => {
  ctx = await world.another();
  connectionId = await addConnection(ctx);
  world.told.length = 0;
});

async function addConnection(ctx: Outside): Promise<number> {
  const { rows } = await query<{ id: number }>(
    ctx,
    sql`insert into connections (company_id, name, channel, webhook_key, status)
      values (${ctx.companyId}, ${`Loja ${++keys}`}, 'whatsapp_web', ${`key-${ctx.companyId}-${keys}`}, 'CONNECTED') returning id`,
  );
  return rows[0]?.id ?? 0;
}

const query = <T>(ctx: Outside, statement: ReturnType<typeof sql<T>>) => transaction(ctx, ({ db }) => statement.execute(db));

let keys = 0;
const pn = (value: string): Address => ({ kind: 'wa_pn', value });
const lid = (value: string): Address => ({ kind: 'wa_lid', value });

type Message = Extract<Inbound, { kind: 'message' }>;

/** A message of the chat with these addresses; the clock moves on with each. */
function says(body: string, chat: Address[], more: Partial<Message> = {}): Inbound {
  const id = `M${++keys}`;
  const sentAt = new Date(Date.parse('2026-03-10T12:00:00Z') + keys * 1_000).toISOString();
  return {
    key: `message:${id}`,
    kind: 'message',
    externalId: id,
    chat,
    participant: null,
    name: null,
    fromMe: false,
    sentAt,
    content: { type: 'text', body },
    quotedExternalId: null,
    forwarded: false,
    history: false,
    ...more,
  };
}

const at = '2026-03-10T12:00:00Z';
const same = (...addresses: Address[]): Inbound => ({ key: `same:${++keys}`, kind: 'same', addresses, at });
const changed = (before: Address, ...after: Address[]): Inbound => ({ key: `identity:${++keys}`, kind: 'identity', before, after, at });
const called = (addresses: Address[], name: string, book = false): Inbound => ({
  key: `profile:${++keys}`,
  kind: 'profile',
  addresses,
  name,
  book,
  picture: false,
  at,
});

/** One after the other, as one socket gives them. */
async function hears(...facts: Inbound[]) {
  for (const fact of facts) await receiveEvents(ctx, connectionId, [fact]);
}

type Person = { id: number; name: string; number: string; identities: string[]; threads: string[][]; active: number };

/** All contacts, each with their conversations: one list of texts per ticket, the oldest first. */
async function people(of: Outside = ctx): Promise<Person[]> {
  const { rows } = await query<Person>(
    of,
    sql`select c.id, c.name, c.number,
      (select array_agg(i.kind || ':' || i.value order by i.kind, i.value) from contact_identities i
        where i.company_id = c.company_id and i.contact_id = c.id) as identities,
      coalesce((select json_agg((select json_agg(m.body order by m.sent_at, m.id) from messages m
        where m.company_id = t.company_id and m.ticket_id = t.id and m.contact_id = c.id) order by t.id)
        from tickets t where t.company_id = c.company_id and t.contact_id = c.id), '[]') as threads,
      (select count(*)::int from tickets t where t.company_id = c.company_id and t.contact_id = c.id and t.status <> 'closed') as active
    from contacts c where c.company_id = ${of.companyId} order by c.id`,
  );
  return rows;
}

const merges = async (contactId: number) => listMerges(ctx, contactId);
const journal = () => query(ctx, sql`select key, error from inbound_events where company_id = ${ctx.companyId} and error is not null`);

/** How many deadlocks there have been in this database. */
async function deadlocks(): Promise<number> {
  const { rows } = await query<{ deadlocks: number }>(
    ctx,
    sql`select pg_stat_get_db_deadlocks(oid)::int as deadlocks, pg_stat_clear_snapshot() from pg_database where datname = current_database()`,
  );
  return rows[0]?.deadlocks ?? -1;
}

describe('one person is one contact', () => {
  test.each<[string, Inbound[], Partial<Person>]>([
    [
      'the hidden number first, the number in a later message',
      [says('um', [lid('77')]), says('dois', [lid('77'), pn('5548988770001')])],
      { number: '5548988770001', identities: ['phone:5548988770001', 'wa_lid:77', 'wa_pn:5548988770001'], threads: [['um', 'dois']] },
    ],
    [
      'the hidden number first, the number as a fact of its own',
      [says('um', [lid('77')]), same(lid('77'), pn('5548988770001')), says('dois', [pn('5548988770001')])],
      { number: '5548988770001', threads: [['um', 'dois']] },
    ],
    [
      'the number first, the hidden one later',
      [says('um', [pn('5548988770001')]), says('dois', [lid('77'), pn('5548988770001')]), says('três', [lid('77')])],
      { number: '5548988770001', threads: [['um', 'dois', 'três']] },
    ],
    [
      'a hidden number for ever',
      [says('um', [lid('77')], { name: 'Ana' }), says('dois', [lid('77')]), same(lid('77'))],
      { name: 'Ana', number: '', identities: ['wa_lid:77'], threads: [['um', 'dois']] },
    ],
    [
      'both forms of a Brazilian mobile',
      [says('um', [pn('554888770001')]), says('dois', [pn('5548988770001')]), says('três', [pn('554888770001')])],
      { number: '5548988770001', threads: [['um', 'dois', 'três']] },
    ],
    [
      'a landline, which has eight digits',
      [says('um', [pn('554832220001')]), says('dois', [pn('554832220001')])],
      { number: '554832220001', identities: ['phone:554832220001', 'wa_pn:554832220001'], threads: [['um', 'dois']] },
    ],
    [
      'two conversations that turn out to be one',
      [says('um', [pn('5548988770001')]), says('dois', [lid('77')]), says('três', [lid('77'), pn('5548988770001')])],
      { number: '5548988770001', threads: [['um'], ['dois']], active: 1 },
    ],
    [
      'a changed number, announced',
      [says('um', [pn('5548988770001')]), changed(pn('5548988770001'), pn('5548988770002')), says('dois', [pn('5548988770002')])],
      { number: '5548988770002', identities: ['phone:5548988770002', 'wa_pn:5548988770002'], threads: [['um', 'dois']] },
    ],
    [
      'a changed number, seen by the hidden one that stayed',
      [says('um', [lid('77'), pn('5548988770001')]), says('dois', [lid('77'), pn('5548988770002')])],
      { number: '5548988770002', threads: [['um', 'dois']] },
    ],
    [
      'an old message does not bring the old number back',
      [
        says('novo', [lid('77'), pn('5548988770002')]),
        says('velho', [lid('77'), pn('5548988770001')], { history: true, sentAt: '2025-01-01T00:00:00Z' }),
        same(lid('77'), pn('5548988770001')),
      ],
      { number: '5548988770002', threads: [['velho', 'novo']] },
    ],
  ])('%s', async (_story, facts, expected) => {
    await hears(...facts);
    const all = await people();
    expect(all).toHaveLength(1);
    // Of two conversations that were one all along, the older goes on.
    if (expected.threads?.length === 2) expect(all[0]).toMatchObject({ ...expected, threads: [['um', 'três'], ['dois']] });
    else expect(all[0]).toMatchObject(expected);
    expect((await journal()).rows).toEqual([]);
  });

  test('in whatever order and however often the facts come, at once', async () => {
    const facts = [
      says('a', [lid('77')]),
      says('b', [pn('554888770001')]),
      says('c', [lid('77'), pn('5548988770001')]),
      says('d', [{ kind: 'wa_bsuid', value: 'BR.7' }, pn('5548988770001')]),
      says('e', [{ kind: 'wa_bsuid', value: 'BR.7' }]),
      same(lid('77'), { kind: 'wa_bsuid', value: 'BR.7' }),
      same(lid('77'), pn('554888770001')),
    ];
    const orders = [facts, [...facts].reverse(), [...facts.slice(3), ...facts.slice(0, 3)], [...facts.slice(5), ...facts.slice(0, 5)]];
    for (const order of orders) {
      ctx = await world.another();
      connectionId = await addConnection(ctx);
      await Promise.all([...order, ...order].map((fact) => receiveEvents(ctx, connectionId, [fact])));
      // What one fact alone could not prove is proved by the next that tells of both.
      await hears(says('f', [lid('77'), { kind: 'wa_bsuid', value: 'BR.7' }, pn('5548988770001')]));
      const all = await people();
      expect(all).toHaveLength(1);
      expect(all[0]).toMatchObject({ number: '5548988770001', active: 1 });
      expect(all[0]?.threads.flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      expect((await journal()).rows).toEqual([]);
    }
  });

  test('conversations go on while contacts become one', async () => {
    const [first, second] = [[pn('5548988770001')], [lid('77')]];
    await hears(says('oi', first), says('oi', second));
    const flood = Array.from({ length: 40 }, (_, i) => says(`n${i}`, i % 2 ? first : second));
    const { rows: open } = await query<{ id: number }>(ctx, sql`select id from tickets where company_id = ${ctx.companyId} order by id`);
    let answered = 0;
    const answer = async (ticketId: number, body: string) => {
      try {
        const sent = await sendMessage(asSystem(ctx, ctx.companyId), ticketId, { body }, [], null);
        answered += sent.length;
      } catch (error) {
        // The merge closed the newer ticket.
        if (!(error instanceof AppError && error.code === 'ERR_TICKET_CLOSED')) throw error;
      }
    };
    await Promise.all([
      ...flood.map((fact) => receiveEvents(ctx, connectionId, [fact])),
      ...Array.from({ length: 20 }, (_, i) => answer(open[i % 2]?.id ?? 0, `r${i}`)),
      receiveEvents(ctx, connectionId, [says('prova', [...second, ...first])]),
    ]);
    const all = await people();
    expect(all).toHaveLength(1);
    expect(all[0]?.active).toBe(1);
    expect(answered).toBeGreaterThanOrEqual(10);
    expect(all[0]?.threads.flat()).toHaveLength(43 + answered);
    expect((await journal()).rows).toEqual([]);
    expect(await deadlocks()).toBe(0);
  });
});

describe('two people merge at once', () => {
  const by = () => asSystem(ctx, ctx.companyId);
  const codeOf = (each: PromiseSettledResult<unknown>) => (each.status === 'rejected' ? (each.reason as AppError).code : 'done');

  test('each the other way round: one of them comes first, and nothing is lost', async () => {
    await hears(says('um', [pn('5548988770001')]), says('dois', [pn('5548988770002')]));
    const [a, b] = (await people()).map(({ id }) => id);
    const tries = await Promise.allSettled([mergeContacts(by(), a ?? 0, b ?? 0), mergeContacts(by(), b ?? 0, a ?? 0)]);
    expect(tries.map(codeOf).sort()).toEqual(['ERR_NO_CONTACT_FOUND', 'done']);
    const all = await people();
    expect(all).toHaveLength(1);
    expect(all[0]?.active).toBe(1);
    expect(all[0]?.threads.flat().sort()).toEqual(['dois', 'um']);
    expect(all[0]?.identities.filter((each) => each.startsWith('wa_pn'))).toHaveLength(2);
  });

  test('and one splits what the other merges further', async () => {
    await hears(says('um', [pn('5548988770001')]), says('dois', [pn('5548988770002')]), says('três', [pn('5548988770003')]));
    const [a = 0, b = 0, c = 0] = (await people()).map(({ id }) => id);
    const { merge } = await mergeContacts(by(), b, c);
    await Promise.all([splitContacts(by(), Number(merge.id)), mergeContacts(by(), a, b)]);
    const all = await people();
    expect(all.map(({ threads }) => threads.flat().sort())).toEqual([['dois', 'um'], ['três']]);
    expect(all.map(({ active }) => active)).toEqual([1, 1]);
    expect(await deadlocks()).toBe(0);
  });
});

describe('kept apart', () => {
  test('who has different numbers, even if an address of both turns up in one message', async () => {
    await hears(
      says('um', [lid('77'), pn('5548988770001')]),
      says('dois', [pn('5548988770002')]),
      says('três', [lid('77'), pn('5548988770002')]),
    );
    expect(await people()).toMatchObject([
      { number: '5548988770001', threads: [['um']] },
      { number: '5548988770002', threads: [['dois', 'três']] },
    ]);
  });

  test('a number that somebody else has later', async () => {
    const [old, young] = [pn('5548988770001'), pn('5548988770002')];
    await hears(
      says('um', [lid('77'), old]),
      changed(old, young),
      says('outra pessoa', [lid('88'), old]),
      says('dois', [lid('77'), young]),
    );
    expect(await people()).toMatchObject([
      { number: '5548988770002', threads: [['um', 'dois']] },
      { number: '5548988770001', threads: [['outra pessoa']] },
    ]);
  });

  test('a number that was given up for one that is known already, and that somebody else has later', async () => {
    const [old, young] = [pn('5548988770001'), pn('5548988770002')];
    await hears(says('um', [old], { name: 'Ana' }), says('dois', [young], { name: 'Rui' }), changed(old, young));
    expect(await people()).toMatchObject([{ number: '5548988770001' }, { number: '5548988770002' }]);
    await hears(says('três', [old], { name: 'Eva' }));
    expect(await people()).toMatchObject([
      { name: 'Ana', number: '', threads: [['um']] },
      { name: 'Rui', number: '5548988770002' },
      { name: 'Eva', number: '5548988770001', threads: [['três']] },
    ]);
  });

  test('the same person in two companies', async () => {
    const other = await world.another();
    const elsewhere = await addConnection(other);
    await hears(says('aqui', [lid('77')]));
    await receiveEvents(other, elsewhere, [says('lá', [pn('5548988770001')]), same(lid('77'), pn('5548988770001'))]);
    await hears(says('de novo', [lid('77')]));
    expect(await people()).toMatchObject([{ number: '', identities: ['wa_lid:77'], threads: [['aqui', 'de novo']] }]);
    expect(await people(other)).toMatchObject([{ number: '5548988770001', threads: [['lá']] }]);
  });

  test('members of groups, who are no contacts, and groups themselves', async () => {
    const group: Address = { kind: 'group', value: '123@g.us' };
    const member = (addresses: Address[]) => ({ participant: { addresses, name: 'Ana' }, name: 'Condomínio' });
    await query(
      ctx,
      sql`insert into settings (company_id, key, value) values (${ctx.companyId}, 'CheckMsgIsGroup', 'disabled')
      on conflict (company_id, key) do update set value = 'disabled'`,
    );
    await hears(
      says('um', [group], member([lid('77')])),
      says('dois', [group], member([lid('77'), pn('5548988770001')])),
      called([lid('77')], 'Ana Lima'),
      same(lid('77'), pn('5548988770001')),
    );
    expect(await people()).toMatchObject([{ name: 'Condomínio', identities: ['group:123@g.us'], threads: [['um', 'dois']] }]);
    await hears(says('em particular', [lid('77'), pn('5548988770001')]));
    expect(await people()).toMatchObject([{ name: 'Condomínio' }, { number: '5548988770001', threads: [['em particular']] }]);
  });
});

test('every table that refers to contacts is known to merge and split', async () => {
  const { rows } = await query<{ name: string }>(
    ctx,
    sql`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'contacts'::regclass order by 1`,
  );
  // The rows of a table that is not listed yet must be moved by `mergePeople`, and back by `splitPeople`, or by who reacts to the merge.
  // Messages follow their tickets. What was said about being written to goes on with the number.
  expect(rows.map(({ name }) => name)).toEqual([
    'attendances',
    'campaign_shippings',
    'contact_consents',
    'contact_fields',
    'contact_identities',
    'contact_merges',
    'scheduled_messages',
    'tickets',
  ]);
});

describe('an automatic merge', () => {
  const story = async () => {
    await hears(says('um', [pn('5548988770001')], { name: 'Ana' }), says('dois', [lid('77')], { name: 'Ana' }));
    const before = await people();
    await hears(same(lid('77'), pn('5548988770001')));
    const [merged] = await people();
    if (!merged) throw new Error('nobody is there');
    return { before, merged };
  };

  test('is noted with its cause, told to the browsers, and split to the letter', async () => {
    const { before, merged } = await story();
    expect(merged).toMatchObject({ id: before[0]?.id, threads: [['um'], ['dois']], active: 1 });
    const [merge] = await merges(merged.id);
    expect(merge).toMatchObject({ cause: 'channel', user: null, tickets: 1, other: { id: before[1]?.id, number: '' }, splitAt: null });
    expect(merge?.closedTickets).toHaveLength(1);
    expect(
      world.told.some(({ event, payload }) => event === 'contact' && 'contactId' in payload && payload.contactId === before[1]?.id),
    ).toBe(true);
    await splitContacts(ctx, merge?.id ?? 0);
    const after = await people();
    expect(after.map(({ active: _, ...person }) => person)).toEqual(before.map(({ active: _, ...person }) => person));
    expect(after.map(({ active }) => active)).toEqual([1, 1]);
  });

  test('is not repeated after a manual split, until a person merges again', async () => {
    const { before, merged } = await story();
    const [merge] = await merges(merged.id);
    await splitContacts(ctx, merge?.id ?? 0);
    await hears(same(lid('77'), pn('5548988770001')), says('três', [lid('77'), pn('5548988770001')]), says('quatro', [lid('77')]));
    expect((await people()).map(({ threads }) => threads)).toEqual([[['um', 'três']], [['dois', 'quatro']]]);
    const { merge: byHand } = await mergeContacts(asSystem(ctx, ctx.companyId), before[0]?.id ?? 0, before[1]?.id ?? 0);
    expect(byHand.cause).toBe('person');
    expect(await people()).toHaveLength(1);
  });
});

test('a person is called as the address book says, else as they call themselves', async () => {
  const ana = [pn('5548988770001')];
  const name = async () => (await people())[0]?.name;
  await hears(called(ana, 'Ninguém ainda'), says('um', ana, { name: 'aninha' }), called(ana, '~'));
  expect(await name()).toBe('aninha');
  await hears(called(ana, 'Ana Lima'));
  expect(await name()).toBe('Ana Lima');
  await hears(called(ana, 'Ana da padaria', true), called(ana, 'aninha'), says('dois', ana, { name: 'aninha' }));
  expect(await name()).toBe('Ana da padaria');
});

test('a hidden number has a name, can be answered, and waits to be found out', async () => {
  await hears(says('um', [lid('77')], { name: '.' }), says('dois', [pn('5548988770001')]), says('três', [lid('88')]));
  const [first, , third] = await people();
  expect(first).toMatchObject({ name: 'Número oculto', number: '' });
  expect(await reading(ctx, (ctx) => replyAddress(ctx, first?.id ?? 0, 'whatsapp_web'))).toEqual(lid('77'));
  const unresolved = (limit: number, after?: number) => reading(ctx, (ctx) => listUnresolvedLids(ctx, limit, after));
  expect(await unresolved(1)).toEqual([{ contactId: first?.id, lid: '77' }]);
  expect(await unresolved(9, first?.id)).toEqual([{ contactId: third?.id, lid: '88' }]);
  await hears(same(lid('77'), pn('5548988770002')), called([lid('88')], '+55 48 98877-0003'), called([lid('88')], 'Zé'));
  expect(await unresolved(9)).toEqual([{ contactId: third?.id, lid: '88' }]);
  expect(await people()).toMatchObject([{ name: '5548988770002' }, {}, { name: 'Zé' }]);
});
