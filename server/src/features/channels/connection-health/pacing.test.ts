// What leaves and what waits, with channels of the test: messages to strangers while the number may not begin conversations, and everything
// while the phone is away.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../test/client.ts';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { type Channel, SendFailure } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Ctx, type Outside } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { createConnection, setConnectionStatus, updateConnection } from '../../company/connections/actions.ts';
import { createContact } from '../../desk/contacts/actions/change-contact.ts';
import { receiveEvents } from '../../desk/messages/actions/in/receive.ts';
import { deliverOutbox } from '../../desk/messages/actions/out/deliver.ts';
import { putOff } from '../../desk/messages/actions/out/put-off.ts';
import { sendMessage } from '../../desk/messages/actions/out/send.ts';
import { wakeOutbox } from '../../desk/messages/actions/out/wake.ts';
import { openTicket } from '../../desk/tickets/actions/open-ticket.ts';
import { pauseNewChats, resumeNewChats, saveLimits } from './actions/limits.ts';
import { showConnectionHealth } from './reads.ts';

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
let people = 0;
/** Texts that left, and what the next send fails with. */
const sent: string[] = [];
let failure: SendFailure | null = null;

const channel = (made: Channel): Channel => ({
  ...made,
  idempotentSends: true,
  send: ({ connectionId }, { content, to, clientKey }) => {
    if (failure) return Promise.reject(failure);
    sent.push(content.type === 'text' ? content.body : content.type);
    return Promise.resolve({ externalId: `${connectionId}-${clientKey}`, recipient: to });
  },
});

beforeAll(async () => {
  company = await createTestCompany({
    features,
    plan: { connections: 100 },
    gateways: (made) => ({ ...made, channel: (kind) => channel(made.channel(kind)) }),
  });
});
afterAll(() => company.close());
beforeEach(async () => {
  company.clock.set('2026-03-10T15:00:00Z');
  const admin = await company.another();
  ctx = asSystem(admin, admin.companyId);
  sent.length = 0;
  failure = null;
  connectionId = (await createConnection(ctx, { name: 'Telefone', channel: 'whatsapp_web' })).id;
  await connected();
});

const connected = () => transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'CONNECTED', statusReason: null }));
const away = () => transaction(ctx, (ctx) => setConnectionStatus(ctx, connectionId, { status: 'DISCONNECTED', statusReason: 'network' }));
const deliver = () => deliverOutbox(ctx, connectionId);
const wake = () => transaction(ctx, (ctx) => wakeOutbox(ctx, connectionId));
const later = (minutes: number) => company.clock.set(new Date(company.clock.now().getTime() + minutes * 60_000).toISOString());
const inMinutes = (minutes: number) => new Date(company.clock.now().getTime() + minutes * 60_000).toISOString();

/** Somebody with an open ticket who never wrote. */
async function stranger(): Promise<{ ticketId: number; number: string }> {
  const number = `55119${70_000_000 + ++people}`;
  const contact = await createContact(ctx, { name: `Pessoa ${people}`, number, email: '', extraInfo: [] });
  const { id } = await openTicket(ctx, { contactId: contact.id, userId: null, queueId: null, whatsappId: connectionId });
  return { ticketId: id, number };
}

const writes = (number: string, by: Ctx = ctx) =>
  receiveEvents(by, connectionId, [
    {
      key: `m:${number}`,
      kind: 'message',
      externalId: `in-${number}`,
      chat: [{ kind: 'wa_pn', value: number }],
      participant: null,
      name: null,
      fromMe: false,
      sentAt: company.clock.now().toISOString(),
      content: { type: 'text', body: 'Oi' },
      quotedExternalId: null,
      forwarded: false,
      history: false,
    },
  ]);

const say = async (ticketId: number, body: string) => (await sendMessage(ctx, ticketId, { body }, [], null))[0];

/** Does a transaction wait for another? */
async function waitsForLock(): Promise<boolean> {
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
  );
  return rows.length > 0;
}

