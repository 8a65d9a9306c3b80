// Scheduled messages over HTTP, with a customer who has the built-in telephone. Time passes by writing it into the database.
import type { ScheduleView } from '@balcao/contract/schedules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { type FakeGraph, startFakeGraph } from '../../../../test/fake-graph/server.ts';
import { fakeTemplate } from '../../../../test/fake-graph/templates.ts';
import { givenCloudNumber, givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { givenCustomer } from '../../../../test/phone.ts';
import { changePlan, givenPlan } from '../../../../test/plans.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { saveLimits } from '../../channels/connection-health/actions/limits.ts';
import { sendDue, tryHeld } from './actions/send-due.ts';
import { scheduleJobs } from './jobs.ts';

let graph: FakeGraph;
let world: World;
let admin: Client;
let ana: Client;
let whatsappId: number;
let queueId: number;
beforeAll(async () => {
  graph = await startFakeGraph();
  world = await createWorld({ graphUrl: graph.url });
  admin = await givenCompany(world.url);
  queueId = await givenQueue(admin);
  ana = await givenUser(world.url, admin, { name: 'Ana Prado', queueIds: [queueId] });
  whatsappId = await givenPhone(admin, 'Loja Centro', { queueIds: [queueId] });
});
afterAll(async () => {
  await world.close();
  await graph.close();
});

const inDb = <R>(statement: ReturnType<typeof sql<R>>) =>
  platformTransaction(world.app.base, async ({ db }) => (await statement.execute(db)).rows);
const shown = (id: number, by = ana) => by.call('GET /schedules/:scheduleId', { params: { scheduleId: id } });
const becomes = (id: number, status: ScheduleView['status'], by = ana) =>
  until(async () => {
    const schedule = await shown(id, by);
    return schedule.status === status ? schedule : null;
  });
const soon = (ms = 0) => new Date(Date.now() + ms).toISOString();
const inAnHour = () => soon(3_600_000);
/** The time of a schedule has come, so many minutes ago. */
async function fallsDue(id: number, minutesAgo = 0): Promise<void> {
  await inDb(sql`update scheduled_messages set send_at = now() - ${minutesAgo} * interval '1 minute', try_at = now() - interval '1 second',
    timed_at = now() - interval '30 days' where id = ${id}`);
  await sweep();
}
async function sweep(): Promise<void> {
  for (const job of scheduleJobs) if (job.kind === 'cron') await job.run(world.app.base);
}
async function customer(name: string, by = admin, on = whatsappId) {
  const phone = givenCustomer(by, on, name);
  await phone.says('Bom dia');
  return { ...phone, contactId: (await phone.ticket()).contactId };
}

test('it goes out at its time, filled in, and stands in the conversation', async () => {
  const rita = await customer('Rita Moura');
  const socket = await ana.socket();
  const news = heard<{ action: string; schedule: ScheduleView }>(socket, `company-${admin.user.companyId}-schedule`);
  const joined = heard<{ action: string }>(socket, `company${admin.user.companyId}-schedule`);
  const schedule = await ana.call('POST /schedules', {
    body: { body: 'Oi, {{firstName}}! Chegou.', contactId: rita.contactId, sendAt: soon(1_000), whatsappId },
  });
  expect(schedule).toMatchObject({ status: 'PENDENTE', contact: { name: 'Rita Moura' }, user: { name: 'Ana Prado' }, sentAt: null });
  expect(await news).toMatchObject({ action: 'create', schedule: { id: schedule.id, contact: { name: 'Rita Moura' } } });
  expect(await joined).toMatchObject({ action: 'create' });
  expect(await rita.hears(1)).toEqual(['Oi, Rita! Chegou.']);
  const sent = await becomes(schedule.id, 'ENVIADA');
  const ticket = await rita.ticket();
  expect(sent).toMatchObject({ failReason: null, ticketId: ticket.id, ticketUuid: ticket.uuid });
  expect(new Date(sent.sentAt ?? 0) >= new Date(schedule.sendAt)).toBe(true);
  const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } });
  expect(messages.map(({ body }) => body)).toContain('Oi, Rita! Chegou.');
  const params = { scheduleId: schedule.id };
  await expect(ana.call('PUT /schedules/:scheduleId', { params, body: { body: 'Outra coisa' } })).rejects.toMatchObject({
    error: 'ERR_SCHEDULE_SENT',
  });
  // It stays in the conversation.
  await ana.call('DELETE /schedules/:scheduleId', { params });
  await expect(shown(schedule.id)).rejects.toMatchObject({ error: 'ERR_NO_SCHEDULE_FOUND' });
  expect(await rita.heard()).toHaveLength(1);
});

