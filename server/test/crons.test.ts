// What runs by the clock, each as the worker runs it: taken from the features' own lists. One that does nothing leaves its case failing.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConnection, setConnectionStatus } from '../src/features/company/connections/actions.ts';
import { addUser } from '../src/features/company/users/actions.ts';
import { receiveEvents } from '../src/features/desk/messages/actions/in/receive.ts';
import { sendMessage } from '../src/features/desk/messages/actions/out/send.ts';
import { moveTicket } from '../src/features/desk/tickets/actions/move-ticket.ts';
import type { Inbound } from '../src/gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../src/platform/context.ts';
import { platformTransaction, transaction } from '../src/platform/db/transaction.ts';
import { sweepsDue } from '../src/platform/jobs/sweeps.ts';
import { features } from '../src/product.ts';
import { createTestCompany, type TestCompany } from './company.ts';

const crons = features.flatMap(({ jobs = [] }) => jobs.filter((job) => job.kind === 'cron'));

let company: TestCompany;
let ctx: Outside;
let connectionId: number;
let count = 0;

beforeAll(async () => {
  company = await createTestCompany({ features, plan: { connections: 100 } });
});
afterAll(() => company.close());
beforeEach(async () => {
  company.clock.set(start);
  const admin = await company.another();
  ctx = asSystem(admin, admin.companyId);
  connectionId = await phone();
});

const start = '2026-03-10T15:00:00Z';
const day = 24 * 60;
/** So many minutes before the start. */
const ago = (minutes: number) => new Date(Date.parse(start) - minutes * 60_000);
const later = (minutes: number) => company.clock.set(ago(-minutes).toISOString());
const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(company.base, async ({ db }) => (await statement.execute(db)).rows);
/** As the worker does: what is looked for first runs only when something was found. */
async function run(name: string): Promise<void> {
  const job = crons.find((job) => job.name === name);
  if (!job) throw new Error(`no ${name}`);
  if (!job.due || (await sweepsDue(company.base, crons)).includes(name)) await job.run(company.base);
}

async function phone(more: Partial<Parameters<typeof createConnection>[1]> = {}): Promise<number> {
  const { id } = await createConnection(ctx, { name: `Telefone ${++count}`, channel: 'simulator', ...more });
  await transaction(ctx, (ctx) => setConnectionStatus(ctx, id, { status: 'CONNECTED', statusReason: null }));
  return id;
}

function said(body: string): Inbound {
  const id = `escrito-${++count}`;
  return {
    key: `m:${id}`,
    kind: 'message',
    externalId: id,
    chat: [{ kind: 'phone', value: `55119${80_000_000 + count}` }],
    participant: null,
    name: `Cliente ${count}`,
    fromMe: false,
    sentAt: company.clock.now().toISOString(),
    content: { type: 'text', body },
    quotedExternalId: null,
    forwarded: false,
    history: false,
  };
}

/** A customer writes to the connection; answers the ticket. */
async function ticketOn(connection: number): Promise<number> {
  await receiveEvents(ctx, connection, [said('oi')]);
  const [row] = await inDb(sql<{ id: number }>`select id from tickets where company_id = ${ctx.companyId} order by id desc limit 1`);
  return row?.id ?? 0;
}

const oneUser = () =>
  transaction(ctx, (ctx) =>
    addUser(ctx, { name: 'Ana Prado', email: `ana${++count}@loja.example`, passwordHash: '', super: false, profile: 'user', queueIds: [] }),
  );