type Standing = { body: string; state: string; reason: string | null; until: string | null; attempts: number };
async function outbox(): Promise<Standing[]> {
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql<Omit<Standing, 'until'> & { until: Date | null }>`
      select m.body, coalesce(o.state, m.state) as state, coalesce(o.reason, m.fail_reason) as reason, o.next_attempt_at as until,
        coalesce(o.attempts, 0) as attempts
      from messages m left join message_outbox o on o.message_id = m.id
      where m.company_id = ${ctx.companyId} and m.from_me order by m.id`.execute(db),
  );
  return rows.map((row) => ({ ...row, until: row.until?.toISOString() ?? null }));
}

const limits = (said: Partial<Parameters<typeof saveLimits>[2]>, at = company.clock.now().toISOString()) =>
  saveLimits(ctx, connectionId, { restrictedUntil: null, answersRestrictedUntil: null, newChats: null, at, ...said });
const meter = async () => (await showConnectionHealth(ctx, connectionId)).meter;

describe('while the number may begin no conversations', () => {
  test('strangers wait with the date, whoever wrote is answered', async () => {
    const [known, unknown] = [await stranger(), await stranger()];
    await writes(known.number);
    const until = inMinutes(90);
    await limits({ restrictedUntil: until });
    await say(known.ticketId, 'Resposta');
    await say(unknown.ticketId, 'Novidade');
    company.told.length = 0;
    await deliver();
    expect(sent).toEqual(['Resposta']);
    expect(await outbox()).toMatchObject([
      { body: 'Resposta', state: 'sent' },
      { body: 'Novidade', state: 'queued', reason: 'new_chats_held', until, attempts: 0 },
    ]);
    const told = company.told.flatMap((each) => (each.event === 'appMessage' ? [each.payload.message] : []));
    expect(told.find(({ body }) => body === 'Novidade')).toMatchObject({ failReason: 'new_chats_held', waitsUntil: until });
    expect(await meter()).toMatchObject({ level: 'restricted', restrictedUntil: until, why: ['restricted'] });

    later(91);
    await deliver();
    expect(sent).toEqual(['Resposta', 'Novidade']);
    expect((await outbox()).at(-1)).toMatchObject({ state: 'sent', reason: null });
    expect(await meter()).toMatchObject({ level: 'good', newChatsToday: 1, sentToday: 2 });
  });

  test('while it may answer nobody, answers wait with the date; a conversation begins', async () => {
    const [known, unknown] = [await stranger(), await stranger()];
    await writes(known.number);
    const until = inMinutes(90);
    await limits({ answersRestrictedUntil: until });
    await say(known.ticketId, 'Resposta');
    await say(unknown.ticketId, 'Novidade');
    await deliver();
    expect(sent).toEqual(['Novidade']);
    expect((await outbox())[0]).toMatchObject({ state: 'queued', reason: 'answers_held', until, attempts: 0 });
    expect(await meter()).toMatchObject({ level: 'restricted', why: ['answers_restricted'], answersRestrictedUntil: until });
    later(91);
    await deliver();
    expect(sent).toEqual(['Novidade', 'Resposta']);
    expect(await meter()).toMatchObject({ level: 'good', answersRestrictedUntil: null });
  });

  test('on the Cloud API, whoever wrote more than a day ago is a stranger again', async () => {
    const cloud = { phoneNumberId: '1', wabaId: '2', accessToken: 'acesso', appSecret: 'segredo', verifyToken: 'verificar' };
    connectionId = (await createConnection(ctx, { name: 'API Oficial', channel: 'whatsapp_cloud', cloud })).id;
    await connected();
    const someone = await stranger();
    await writes(someone.number);
    const until = inMinutes(48 * 60);
    await limits({ restrictedUntil: until });
    await say(someone.ticketId, 'Resposta');
    later(25 * 60);
    await deliver();
    expect(sent).toEqual([]);
    expect(await outbox()).toMatchObject([{ state: 'queued', reason: 'new_chats_held', until }]);
  });

  test('what waits goes once the stranger writes', async () => {
    const someone = await stranger();
    await limits({ newChats: { used: 5, total: 5, resetsAt: inMinutes(600) } });
    await say(someone.ticketId, 'Novidade');
    await deliver();
    expect(sent).toEqual([]);
    expect(await meter()).toMatchObject({ level: 'paused', why: ['limit_reached'], newChatsLimit: 5, pausedUntil: inMinutes(600) });
    await writes(someone.number);
    expect(await outbox()).toMatchObject([{ state: 'queued', reason: null, until: null }]);
    await deliver();
    expect(sent).toEqual(['Novidade']);
  });

  test('a stranger who writes just as his message is put off is answered', async () => {
    const someone = await stranger();
    await limits({ restrictedUntil: inMinutes(600) });
    await say(someone.ticketId, 'Novidade');
    let hasWritten = false;
    let writing: Promise<void> | null = null;
    await transaction(ctx, async (inside) => {
      await putOff(inside, connectionId);
      writing = writes(someone.number).then(() => {
        hasWritten = true;
      });
      await until(async () => hasWritten || (await waitsForLock()));
    });
    await writing;
    await deliver();
    expect(sent).toEqual(['Novidade']);
  });

  test('a message is not put off just as the stranger writes', async () => {
    const someone = await stranger();
    await limits({ restrictedUntil: inMinutes(600) });
    await say(someone.ticketId, 'Novidade');
    await transaction(ctx, async (inside) => {
      await writes(someone.number, inside as unknown as Ctx);
      await deliver();
    });
    await deliver();
    expect(sent).toEqual(['Novidade']);
  });

  test('how many it may begin says nothing of a restriction, and the other way round', async () => {
    await limits({ restrictedUntil: inMinutes(90) });
    await limits({ newChats: { used: 5, total: 5, resetsAt: null } });
    expect(await meter()).toMatchObject({ restrictedUntil: inMinutes(90), pausedUntil: inMinutes(24 * 60), newChatsLimit: 5 });
    await limits({});
    expect(await meter()).toMatchObject({ level: 'paused', restrictedUntil: null, newChatsLimit: 5 });
  });

  test('the order of a chat stays', async () => {
    const someone = await stranger();
    await limits({ restrictedUntil: inMinutes(10) });
    await say(someone.ticketId, 'Um');
    await deliver();
    later(5);
    await say(someone.ticketId, 'Dois');
    await deliver();
    expect(sent).toEqual([]);
    later(6);
    await deliver();
    expect(sent).toEqual(['Um', 'Dois']);
  });

  test('nothing waits longer than the provider says by then, and late news is none', async () => {
    const someone = await stranger();
    const before = inMinutes(-1);
    await limits({ restrictedUntil: inMinutes(600) });
    await say(someone.ticketId, 'Novidade');
    await deliver();
    await limits({ restrictedUntil: inMinutes(9_000) }, before);
    expect(await meter()).toMatchObject({ restrictedUntil: inMinutes(600) });
    later(1);
    await limits({});
    await deliver();
    expect(sent).toEqual(['Novidade']);
  });
});