test('a time without an offset is the company’s, and one that has passed is now', async () => {
  const davi = await customer('Davi Quintela');
  const later = await ana.call('POST /schedules', { body: { body: 'Até mais', contactId: davi.contactId, sendAt: '2035-05-14T09:00' } });
  expect(later.sendAt).toBe('2035-05-14T12:00:00.000Z');
  const passed = await ana.call('POST /schedules', {
    body: { body: 'Já era', contactId: davi.contactId, sendAt: '2020-01-01T09:00', whatsappId },
  });
  await becomes(passed.id, 'ENVIADA');
  expect(await davi.heard()).toEqual(['Já era']);
});

test('what fell due while nothing ran goes out, unless it is later than the company allows', async () => {
  const lia = await customer('Lia Castelo');
  const make = () => ana.call('POST /schedules', { body: { body: 'Lembrete', contactId: lia.contactId, sendAt: inAnHour(), whatsappId } });
  const [hours, days] = [await make(), await make()];
  await fallsDue(hours.id, 5 * 60);
  await fallsDue(days.id, 2 * 24 * 60);
  await becomes(hours.id, 'ENVIADA');
  expect(await becomes(days.id, 'ERRO')).toMatchObject({ failReason: 'too_late', sentAt: null });
  // The way on: another time. It waits again.
  const again = await ana.call('PUT /schedules/:scheduleId', { params: { scheduleId: days.id }, body: { sendAt: inAnHour() } });
  expect(again).toMatchObject({ status: 'PENDENTE', failReason: null });
  await admin.call('PUT /settings/:settingKey', { params: { settingKey: 'lateSchedules' }, body: { value: '0' } });
  await fallsDue(days.id, 60 * 24 * 60);
  await becomes(days.id, 'ENVIADA');
  await admin.call('PUT /settings/:settingKey', { params: { settingKey: 'lateSchedules' }, body: { value: '1440' } });
});

test('moved to another time it goes out then, and once', async () => {
  const ivo = await customer('Ivo Reis');
  const { id } = await ana.call('POST /schedules', { body: { body: 'Movida', contactId: ivo.contactId, sendAt: inAnHour(), whatsappId } });
  await ana.call('PUT /schedules/:scheduleId', { params: { scheduleId: id }, body: { sendAt: soon() } });
  await Promise.all([sweep(), sweep(), sweep()]);
  await becomes(id, 'ENVIADA');
  await sweep();
  expect(await ivo.heard()).toEqual(['Movida']);
  // The job of its old time does nothing.
  const later = await ana.call('POST /schedules', { body: { body: 'Depois', contactId: ivo.contactId, sendAt: inAnHour(), whatsappId } });
  await sendDue(asSystem(world.app.base, mintCompanyId(admin.user.companyId)), later.id);
  expect(await shown(later.id)).toMatchObject({ status: 'PENDENTE' });
});