/** What the waiting jobs of a name are told. */
async function jobsOf(name: string): Promise<Record<string, unknown>[]> {
  const rows = await inDb(sql<{ payload: { payload: Record<string, unknown> } }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${name} order by j.id`);
  return rows.map(({ payload }) => payload.payload);
}

/** For each cron, by its name: what is there before it, and what after. */
const cases: Record<string, () => Promise<void>> = {
  async 'users.markSilentUsers'() {
    const [silent, alive] = [await oneUser(), await oneUser()];
    await inDb(sql`update users set online = true, last_seen_at = ${ago(7)} where id = ${silent}`);
    await inDb(sql`update users set online = true, last_seen_at = ${ago(5)} where id = ${alive}`);
    await run('users.markSilentUsers');
    expect(await inDb(sql`select id from users where id in (${silent}, ${alive}) and online`)).toEqual([{ id: alive }]);
  },

  async 'assignment.assignWaiting'() {
    const queues = await inDb(sql<{ id: number }>`insert into queues (company_id, name, color, assignment)
      values (${ctx.companyId}, 'Vendas', '#111111', 'leastBusy'), (${ctx.companyId}, 'Sem regra', '#222222', 'off') returning id`);
    const ids = queues.map(({ id }) => id);
    for (const id of ids) await inDb(sql`update tickets set queue_id = ${id} where id = ${await ticketOn(connectionId)}`);
    await run('assignment.assignWaiting');
    const waiting = await jobsOf('assignment.assign');
    expect(waiting.filter(({ queueId }) => ids.includes(Number(queueId)))).toEqual([{ queueId: ids[0], depth: 0 }]);
  },

  async 'automations.watchClock'() {
    const cloud = await phone();
    await inDb(sql`update connections set channel = 'whatsapp_cloud' where company_id = ${ctx.companyId} and id = ${cloud}`);
    const [waits, closing, early] = [await ticketOn(connectionId), await ticketOn(cloud), await ticketOn(cloud)];
    await inDb(sql`update attendances set queued_at = ${ago(11)} where company_id = ${ctx.companyId} and ticket_id = ${waits}`);
    await inDb(sql`update tickets set last_inbound_at = ${ago(day - 25)} where company_id = ${ctx.companyId} and id = ${closing}`);
    await inDb(sql`update tickets set last_inbound_at = ${ago(day - 40)} where company_id = ${ctx.companyId} and id = ${early}`);
    const rules = await inDb(sql<{ id: number }>`insert into automations (company_id, name, position, event, minutes, active_since, active)
      select ${ctx.companyId}, name, 1, event, minutes, since, active from (values ('demora', 'waitingLong', 10, ${ago(20)}::timestamptz, true),
        ('janela', 'windowClosing', 30, ${ago(20)}::timestamptz, true), ('desligada', 'waitingLong', 10, ${ago(20)}::timestamptz, false),
        ('de agora', 'waitingLong', 10, ${ago(0)}::timestamptz, true)) as given (name, event, minutes, since, active) returning id`);
    await run('automations.watchClock');
    const due = (await jobsOf('automations.fire')).filter(({ automationId }) => rules.some(({ id }) => id === automationId));
    expect(due.map(({ event, ticketId, automationId }) => [event, ticketId, automationId])).toEqual([
      ['waitingLong', waits, rules[0]?.id],
      ['windowClosing', closing, rules[1]?.id],
    ]);
  },

  async 'automations.keepLog'() {
    const ticketId = await ticketOn(connectionId);
    const [rule] = await inDb(sql<{ id: number }>`insert into automations (company_id, name, position, event, active_since)
      values (${ctx.companyId}, 'Boas-vindas', 1, 'ticketCreated', ${ago(0)}) returning id`);
    for (const days of [31, 29])
      await inDb(sql`insert into automation_firings (company_id, automation_id, ticket_id, fact_key, event, depth, outcome, at)
        values (${ctx.companyId}, ${rule?.id}, ${ticketId}, ${String(days)}, 'ticketCreated', 0, 'fired', ${ago(days * day)})`);
    await run('automations.keepLog');
    expect(await inDb(sql`select fact_key from automation_firings where company_id = ${ctx.companyId}`)).toEqual([{ fact_key: '29' }]);
  },

  async 'webhooks.keepLog'() {
    const events = [
      ['waiting, old', 'waiting', day + 61, null],
      ['waiting', 'waiting', day + 59, null],
      ['delivered, old', 'delivered', 9 * day, 7 * day + 1],
      ['delivered', 'delivered', 9 * day, 7 * day - 1],
      ['dead, old', 'dead', 40 * day, 30 * day + 1],
      ['dead', 'dead', 40 * day, 30 * day - 1],
    ] as const;
    for (const active of [true, false]) {
      const [webhook] = await inDb(sql<{ id: number }>`insert into webhooks (company_id, name, url, secret, events, active)
        values (${ctx.companyId}, 'Pedidos', 'https://erp.example', '', '{}', ${active}) returning id`);
      for (const [event, state, since, settled] of events)
        await inDb(sql`insert into webhook_deliveries (company_id, webhook_id, event, line, body, state, since, created_at, settled_at)
          values (${ctx.companyId}, ${webhook?.id}, ${event}, ${event}, '', ${state}, ${ago(since)}, ${ago(since)}, ${settled === null ? null : ago(settled)})`);
    }
    await run('webhooks.keepLog');
    const left = await inDb(sql<{ event: string; state: string }>`select d.event, d.state, w.active from webhook_deliveries d
      join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id where d.company_id = ${ctx.companyId} order by w.active desc, d.id`);
    expect(left.map(({ event, state }) => [event, state])).toEqual([
      ['waiting, old', 'dead'],
      ['waiting', 'waiting'],
      ['delivered', 'delivered'],
      ['dead', 'dead'],
      // Switched off: what waits is kept.
      ['waiting, old', 'waiting'],
      ['waiting', 'waiting'],
      ['delivered', 'delivered'],
      ['dead', 'dead'],
    ]);
  },

  async 'campaigns.sweep'() {
    await inDb(sql`insert into contact_lists (company_id, name) values (${ctx.companyId}, 'Clientes')`);
    await inDb(sql`insert into campaigns (company_id, name, status, messages, scheduled_at, connection_id, contact_list_id)
      select ${ctx.companyId}, name, 'PROGRAMADA', '{Oi}', at, ${connectionId}, (select id from contact_lists where company_id = ${ctx.companyId})
      from (values ('na hora', ${ago(0)}::timestamptz), ('atrasada', ${ago(2 * day)}), ('mais tarde', ${ago(-1)})) as given (name, at)`);
    await inDb(
      sql`insert into campaigns (company_id, name, status, confirmation, planned_at) values (${ctx.companyId}, 'calada', 'EM_ANDAMENTO', true, ${ago(2 * day)})`,
    );
    await inDb(sql`with asked as (
        insert into campaign_shippings (company_id, campaign_id, name, number, state, confirmation_requested_at)
        select ${ctx.companyId}, id, 'Lia', '5511987650000', 'asking', ${ago(day + 1)} from campaigns where company_id = ${ctx.companyId} and name = 'calada'
        returning campaign_id)
      insert into campaign_tallies (company_id, campaign_id, variant, state, replied, n) select ${ctx.companyId}, campaign_id, 0, 'asking', false, 1 from asked`);
    await run('campaigns.sweep');
    const left = await inDb(sql`select name, status from campaigns where company_id = ${ctx.companyId} order by name`);
    expect(left).toEqual([
      { name: 'atrasada', status: 'EM_ANDAMENTO' },
      { name: 'calada', status: 'FINALIZADA' },
      { name: 'mais tarde', status: 'PROGRAMADA' },
      { name: 'na hora', status: 'EM_ANDAMENTO' },
    ]);
    expect(await inDb(sql`select state, reason from campaign_shippings where company_id = ${ctx.companyId}`)).toEqual([
      { state: 'skipped', reason: 'not_confirmed' },
    ]);
  },

  async 'contactLists.followFilters'() {
    await inDb(sql`insert into contact_lists (company_id, name, filter, in_step, synced_at)
      select ${ctx.companyId}, name, '{"tags":[1],"lastContact":null,"field":null}', true, synced
      from (values ('antiga', ${ago(6)}::timestamptz), ('recente', ${ago(4)})) as given (name, synced)`);
    await run('contactLists.followFilters');
    const lists = await inDb(sql`select name, sync_after from contact_lists where company_id = ${ctx.companyId} order by name`);
    expect(lists).toEqual([
      { name: 'antiga', sync_after: 0 },
      { name: 'recente', sync_after: null },
    ]);
  },

  async 'mails.sweep'() {
    await inDb(sql`insert into mails (company_id, recipient, subject, content, state, try_at, expires_at)
      select ${ctx.companyId}, name, '', 'x', state, ${ago(5)}, expires from (values
        ('over', 'waiting', ${ago(0)}::timestamptz), ('of use', 'waiting', ${ago(-1)}), ('refused, over', 'failed', ${ago(0)}), ('refused', 'failed', ${ago(-1)}))
        as given (name, state, expires)`);
    await run('mails.sweep');
    const left = await inDb(
      sql`select recipient, state, reason, content is null as erased from mails where company_id = ${ctx.companyId} order by id`,
    );
    expect(left).toEqual([
      { recipient: 'over', state: 'failed', reason: 'expired', erased: true },
      { recipient: 'of use', state: 'waiting', reason: null, erased: false },
      { recipient: 'refused, over', state: 'failed', reason: null, erased: true },
      { recipient: 'refused', state: 'failed', reason: null, erased: false },
    ]);
  },

  async 'mails.prune'() {
    await inDb(sql`insert into mails (company_id, recipient, subject, try_at, expires_at, created_at)
      select ${ctx.companyId}, name, '', at, at, at from (values ('old', ${ago(91 * day)}::timestamptz), ('young', ${ago(89 * day)})) as given (name, at)`);
    await run('mails.prune');
    expect(await inDb(sql`select recipient from mails where company_id = ${ctx.companyId}`)).toEqual([{ recipient: 'young' }]);
  },

  async 'companies.tellWhoRanOut'() {
    const set = (due: string, grace = 3) =>
      inDb(sql`update companies set due_date = ${due}::date, grace_days = ${grace}, status = true where id = ${ctx.companyId}`);
    const heard: unknown[] = [];
    const { hub } = company.base;
    const announce = hub.announce;
    hub.announce = (companyId, published) => {
      if (companyId === ctx.companyId) heard.push(...published.map(({ fact }) => fact.name));
      announce(companyId, published);
    };
    try {
      const next = async (minutes: number) => {
        later(minutes);
        heard.length = 0;
        await run('companies.tellWhoRanOut');
        await run('companies.tellWhoRanOut');
        return [...heard];
      };
      await set('2026-03-10');
      expect(await next(0)).toEqual([]);
      // The last minute of the last day in Brazil, and the first of the next.
      expect(await next(12 * 60 - 1)).toEqual([]);
      expect(await next(12 * 60)).toEqual(['company.ranOut']);
      expect(await next(3 * day)).toEqual([]);
      // Nothing ran for days: the end of the grace is still told.
      expect(await next(7 * day)).toEqual(['company.ranOut']);
      expect(await next(9 * day)).toEqual([]);
    } finally {
      hub.announce = announce;
    }
  },

  async 'invoices.issue'() {
    const other = await company.another();
    await inDb(sql`with plan as (insert into plans (name, value) values (${`Pago ${++count}`}, 30) returning id)
      update companies set plan_id = plan.id, due_date = case when companies.id = ${ctx.companyId} then '2026-03-29'::date else '2026-03-30' end
      from plan where companies.id in (${ctx.companyId}, ${other.companyId})`);
    await run('invoices.issue');
    await run('invoices.issue');
    const made = await inDb(sql`select company_id, value_cents from invoices where company_id in (${ctx.companyId}, ${other.companyId})`);
    expect(made).toEqual([{ company_id: ctx.companyId, value_cents: 3000 }]);
  },

  async 'payments.sweep'() {
    const charge = (txid: string, expires: Date, check: Date) => sql`
      insert into pix_charges (company_id, invoice_id, provider, txid, amount_cents, months, expires_at, created_at, check_at)
      select company_id, id, 'efi', ${`${txid}${count}`}, 100, 1, ${expires}, ${ago(60)}, ${check} from invoices where company_id = ${ctx.companyId}`;
    await inDb(
      sql`insert into invoices (company_id, due_date, detail, plan_id, recurrence, value_cents) values (${ctx.companyId}, '2026-03-29', '', 1, 'MENSAL', 100)`,
    );
    await inDb(charge('due', ago(30), ago(0)));
    await inDb(charge('later', ago(30), ago(-1)));
    await inDb(charge('given up', ago(4 * day), ago(1)));
    await run('payments.sweep');
    const left = await inDb(
      sql`select left(txid, 3) as txid, check_at > ${ago(0)} as later from pix_charges where company_id = ${ctx.companyId} order by id`,
    );
    expect(left).toEqual([
      { txid: 'due', later: true },
      { txid: 'lat', later: true },
      { txid: 'giv', later: null },
    ]);
  },

  async 'usage.measureAll'() {
    const other = await company.another();
    await inDb(
      sql`insert into usage_meters (company_id, measured_at) values (${ctx.companyId}, ${ago(6 * 60 + 1)}), (${other.companyId}, ${ago(5 * 60)})`,
    );
    await run('usage.measureAll');
    const begun = await inDb(
      sql`select company_id from usage_meters where company_id in (${ctx.companyId}, ${other.companyId}) and counted_to = 0`,
    );
    expect(begun).toEqual([{ company_id: ctx.companyId }]);
  },

  async 'auth.forgetThrottles'() {
    await inDb(sql`insert into throttles (key, hits, resets_at) values ('ended', 9, ${ago(1)}), ('counting', 9, ${ago(-1)})`);
    await run('auth.forgetThrottles');
    expect(await inDb(sql`select key from throttles where key in ('ended', 'counting')`)).toEqual([{ key: 'counting' }]);
  },

  async 'sessions.forgetEnded'() {
    const user = await oneUser();
    await inDb(sql`insert into sessions (company_id, id, user_id, token_hash, rotated_at, created_at, expires_at)
      select ${ctx.companyId}, gen_random_uuid(), ${user}, '', ${ago(day)}, ${ago(day)}, expires
      from unnest(array[${ago(1)}, ${ago(-1)}]::timestamptz[]) as given (expires)`);
    await run('sessions.forgetEnded');
    const left = await inDb(sql<{ expires_at: Date }>`select expires_at from sessions where user_id = ${user}`);
    expect(left.map((row) => row.expires_at)).toEqual([ago(-1)]);
  },

  async 'connections.pruneStatuses'() {
    await inDb(sql`delete from connection_statuses where connection_id = ${connectionId}`);
    await inDb(sql`insert into connection_statuses (company_id, connection_id, at, status)
      select ${ctx.companyId}, ${connectionId}, at, status from (values (${ago(91 * day)}::timestamptz, 'OPENING'), (${ago(89 * day)}, 'CONNECTED')) as given (at, status)`);
    const busy = await phone();
    await inDb(sql`insert into connection_statuses (company_id, connection_id, at, status)
      select ${ctx.companyId}, ${busy}, ${ago(1)}, 'CONNECTED' from generate_series(1, 600)`);
    await run('connections.pruneStatuses');
    expect(await inDb(sql`select status from connection_statuses where connection_id = ${connectionId}`)).toEqual([
      { status: 'CONNECTED' },
    ]);
    expect(await inDb(sql`select count(*)::int as kept from connection_statuses where connection_id = ${busy}`)).toEqual([{ kept: 500 }]);
  },

  async 'tickets.endRatingWaits'() {
    const [over, waiting] = [await ticketOn(connectionId), await ticketOn(connectionId)];
    await inDb(sql`update tickets set rating_until = ${ago(0)} where id = ${over}`);
    await inDb(sql`update tickets set rating_until = ${ago(-1)} where id = ${waiting}`);
    await run('tickets.endRatingWaits');
    expect(await inDb(sql`select id from tickets where id in (${over}, ${waiting}) and rating_until is not null`)).toEqual([
      { id: waiting },
    ]);
  },

  async 'schedules.sweep'() {
    await inDb(sql`update companies set due_date = '2026-12-31' where id = ${ctx.companyId}`);
    const ticket = await ticketOn(connectionId);
    const [due, sending] = await inDb(sql<{ id: number }>`
      insert into scheduled_messages (company_id, contact_id, connection_id, body, send_at, timed_at, try_at, month_day, status, message_id, created_at, updated_at)
      select company_id, contact_id, connection_id, 'Lembrete', at, at, at, 1, given.status, message_id, at, at from tickets,
        (values (${ago(1)}::timestamptz, 'PENDENTE', null::bigint), (${ago(2)}, 'AGENDADA', 0), (${ago(-1)}, 'PENDENTE', null)) as given (at, status, message_id)
      where company_id = ${ctx.companyId} and id = ${ticket} returning id`);
    await run('schedules.sweep');
    const rows = await inDb(sql<{ id: number; status: string }>`
      select id, status from scheduled_messages where company_id = ${ctx.companyId} order by id`);
    expect(rows.map(({ status }) => status)).toEqual(['AGENDADA', 'CANCELADA', 'PENDENTE']);
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([due?.id, sending?.id]);
  },

  async 'messages.sweep'() {
    // A fact that could not be processed, and is due again.
    const fact = said('esperei no diário');
    await inDb(sql`insert into inbound_events (company_id, connection_id, key, payload, received_at, attempts, next_attempt_at, error)
      values (${ctx.companyId}, ${connectionId}, ${fact.key}, ${JSON.stringify(fact)}, ${ago(2)}, 1, ${ago(0)}, 'away')`);
    // A message whose process died while sending it, and one whose job was lost.
    const agent = await oneUser();
    const texts: number[] = [];
    for (const body of ['perdida', 'esquecida']) {
      const ticketId = await ticketOn(connectionId);
      await moveTicket(ctx, ticketId, { status: 'open', userId: agent });
      const [message] = await sendMessage(ctx, ticketId, { body }, [], null);
      texts.push(Number(message?.id));
    }
    const [lost = 0, forgotten = 0] = texts;
    await inDb(sql`update message_outbox set state = 'sending', lease_until = ${ago(0)} where message_id = ${lost}`);
    await inDb(sql`update message_outbox set created_at = ${ago(1)} where message_id = ${forgotten}`);
    await inDb(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
    await run('messages.sweep');
    const kept = await inDb(sql<{ body: string }>`select body from messages where company_id = ${ctx.companyId} and body like 'esperei%'`);
    expect(kept).toEqual([{ body: 'esperei no diário' }]);
    expect(await inDb(sql`select 1 from message_outbox where message_id = ${lost} and state = 'sending'`)).toEqual([]);
    const woken = await inDb(sql<{ key: string }>`select key from graphile_worker.jobs where task_identifier = 'messages.deliver'`);
    expect(woken.map(({ key }) => key)).toEqual([expect.stringContaining(`${ctx.companyId}:`)]);
  },

  async 'messages.keepJournalDays'() {
    // Far from the days of the other jobs. A day goes only if something came in on those after it.
    const today = 100 * day;
    const before = (days: number) => ago(days * day - today);
    for (let days = 40; days >= 0; days--) {
      later(today - days * day);
      if (days > 0) await run('messages.keepJournalDays');
      await receiveEvents(ctx, connectionId, [said('cedo')]);
    }
    await inDb(sql`insert into inbound_events (company_id, connection_id, key, payload, received_at, processed_at, next_attempt_at)
      select ${ctx.companyId}, ${connectionId}, key, '{}', received, processed, next from (values
        ('old', ${before(31)}::timestamptz, ${before(31)}::timestamptz, null::timestamptz), ('young', ${before(6)}, ${before(6)}, null),
        ('waiting', ${before(40)}, null, ${before(-1)}), ('given up', ${before(29)}, null, null),
        ('given up long ago', ${before(31)}, null, null)) as given (key, received, processed, next)`);
    await run('messages.keepJournalDays');
    later(0);
    const left = await inDb(
      sql<{ key: string }>`select key from inbound_events where connection_id = ${connectionId} order by key limit 9`,
    );
    expect(left.map(({ key }) => key)).toEqual(['given up', 'waiting', 'young']);
    const keys = await inDb(
      sql<{
        day: string;
      }>`select received_on as day from inbound_keys where company_id = ${ctx.companyId} and received_on > ${ago(0)} order by 1`,
    );
    expect(keys).toEqual(['11', '12', '13', '14', '15', '16', '17', '18'].map((each) => ({ day: `2026-06-${each}` })));
    const [made] = await inDb(sql<{ made: boolean }>`select to_regclass('inbound_keys_20260621') is not null as made`);
    expect(made).toEqual({ made: true });
  },

  async 'system.pruneAudit'() {
    await inDb(sql`insert into audit_log (company_id, at, verb) values
      (${ctx.companyId}, ${ago(731 * day)}, 'old'), (${ctx.companyId}, ${ago(729 * day)}, 'young')`);
    await run('system.pruneAudit');
    const left = await inDb(
      sql<{ verb: string }>`select verb from audit_log where company_id = ${ctx.companyId} and verb in ('old', 'young')`,
    );
    expect(left).toEqual([{ verb: 'young' }]);
  },

  async 'imports.pruneRefused'() {
    await inDb(sql`with made as (
        insert into imports (company_id, file_key, file_name, mapping, status, finished_at)
        select ${ctx.companyId}, 'x', name, '{}', status, finished from (values
          ('old', 'done', ${ago(91 * day)}::timestamptz), ('young', 'done', ${ago(89 * day)}), ('running', 'running', null)) as given (name, status, finished)
        returning id, file_name)
      insert into import_errors (company_id, import_id, row, name, number, email, code) select ${ctx.companyId}, id, 2, file_name, '', '', 'ERR_CONTACT_NAME' from made`);
    await run('imports.pruneRefused');
    const left = await inDb(sql<{ name: string }>`select name from import_errors where company_id = ${ctx.companyId} order by name`);
    expect(left).toEqual([{ name: 'running' }, { name: 'young' }]);
  },

  async 'connectionHealth.countGaps'() {
    await ticketOn(connectionId);
    const [gap] = await inDb(sql<{ id: number }>`
      insert into connection_gaps (company_id, connection_id, from_at, to_at, reason, state, recount_until)
      values (${ctx.companyId}, ${connectionId}, ${ago(60)}, ${ago(0)}, 'away', 'closed', ${ago(-60)}) returning id`);
    await inDb(sql`update messages set sent_at = ${ago(30)}, created_at = ${ago(0)} where connection_id = ${connectionId}`);
    await run('connectionHealth.countGaps');
    expect(await inDb(sql`select recovered from connection_gaps where id = ${gap?.id}`)).toEqual([{ recovered: 1 }]);
  },

  async 'templates.keepInStep'() {
    const [due, fresh, away, phoneId] = [await phone(), await phone(), await phone(), connectionId];
    await inDb(sql`update connections set channel = 'whatsapp_cloud' where id in (${due}, ${fresh}, ${away})`);
    await inDb(sql`update connections set status = 'DISCONNECTED' where id = ${away}`);
    await inDb(sql`insert into template_syncs (company_id, connection_id, synced_at) values
      (${ctx.companyId}, ${due}, ${ago(6 * 60 + 1)}), (${ctx.companyId}, ${fresh}, ${ago(6 * 60 - 1)})`);
    await run('templates.keepInStep');
    const begun = await inDb(sql`select connection_id from template_syncs
      where connection_id in (${due}, ${fresh}, ${away}, ${phoneId}) and started_at is not null`);
    expect(begun).toEqual([{ connection_id: due }]);
  },

  async 'connectionHealth.prune'() {
    await inDb(sql`insert into connection_gaps (company_id, connection_id, from_at, to_at, reason, state)
      select ${ctx.companyId}, ${connectionId}, at, at, reason, 'closed'
      from (values (${ago(366 * day)}::timestamptz, 'old'), (${ago(364 * day)}, 'young')) as given (at, reason)`);
    await run('connectionHealth.prune');
    expect(await inDb(sql`select reason from connection_gaps where connection_id = ${connectionId}`)).toEqual([{ reason: 'young' }]);
  },

  async 'linkedDevices.pruneSent'() {
    await inDb(sql`insert into web_sessions (company_id, connection_id, wanted) values (${ctx.companyId}, ${connectionId}, 'stop')`);
    await inDb(sql`insert into web_stanzas (company_id, connection_id, direction, id, content, created_at)
      select ${ctx.companyId}, ${connectionId}, direction, id, '', at from (values
        ('out', 'old', ${ago(15 * day)}::timestamptz), ('out', 'young', ${ago(13 * day)}), ('in', 'not processed', ${ago(15 * day)})) as given (direction, id, at)`);
    await run('linkedDevices.pruneSent');
    const left = await inDb(sql<{ id: string }>`select id from web_stanzas where connection_id = ${connectionId} order by id`);
    expect(left.map(({ id }) => id)).toEqual(['not processed', 'young']);
  },

  async 'integrations.pruneLog'() {
    const [made] = await inDb(sql<{ id: number }>`
      insert into integrations (company_id, type, name) values (${ctx.companyId}, 'webhook', 'Robô') returning id`);
    const sent = (message: number, at: Date) =>
      inDb(sql`
        insert into integration_deliveries (company_id, integration_id, attendance_id, message_id, contact_name, event_id, payload, created_at)
        values (${ctx.companyId}, ${made?.id}, 0, ${message}, 'Lia', gen_random_uuid(), '{}', ${at})`);
    await sent(1, ago(7 * day + 1));
    await sent(2, ago(7 * day - 1));
    await run('integrations.pruneLog');
    expect(await inDb(sql`select message_id from integration_deliveries where company_id = ${ctx.companyId}`)).toEqual([{ message_id: 2 }]);
  },

  async 'dashboard.forgetUntrue'() {
    await inDb(sql`
      with days as (
        insert into daily_figures (company_id, kind, day, time_zone, begins, until, sums)
        select ${ctx.companyId}, 'queued', day, 'UTC', day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC', '[]'
        from unnest(array['2026-01-01', '2026-01-02', '2026-01-03']::date[]) day)
      insert into late_changes (company_id, kind, at, noted_at)
      values (${ctx.companyId}, 'queued', '2026-01-01T12:00Z', now() - interval '61 minutes'),
        (${ctx.companyId}, 'queued', '2026-01-02T12:00Z', now() - interval '59 minutes')`);
    await run('dashboard.forgetUntrue');
    expect([
      await inDb(sql`select day from daily_figures where company_id = ${ctx.companyId} order by day`),
      await inDb(sql`select (at at time zone 'UTC')::date as day from late_changes where company_id = ${ctx.companyId}`),
    ]).toEqual([[{ day: '2026-01-02' }, { day: '2026-01-03' }], [{ day: '2026-01-02' }]]);
  },

  async 'chatbot.endIdle'() {
    const [queue] = await inDb(sql<{ id: number }>`
      insert into queues (company_id, name, color) values (${ctx.companyId}, 'Vendas', '#1164a9') returning id`);
    const queueId = queue?.id ?? 0;
    const impatient = await phone({ timeToTransfer: 5, transferQueueId: queueId });
    const early = await ticketOn(impatient);
    later(2);
    const late = await ticketOn(impatient);
    later(6);
    await run('chatbot.endIdle');
    expect(await inDb(sql`select id from tickets where id in (${early}, ${late}) and queue_id = ${queueId}`)).toEqual([{ id: early }]);
  },
};

test.each(crons.map(({ name }) => [name]))('%s does its work', async (name) => {
  const check = cases[name];
  if (!check) throw new Error(`Say in server/test/crons.test.ts what "${name}" finds, and what it leaves.`);
  await check();
});

test('whatever is defined is in the list of a feature, or nobody would run it', async () => {
  const root = join(import.meta.dirname, '../src/features');
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  // Services are also named where they are woken, so their names are constants.
  const constants = new Map(
    sources.flatMap((text) => [...text.matchAll(/^export const (\w+) = '([^']+)';$/gm)].map(([, of, name]) => [of, name])),
  );
  const defined = sources.flatMap((text) =>
    [...text.matchAll(/\bdefine(?:Job|Cron|Sweep|BackgroundService)(?:<.*>)?\(\{\s*name: (?:'([^']+)'|(\w+))/g)].map(
      ([, name, constant]) => name ?? constants.get(constant),
    ),
  );
  const written = sources.flatMap((text) => [...text.matchAll(/\bdefine(?:Job|Cron|Sweep|BackgroundService)\b\S*\(/g)]);
  const listed = features.flatMap(({ jobs = [], backgroundServices = [] }) => [...jobs, ...backgroundServices].map(({ name }) => name));
  expect(defined).toHaveLength(written.length);
  expect([...listed].sort()).toEqual([...defined].sort());
});

test('nothing is said of a cron that does not run', () => {
  expect(Object.keys(cases).filter((name) => !crons.some((job) => job.name === name))).toEqual([]);
});