describe('when beginning a conversation is refused', () => {
  test('others wait, longer each time; an administrator may begin again', async () => {
    const some = [await stranger(), await stranger(), await stranger()];
    const [first, second, third] = some.map(({ ticketId }) => ticketId);
    failure = new SendFailure('refused', 'restricted', '463');
    await say(first ?? 0, 'Um');
    await deliver();
    expect(await outbox()).toMatchObject([{ state: 'failed', reason: 'restricted' }]);
    // The others wait at once, not only when the reaction has run.
    failure = null;
    await say(second ?? 0, 'Dois');
    await deliver();
    expect(sent).toEqual([]);
    await pauseNewChats(ctx, connectionId);
    await pauseNewChats(ctx, connectionId);
    expect(await meter()).toMatchObject({ level: 'paused', why: ['refused'], pausedUntil: inMinutes(15), failedToday: 1 });

    expect((await resumeNewChats(ctx, connectionId)).meter).toMatchObject({ level: 'good', pausedUntil: null });
    await deliver();
    expect(sent).toEqual(['Dois']);

    later(1);
    await pauseNewChats(ctx, connectionId);
    await say(third ?? 0, 'Três');
    await deliver();
    expect((await outbox()).at(-1)).toMatchObject({ state: 'queued', until: inMinutes(60) });
  });

  test('an answer that is refused pauses nothing', async () => {
    const someone = await stranger();
    await writes(someone.number);
    failure = new SendFailure('refused', 'restricted', '463');
    await say(someone.ticketId, 'Resposta');
    await deliver();
    failure = null;
    await say((await stranger()).ticketId, 'Novidade');
    await deliver();
    expect(sent).toEqual(['Novidade']);
  });

  test('a restriction of the provider is not lifted by hand', async () => {
    await limits({ restrictedUntil: inMinutes(600) });
    await pauseNewChats(ctx, connectionId);
    expect((await resumeNewChats(ctx, connectionId)).meter).toMatchObject({ level: 'restricted', restrictedUntil: inMinutes(600) });
    await say((await stranger()).ticketId, 'Novidade');
    await deliver();
    expect(sent).toEqual([]);
  });
});