test('what repeats waits for its next time with the same text, and deleting that one ends it', async () => {
  const otavio = await customer('Otávio Brandão');
  const { id } = await ana.call('POST /schedules', {
    body: { body: 'Toda semana', contactId: otavio.contactId, sendAt: inAnHour(), whatsappId, repeat: 'week', repeatDays: [1, 4] },
  });
  await fallsDue(id);
  await becomes(id, 'ENVIADA');
  const { schedules } = await ana.call('GET /schedules', { query: { contactId: otavio.contactId } });
  const [next] = schedules.filter(({ status }) => status === 'PENDENTE');
  expect(next).toMatchObject({ body: 'Toda semana', repeat: 'week', repeatDays: [1, 4], userId: ana.user.id });
  expect(['Mon', 'Thu']).toContain(
    new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'America/Sao_Paulo' }).format(new Date(next?.sendAt ?? 0)),
  );
  expect(new Date(next?.sendAt ?? 0).getTime()).toBeGreaterThan(Date.now());
  await ana.call('DELETE /schedules/:scheduleId', { params: { scheduleId: next?.id ?? 0 } });
  expect((await ana.call('GET /schedules', { query: { contactId: otavio.contactId } })).schedules.map((s) => s.status)).toEqual([
    'ENVIADA',
  ]);
});

test('it is not sent if the customer wrote after it was scheduled, where that was asked for', async () => {
  const nair = await customer('Nair Quadros');
  const { id } = await ana.call('POST /schedules', {
    body: { body: 'Alguma dúvida?', contactId: nair.contactId, sendAt: inAnHour(), whatsappId, cancelIfAnswered: true },
  });
  await nair.says('Resolvido!');
  await fallsDue(id);
  expect(await becomes(id, 'CANCELADA')).toMatchObject({ failReason: 'answered' });
  expect(await nair.heard()).toEqual([]);
});

test('the author gets the conversation, where that was asked for', async () => {
  const bruno = await customer('Bruno Tavares');
  const ticket = await bruno.ticket();
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'closed', queueId } });
  const { id } = await ana.call('POST /schedules', {
    body: { body: 'Retomando', contactId: bruno.contactId, sendAt: inAnHour(), whatsappId, openTicket: true },
  });
  await fallsDue(id);
  await becomes(id, 'ENVIADA');
  expect(await bruno.ticket()).toMatchObject({ id: ticket.id, status: 'open', userId: ana.user.id });
});

test('a conversation that somebody has stays theirs, whoever scheduled a message into it', async () => {
  const other = await givenQueue(admin, 'Financeiro', { color: '#ac2b30' });
  const caio = await givenUser(world.url, admin, { name: 'Caio Fontes', queueIds: [queueId, other] });
  for (const [name, theirs] of [
    ['Rita Moura', other],
    ['Lia Prates', queueId],
  ] as const) {
    const customerOf = await customer(name);
    const { id: ticketId } = await customerOf.ticket();
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { queueId: theirs, userId: caio.user.id, status: 'open' } });
    const { id } = await ana.call('POST /schedules', {
      body: { body: 'Retomando', contactId: customerOf.contactId, sendAt: inAnHour(), whatsappId, openTicket: true },
    });
    await fallsDue(id);
    await becomes(id, 'ENVIADA');
    expect(await customerOf.ticket()).toMatchObject({ id: ticketId, status: 'open', userId: caio.user.id, queueId: theirs });
  }
});

test('a picture goes with it, and nothing else may', async () => {
  const enzo = await customer('Enzo Prado');
  const { id } = await ana.call('POST /schedules', {
    body: { body: 'Olhe só', contactId: enzo.contactId, sendAt: inAnHour(), whatsappId },
  });
  const params = { scheduleId: id };
  const form = (bytes: string | Buffer<ArrayBuffer>, name: string) => {
    const made = new FormData();
    made.append('file', new Blob([bytes]), name);
    return made;
  };
  await expect(
    ana.call('POST /schedules/:scheduleId/media-upload', { params, body: form('%PDF-1.4 conteúdo', 'tabela.pdf') }),
  ).rejects.toMatchObject({ error: 'ERR_MEDIA_TYPE' });
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const { schedule } = await ana.call('POST /schedules/:scheduleId/media-upload', { params, body: form(png, 'sofa.png') });
  expect(schedule).toMatchObject({ mediaName: 'sofa.png', mediaPath: expect.stringContaining('http') });
  await fallsDue(id);
  const { ticketId } = await becomes(id, 'ENVIADA');
  const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticketId ?? 0 } });
  expect(messages.at(-1)).toMatchObject({ mediaType: 'image', body: 'Olhe só', mediaName: 'sofa.png' });
});