describe('while the phone is away', () => {
  test('messages wait without an attempt, and go when it is back', async () => {
    const someone = await stranger();
    await away();
    await say(someone.ticketId, 'Um');
    const until = inMinutes(24 * 60);
    await deliver();
    later(600);
    await deliver();
    expect(await outbox()).toMatchObject([{ state: 'queued', reason: 'connection_down', until, attempts: 0 }]);
    await connected();
    await wake();
    await deliver();
    expect(sent).toEqual(['Um']);
    expect(await outbox()).toMatchObject([{ state: 'sent', reason: null }]);
  });

  test('they do not miss that it comes back while they are put off', async () => {
    await away();
    await say((await stranger()).ticketId, 'Um');
    let isBack = false;
    let back: Promise<void> | null = null;
    await transaction(ctx, async (inside) => {
      expect(await putOff(inside, connectionId)).toBe(false);
      back = connected()
        .then(wake)
        .then(() => {
          isBack = true;
        });
      await until(async () => isBack || (await waitsForLock()));
    });
    await back;
    await deliver();
    expect(sent).toEqual(['Um']);
  });

  test('they fail after a day', async () => {
    await away();
    await say((await stranger()).ticketId, 'Um');
    await deliver();
    later(24 * 60);
    await deliver();
    expect(await outbox()).toMatchObject([{ state: 'failed', reason: 'connection_down' }]);
  });

  test('a send that finds nobody counts no attempt, however often', async () => {
    failure = new SendFailure('retry', 'connection_down', 'no session', 5_000);
    await say((await stranger()).ticketId, 'Um');
    for (let i = 0; i < 12; i++) {
      await deliver();
      later(1);
    }
    expect(await outbox()).toMatchObject([{ state: 'queued', reason: 'connection_down', attempts: 0 }]);
    later(24 * 60);
    await deliver();
    expect(await outbox()).toMatchObject([{ state: 'failed', reason: 'connection_down' }]);
  });
});

test('with another channel tickets and threads stay, and what waits goes by the new one', async () => {
  const someone = await stranger();
  await writes(someone.number);
  await say(someone.ticketId, 'Pelo telefone');
  await deliver();
  await away();
  await say(someone.ticketId, 'Ainda na fila');
  await deliver();
  const cloud = { phoneNumberId: '1', wabaId: '2', accessToken: 'acesso', appSecret: 'segredo', verifyToken: 'verificar' };
  await updateConnection(ctx, connectionId, { channel: 'whatsapp_cloud', cloud });
  await connected();
  await wake();
  await deliver();
  expect(sent).toEqual(['Pelo telefone', 'Ainda na fila']);
  const { rows } = await platformTransaction(company.base, ({ db }) =>
    sql<{ ticket_id: number; external_id: string }>`
      select ticket_id, coalesce(sent_as, external_id) as external_id from messages where company_id = ${ctx.companyId} order by id`.execute(
      db,
    ),
  );
  expect(rows.map(({ ticket_id }) => ticket_id)).toEqual([someone.ticketId, someone.ticketId, someone.ticketId]);
  expect(new Set(rows.map(({ external_id }) => external_id)).size).toBe(3);
});