/** A list with one file. */
async function givenFiles(name: string) {
  const list = await admin.call('POST /files', { body: { name, message: 'Seguem', options: [{ name: 'Tabela' }] } });
  const form = new FormData();
  form.append('id', String(list.options[0]?.id));
  form.append('files', new Blob(['mesas e cadeiras'], { type: 'text/plain' }), 'tabela.txt');
  await admin.call('POST /files/uploadList/:fileListId', { params: { fileListId: list.id }, body: form });
  return list;
}

test('of one that cannot be sent, the files of its list do not go either', async () => {
  const list = await givenFiles('Amostras');
  const noa = await customer('Noa Braga');
  const { id } = await ana.call('POST /schedules', {
    body: { body: 'Como combinado', contactId: noa.contactId, sendAt: inAnHour(), whatsappId, fileListId: list.id },
  });
  // As where a variable has no value.
  await inDb(sql`update scheduled_messages set body = ' ' where id = ${id}`);
  await fallsDue(id);
  expect(await becomes(id, 'ERRO')).toMatchObject({ failReason: 'no_text' });
  expect(
    await inDb(sql`
    select 1 from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where t.contact_id = ${noa.contactId} and m.automatic = 'scheduled'`),
  ).toEqual([]);
});

test('the files of a list go before it; without the list it goes alone', async () => {
  const list = await givenFiles('Catálogos');
  const olga = await customer('Olga Pires');
  const make = () =>
    ana.call('POST /schedules', {
      body: { body: 'Como combinado', contactId: olga.contactId, sendAt: inAnHour(), whatsappId, fileListId: list.id },
    });
  const [first, second] = [await make(), await make()];
  expect(first).toMatchObject({ fileListId: list.id, fileList: { id: list.id, name: 'Catálogos' } });
  await fallsDue(first.id);
  const { ticketId } = await becomes(first.id, 'ENVIADA');
  const said = async () => (await admin.call('GET /messages/:ticketId', { params: { ticketId: ticketId ?? 0 } })).messages.slice(1);
  expect(await said()).toMatchObject([{ mediaName: 'tabela.txt', body: 'Tabela' }, { body: 'Como combinado' }]);
  await admin.call('DELETE /files/:fileListId', { params: { fileListId: list.id } });
  expect(await shown(second.id)).toMatchObject({ fileListId: null, fileList: null });
  await fallsDue(second.id);
  await becomes(second.id, 'ENVIADA');
  expect((await said()).length).toBe(3);
});

describe('each obstacle has its reason', () => {
  test('a connection that was removed; another one is the way on', async () => {
    const gil = await customer('Gil Ramos');
    const gone = await givenPhone(admin, 'Loja Antiga');
    const { id } = await ana.call('POST /schedules', {
      body: { body: 'Por lá', contactId: gil.contactId, sendAt: inAnHour(), whatsappId: gone },
    });
    await admin.call('DELETE /whatsapp/:whatsappId', { params: { whatsappId: gone } });
    expect(await shown(id)).toMatchObject({ whatsappId: gone, whatsapp: null });
    await fallsDue(id);
    expect(await becomes(id, 'ERRO')).toMatchObject({ failReason: 'connection_deleted' });
    await ana.call('PUT /schedules/:scheduleId', { params: { scheduleId: id }, body: { whatsappId, sendAt: soon() } });
    await becomes(id, 'ENVIADA');
  });

  test('no connection at all: it waits and goes out when there is one', async () => {
    const other = await givenCompany(world.url);
    const { id: contactId } = await other.call('POST /contacts', { body: { name: 'Zoé Lima', number: '5511987650055' } });
    const { id } = await other.call('POST /schedules', { body: { body: 'Com calma', contactId, sendAt: soon() } });
    await until(async () => (await shown(id, other)).failReason === 'no_connection');
    expect(await shown(id, other)).toMatchObject({ status: 'PENDENTE' });
    await givenPhone(other);
    await inDb(sql`update scheduled_messages set try_at = now() - interval '1 second' where id = ${id}`);
    await sweep();
    await becomes(id, 'ENVIADA', other);
  });

  test('a window that is shut, and a number without WhatsApp', async () => {
    const official = await givenCloudNumber(world, graph, admin, '5548905550199');
    const { id: contactId } = await admin.call('POST /contacts', { body: { name: 'Sem Janela', number: '5511987650033' } });
    const shut = await ana.call('POST /schedules', {
      body: { body: 'Fora da janela', contactId, sendAt: inAnHour(), whatsappId: official.connectionId },
    });
    await fallsDue(shut.id);
    expect(await becomes(shut.id, 'ERRO')).toMatchObject({ failReason: 'window_closed', sentAt: null });
    // No conversation in which nothing was said.
    expect(await inDb(sql`select 1 from tickets where contact_id = ${contactId}`)).toEqual([]);

    // The way on: a template.
    graph.autoStatuses('sent');
    const waba = '205548905550199';
    graph.setTemplates(waba, fakeTemplate('lembrete', 'Olá {{1}}, até amanhã'));
    const of = { whatsappId: official.connectionId };
    await admin.call('POST /v1/connections/:whatsappId/templates/sync', { params: of });
    await until(async () => (await ana.call('GET /v1/connections/:whatsappId/templates', { params: of })).count === 1);
    const template = { name: 'lembrete', language: 'pt_BR', variables: { 'body.1': '{{firstName}}' } };
    const change = (body: Record<string, unknown>) => ana.call('PUT /schedules/:scheduleId', { params: { scheduleId: shut.id }, body });
    await expect(change({ template: { ...template, variables: {} } })).rejects.toMatchObject({ error: 'ERR_TEMPLATE_VARIABLES' });
    await expect(change({ template, whatsappId })).rejects.toMatchObject({ error: 'ERR_TEMPLATE_CHANNEL' });
    expect(await change({ template, sendAt: soon() })).toMatchObject({ status: 'PENDENTE', template });
    const { ticketId } = await becomes(shut.id, 'ENVIADA');
    const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticketId ?? 0 } });
    expect(messages.at(-1)).toMatchObject({ body: 'Olá Sem, até amanhã', template: { name: 'lembrete' } });
    expect(await change({ template: null }).catch((error) => error)).toMatchObject({ error: 'ERR_SCHEDULE_SENT' });
    const paused = await ana.call('POST /schedules', {
      body: { body: 'Fora da janela', contactId, sendAt: inAnHour(), template, ...of },
    });
    await graph.reportTemplate(waba, 'lembrete', 'PAUSED');
    await fallsDue(paused.id);
    expect(await becomes(paused.id, 'ERRO')).toMatchObject({ failReason: 'template_paused' });
  });

  test('the health of its number holds it back and says until when; an answer goes, and so does what a person insists on', async () => {
    const held = await givenPhone(admin, 'Restrita');
    const stranger = await admin.call('POST /contacts', { body: { name: 'Ravi Teles', number: '5511987650022' } });
    const friend = await customer('Ester Paz', admin, held);
    const freeAt = new Date(Date.now() + 3_600_000);
    const system = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
    const limited = (restrictedUntil: string | null) =>
      saveLimits(system, held, { restrictedUntil, answersRestrictedUntil: null, newChats: null, at: new Date().toISOString() });
    await limited(freeAt.toISOString());
    const make = async (contactId: number, repeat: ScheduleView['repeat'] = 'none') =>
      (await ana.call('POST /schedules', { body: { body: 'Segue o convite', contactId, sendAt: inAnHour(), whatsappId: held, repeat } }))
        .id;
    const [cold, answer, insisted] = [await make(stranger.id), await make(friend.contactId), await make(stranger.id, 'day')];
    for (const id of [cold, answer, insisted]) await fallsDue(id);
    await becomes(answer, 'ENVIADA');
    expect(await shown(cold)).toMatchObject({ status: 'PENDENTE', failReason: 'restricted_until', heldUntil: freeAt.toISOString() });
    const params = { scheduleId: insisted };
    await expect(ana.call('POST /v1/schedules/:scheduleId/overrule', { params })).rejects.toMatchObject({ status: 403 });
    await admin.call('POST /v1/schedules/:scheduleId/overrule', { params });
    await becomes(insisted, 'ENVIADA');
    // That was for this time alone.
    expect(await inDb(sql`select overruled_at, status from scheduled_messages where repeat = 'day' and id > ${insisted}`)).toEqual([
      { overruled_at: null, status: 'PENDENTE' },
    ]);
    expect(await inDb(sql`select subject from audit_log where verb = 'schedule.healthOverruled'`)).toEqual([{ subject: String(insisted) }]);
    await limited(null);
    expect(await becomes(cold, 'ENVIADA')).toMatchObject({ heldUntil: null });
  });

  test('the health of its number slows it: those who did not write get theirs one by one, and it says when', async () => {
    const slowed = await givenPhone(admin, 'Com calma');
    const { companyId } = admin.user;
    await inDb(sql`insert into connection_health (company_id, connection_id, new_chats_used, new_chats_total, new_chats_reset_at)
      values (${companyId}, ${slowed}, 9, 10, now() + interval '1 day')
      on conflict (company_id, connection_id) do update set new_chats_used = 9, new_chats_total = 10, new_chats_reset_at = excluded.new_chats_reset_at`);
    const ids: number[] = [];
    for (const number of ['5511987650061', '5511987650062', '5511987650063']) {
      const contact = await admin.call('POST /contacts', { body: { name: `Pessoa ${number.slice(-2)}`, number } });
      ids.push(
        (
          await ana.call('POST /schedules', {
            body: { body: 'Segue o convite', contactId: contact.id, sendAt: inAnHour(), whatsappId: slowed },
          })
        ).id,
      );
    }
    for (const id of ids) await fallsDue(id);
    const [first = 0, second = 0, third = 0] = ids;
    await becomes(first, 'ENVIADA');
    const held = await until(async () => {
      const both = await Promise.all([shown(second), shown(third)]);
      return both.every(({ failReason }) => failReason === 'slowed') && both;
    });
    const [a = 0, b = 0] = held.map(({ heldUntil }) => Date.parse(heldUntil ?? '')).sort();
    expect(b - a).toBe(40_000);
    await inDb(sql`update connection_health set new_chats_used = 0 where connection_id = ${slowed}`);
    await tryHeld(asSystem(world.app.base, mintCompanyId(companyId)));
    for (const id of [second, third]) await becomes(id, 'ENVIADA');
  });

  test('a plan without schedules, and a subscription that ended', async () => {
    const other = await givenCompany(world.url);
    const { companyId } = other.user;
    await givenPhone(other);
    const { id: contactId } = await other.call('POST /contacts', { body: { name: 'Ada Melo', number: '5511987650044' } });
    const make = async () => (await other.call('POST /schedules', { body: { body: 'Promessa', contactId, sendAt: inAnHour() } })).id;
    const [planless, expired] = [await make(), await make()];
    const planId = await givenPlan(world, companyId, []);
    await fallsDue(planless);
    const reasons = async () => inDb(sql`select fail_reason from scheduled_messages where id in (${planless}, ${expired}) order by id`);
    expect(await reasons()).toEqual([{ fail_reason: 'no_plan' }, { fail_reason: null }]);
    await changePlan(world, planId, ['useSchedules']);
    const [company] = await inDb(sql<{ due_date: string }>`select due_date from companies where id = ${companyId}`);
    await inDb(sql`update companies set due_date = current_date - 3 where id = ${companyId}`);
    await fallsDue(expired);
    expect(await reasons()).toEqual([{ fail_reason: 'no_plan' }, { fail_reason: 'subscription_expired' }]);
    await inDb(sql`update companies set due_date = ${company?.due_date} where id = ${companyId}`);
  });

  test('a customer who asked not to be written to', async () => {
    const saul = await customer('Saul Braga');
    await saul.says('SAIR');
    const { id } = await ana.call('POST /schedules', {
      body: { body: 'Promoção', contactId: saul.contactId, sendAt: inAnHour(), whatsappId },
    });
    await fallsDue(id);
    expect(await becomes(id, 'ERRO')).toMatchObject({ failReason: 'opted_out', sentAt: null });
    expect(await saul.heard()).not.toContain('Promoção');
  });

  test('its message was deleted before it was sent', async () => {
    const caio = await customer('Caio Nunes');
    const { id } = await ana.call('POST /schedules', {
      body: { body: 'Apague-me', contactId: caio.contactId, sendAt: inAnHour(), whatsappId },
    });
    await fallsDue(id);
    await becomes(id, 'ENVIADA');
    await inDb(sql`update scheduled_messages set status = 'AGENDADA', sent_at = null, message_id = 0 where id = ${id}`);
    await sweep();
    expect(await becomes(id, 'CANCELADA')).toMatchObject({ failReason: 'withdrawn' });
  });
});

test('a merged contact’s go to the one that is kept, a deleted one’s go with them', async () => {
  const kept = await customer('Marta Sales');
  const twin = await customer('Marta S.');
  const { id } = await ana.call('POST /schedules', {
    body: { body: 'Para Marta', contactId: twin.contactId, sendAt: inAnHour(), whatsappId },
  });
  await admin.call('POST /v1/contacts/:contactId/merge', { params: { contactId: kept.contactId }, body: { otherId: twin.contactId } });
  expect(await shown(id)).toMatchObject({ contactId: kept.contactId, contact: { name: 'Marta Sales' } });
  await admin.call('DELETE /contacts/:contactId', { params: { contactId: kept.contactId } });
  await expect(shown(id)).rejects.toMatchObject({ error: 'ERR_NO_SCHEDULE_FOUND' });
});

test('the calendar has what lies between, what repeats from before, and counts', async () => {
  const other = await givenCompany(world.url);
  const { id: contactId } = await other.call('POST /contacts', { body: { name: 'Iara Luz', number: '5511987650066' } });
  const make = (sendAt: string, more = {}) => other.call('POST /schedules', { body: { body: 'Agenda', contactId, sendAt, ...more } });
  await make('2035-04-30T23:30');
  const daily = await make('2035-04-10T09:00', { repeat: 'day' });
  const first = await make('2035-05-01T00:00');
  await make('2035-06-01T00:00');
  const found = await other.call('GET /v1/schedules/calendar', { query: { from: '2035-05-01T00:00', to: '2035-06-01T00:00' } });
  expect(found.schedules.map(({ id }) => id)).toEqual([daily.id, first.id]);
  expect(found.counts).toEqual({ waiting: 1, sent: 0, failed: 0 });
  const searched = await other.call('GET /v1/schedules/calendar', {
    query: { from: '2035-05-01T00:00', to: '2035-06-01T00:00', searchParam: 'ninguém' },
  });
  expect(searched.schedules).toEqual([]);
});
