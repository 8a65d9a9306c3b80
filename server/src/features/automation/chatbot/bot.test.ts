// The bot over the built-in phone: a customer writes, jobs run, and what comes back is on his screen and in the conversation.

import { dayAt } from '@balcao/contract/schedule-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, heard as heardOn, until } from '../../../../test/client.ts';
import { givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser, subscriptionEnded } from '../../../../test/people.ts';
import { givenCustomer, jobsDone, undoTimePasses } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import type { Address, Inbound } from '../../../gateways/whatsapp/port.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { receiveEvents } from '../../desk/messages/actions/in/receive.ts';
import { answer } from './actions/answer.ts';
import { chatbotJobs } from './jobs.ts';

let world: World;
let admin: Client;
let ana: Client;
let sales: number;
let support: number;

beforeAll(async () => {
  world = await createWorld();
  await platformTransaction(world.app.base, ({ db }) => sql`update plans set connections = 100`.execute(db));
  admin = await givenCompany(world.url);
  sales = await givenQueue(admin, 'Vendas', { greetingMessage: 'Vendas aqui, {{firstName}}.', orderQueue: 1 });
  support = await givenQueue(admin, 'Suporte', { color: '#ac2b30', greetingMessage: 'Em que ajudamos?', orderQueue: 2 });
  ana = await givenUser(world.url, admin, { name: 'Ana Prado', queueIds: [sales, support], allTicket: 'enabled' });
});
afterAll(() => world.close());

let lines = 0;
type Fields = NonNullable<Parameters<typeof admin.call<'POST /whatsapp'>>[1]>['body'];

async function givenLine(fields: Partial<Exclude<Fields, FormData | undefined>> = {}) {
  const { id } = await admin.call('POST /whatsapp', {
    body: { name: `Linha ${++lines}`, channel: 'simulator', queueIds: [sales, support], greetingMessage: 'Olá {{name}}!', ...fields },
  });
  return id;
}

const change = (settingKey: string, value: string) => admin.call('PUT /settings/:settingKey', { params: { settingKey }, body: { value } });

const customer = (whatsappId: number) => givenCustomer(admin, whatsappId, 'Lia Ramos');
const settled = () => jobsDone(world);

const menu = 'Olá Lia Ramos!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';

/** Written by us, but not here; or by the customer. */
function written(chat: Address[], body: string, fromMe = true): Inbound {
  return {
    key: `m:${body}`,
    kind: 'message',
    externalId: body,
    chat,
    participant: null,
    name: null,
    fromMe,
    sentAt: world.clock.now().toISOString(),
    content: { type: 'text', body },
    quotedExternalId: null,
    forwarded: false,
    history: false,
  };
}

describe('a customer writes to a connection with two queues', () => {
  test('gets the menu, chooses, and waits in that queue; all of it is in the conversation', async () => {
    const lia = customer(await givenLine());
    await lia.says('oi');
    expect(await lia.hears(1)).toEqual([menu]);
    expect(await lia.ticket()).toMatchObject({ status: 'pending', queueId: null, chatbot: true, unreadMessages: 1 });
    await lia.says('1');
    expect(await lia.hears(2)).toEqual([menu, 'Vendas aqui, Lia.']);
    const ticket = await lia.ticket();
    expect(ticket).toMatchObject({ status: 'pending', queueId: sales, userId: null, chatbot: false, unreadMessages: 2 });
    const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } });
    expect(messages.map(({ body, fromMe, user }) => [body, fromMe, user])).toEqual([
      ['oi', false, null],
      [menu, true, null],
      ['1', false, null],
      ['Vendas aqui, Lia.', true, null],
    ]);
    const moves = await admin.call('GET /v1/tickets/:ticketId/moves', { params: { ticketId: ticket.id } });
    expect(moves.map(({ kind, queue }) => [kind, queue?.id])).toEqual([
      ['botBegan', undefined],
      ['botEnded', sales],
    ]);
  });

  test('what is sent twice is heard once', async () => {
    const lia = customer(await givenLine());
    await lia.says('oi');
    await lia.hears(1);
    const { id } = await lia.ticket();
    const inside = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
    const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: id } });
    await answer(inside, { ticketId: id, messageId: Number(messages[0]?.id), choice: null });
    await settled();
    expect(await lia.heard()).toHaveLength(1);
  });

  test('edits and reactions wake nobody', async () => {
    const lia = customer(await givenLine());
    const { id } = await lia.says('oi');
    await lia.hears(1);
    await lia.says('👍', { type: 'reaction', target: id });
    await lia.says('1', { type: 'edit', target: id });
    await settled();
    expect(await lia.heard()).toHaveLength(1);
  });

  test('once an agent has accepted, the bot is silent, also after the ticket was returned', async () => {
    const lia = customer(await givenLine());
    await lia.says('oi');
    await lia.hears(1);
    const { id: ticketId } = await lia.ticket();
    await ana.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', userId: ana.user.id } });
    await lia.says('1');
    await ana.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'pending' } });
    await lia.says('2');
    await settled();
    expect(await lia.heard()).toHaveLength(1);
    expect(await lia.ticket()).toMatchObject({ queueId: null, chatbot: false });
  });

  test('once a person has written, without accepting, too', async () => {
    const lia = customer(await givenLine());
    await lia.says('oi');
    await lia.hears(1);
    const { id: ticketId } = await lia.ticket();
    await ana.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'Oi, {{firstName}}! Já falo com você.' } });
    expect((await lia.hears(2)).at(-1)).toBe('Oi, Lia! Já falo com você.');
    await lia.says('1');
    await settled();
    expect(await lia.heard()).toHaveLength(2);
    expect(await lia.ticket()).toMatchObject({ queueId: null, chatbot: false });
  });

  test('once somebody has written on the phone itself, too', async () => {
    const line = await givenLine();
    const lia = customer(line);
    await lia.says('oi');
    await lia.hears(1);
    const { id, contact } = await lia.ticket();
    const chat: Address[] = [{ kind: 'phone', value: contact.number ?? '' }];
    const inside = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
    await receiveEvents(inside, line, [written(chat, 'Oi, é a Ana, do celular.')]);
    await lia.says('1');
    await settled();
    expect(await lia.ticket()).toMatchObject({ id, status: 'pending', queueId: null, lastMessage: '1' });
    expect(await lia.heard()).toEqual([menu, 'Oi, é a Ana, do celular.']);
  });

  test('what was written before the number was linked, and what groups say, wakes nobody', async () => {
    const line = await givenLine();
    await change('CheckMsgIsGroup', 'disabled');
    const say = (more: { minutesAgo?: number; group?: string }) =>
      admin.call('POST /simulator/:whatsappId/messages', {
        params: { whatsappId: line },
        body: { from: '5511988887777', name: 'Rui Lemos', body: 'oi', ...more },
      });
    await say({ minutesAgo: 30 });
    await say({ group: 'Condomínio Ipê' });
    await settled();
    const onPhone = (group?: string) =>
      admin.call('GET /simulator/:whatsappId/messages', { params: { whatsappId: line }, query: { from: '5511988887777', group } });
    expect((await onPhone('Condomínio Ipê')).messages.map(({ body }) => body)).toEqual(['oi']);
    expect((await onPhone()).messages.map(({ body }) => body)).toEqual(['oi']);
    await change('CheckMsgIsGroup', 'enabled');
  });

  test('comes back after a while to the queue he was in, without a menu, and later to the menu', async () => {
    const lia = customer(await givenLine());
    await lia.says('oi');
    await lia.hears(1);
    await lia.says('2');
    await lia.hears(2);
    const { id: ticketId } = await lia.ticket();
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'closed' } });
    await lia.says('mais uma coisa');
    await settled();
    expect(await lia.ticket()).toMatchObject({ id: ticketId, status: 'pending', queueId: support });
    expect(await lia.heard()).toHaveLength(2);
  });
});

describe('the options of a queue', () => {
  const add = (title: string, more: { parentId?: number; message?: string; option?: number } = {}) =>
    admin.call('POST /queue-options', { body: { queueId: support, title, parentId: -1, ...more } });
  const titles = async (parentId: number) =>
    (await admin.call('GET /queue-options', { query: { queueId: support, parentId } })).map(({ title, option }) => `${option} ${title}`);

  test('are numbered by the server, whatever happens to them', async () => {
    const socket = await ana.socket();
    let told = 0;
    socket.on(`company-${admin.user.companyId}-queue`, () => void told++);
    const delivery = await add('Entrega', { message: 'Sobre a entrega:' });
    await add('Outro');
    const first = await add('Primeira', { option: 1 });
    expect(await titles(-1)).toEqual(['1 Primeira', '2 Entrega', '3 Outro']);
    await admin.call('PUT /queue-options/:queueOptionId', {
      params: { queueOptionId: first.id },
      body: { ...first, option: 3, title: 'Última' },
    });
    expect(await titles(-1)).toEqual(['1 Entrega', '2 Outro', '3 Última']);
    const term = await add('Prazo', { parentId: delivery.id, message: 'São 5 dias.' });
    await add('Atraso', { parentId: delivery.id });
    await admin.call('DELETE /queue-options/:queueOptionId', { params: { queueOptionId: term.id } });
    expect(await titles(delivery.id)).toEqual(['1 Atraso']);
    expect(await admin.call('GET /queue-options', { query: { queueId: support } })).toHaveLength(4);
    await admin.call('DELETE /queue-options/:queueOptionId', { params: { queueOptionId: delivery.id } });
    expect(await titles(-1)).toEqual(['1 Outro', '2 Última']);
    await until(() => told >= 8);
    socket.close();
    await expect(ana.call('POST /queue-options', { body: { queueId: support, title: 'Dela' } })).rejects.toMatchObject({ status: 403 });
    await expect(add('Órfã', { parentId: delivery.id })).rejects.toMatchObject({ status: 404, error: 'ERR_NO_QUEUE_OPTION_FOUND' });
  });

  test('lead the customer down to a message with its file', async () => {
    const [other, last] = await admin.call('GET /queue-options', { query: { queueId: support, parentId: -1 } });
    await admin.call('PUT /queue-options/:queueOptionId', {
      params: { queueOptionId: other?.id ?? 0 },
      body: { message: 'Veja a tabela.' },
    });
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4 tabela'], { type: 'application/pdf' }), 'tabela.pdf');
    await admin.call('POST /queue-options/:queueOptionId/media-upload', { params: { queueOptionId: other?.id ?? 0 }, body: form });
    const [shown] = await admin.call('GET /queue-options', { query: { queueId: support, parentId: -1 } });
    expect(shown).toMatchObject({ mediaName: 'tabela.pdf' });
    expect((await fetch(`${world.url}${shown?.mediaPath}`)).status).toBe(200);

    const lia = customer(await givenLine());
    await lia.says('oi');
    await lia.hears(1);
    await lia.says('suporte');
    expect((await lia.hears(2)).at(-1)).toBe(`Em que ajudamos?\n\n*[ 1 ]* - Outro\n*[ 2 ]* - ${last?.title}\n*[ # ]* - Menu inicial`);
    expect(await lia.ticket()).toMatchObject({ queueId: support, chatbot: true });
    await lia.says('1');
    await lia.hears(4);
    const [text, file] = (await lia.screen()).filter((message) => !message.fromCustomer).slice(-2);
    expect(text).toMatchObject({ type: 'conversation', body: 'Veja a tabela.' });
    expect(file).toMatchObject({ type: 'application', mediaName: 'tabela.pdf' });
    expect(await lia.ticket()).toMatchObject({ status: 'pending', queueId: support, chatbot: false });

    await admin.call('DELETE /queue-options/:queueOptionId/media-upload', { params: { queueOptionId: other?.id ?? 0 } });
    for (const option of [other, last])
      await admin.call('DELETE /queue-options/:queueOptionId', { params: { queueOptionId: option?.id ?? 0 } });
  });

  test('a queue sends its file after its greeting', async () => {
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4 ofertas'], { type: 'application/pdf' }), 'ofertas.pdf');
    expect(await admin.call('POST /queue/:queueId/media-upload', { params: { queueId: sales }, body: form })).toEqual({
      mensagem: 'Arquivo Salvo',
    });
    const lia = customer(await givenLine());
    await lia.says('oi');
    await lia.hears(1);
    await lia.says('1');
    expect(await lia.hears(3)).toEqual([menu, 'Vendas aqui, Lia.', 'ofertas.pdf']);
    await admin.call('DELETE /queue/:queueId/media-upload', { params: { queueId: sales } });
    expect(await admin.call('GET /queue/:queueId', { params: { queueId: sales } })).toMatchObject({ mediaPath: null, mediaName: null });
  });
});

describe('hours', () => {
  const closed = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map((weekdayEn) => ({
    weekday: weekdayEn,
    weekdayEn,
    startTime: '00:00',
    endTime: '00:00',
  }));

  test('of the company are set by its admin, heard by all, and followed by the bot', async () => {
    const socket = await ana.socket();
    const params = { companyId: admin.user.companyId };
    const news = new Promise<{ company: { schedules: unknown[] } }>((heard) => socket.once(`company-${params.companyId}-company`, heard));
    const holidays = [{ date: '2026-12-25' }];
    const company = await admin.call('PUT /companies/:companyId/schedules', { params, body: { schedules: closed, holidays } });
    expect(company).toMatchObject({ schedules: closed, holidays });
    expect((await news).company.schedules).toHaveLength(7);
    socket.close();
    await expect(ana.call('PUT /companies/:companyId/schedules', { params, body: { schedules: [] } })).rejects.toMatchObject({
      status: 403,
    });

    await change('scheduleType', 'company');
    const lia = customer(await givenLine({ outOfHoursMessage: '{{firstName}}, voltamos às 8h.' }));
    await lia.says('oi');
    expect(await lia.hears(1)).toEqual(['Lia, voltamos às 8h.']);
    await lia.says('tem alguém?');
    await settled();
    expect(await lia.heard()).toHaveLength(1);
    await change('scheduleType', 'disabled');
    await lia.says('bom dia');
    expect((await lia.hears(2)).at(-1)).toBe(menu);
    await admin.call('PUT /companies/:companyId/schedules', { params, body: { schedules: [] } });
    expect((await admin.call('GET /companies/:companyId', { params })).holidays).toEqual(holidays);
  });

  test('of the company give way to those of a connection', async () => {
    await change('scheduleType', 'company');
    const outOfHoursMessage = 'Esta loja abre às 10h.';
    const lia = customer(await givenLine({ outOfHoursMessage, schedules: closed }));
    await lia.says('oi');
    expect(await lia.hears(1)).toEqual([outOfHoursMessage]);
    const bia = customer(await givenLine({ outOfHoursMessage }));
    await bia.says('oi');
    expect(await bia.hears(1)).toEqual([menu]);
    await change('scheduleType', 'disabled');
  });

  test('of a queue a person moved the ticket to are followed too', async () => {
    await change('scheduleType', 'queue');
    await admin.call('PUT /queue/:queueId', {
      params: { queueId: support },
      body: { schedules: closed, outOfHoursMessage: 'Suporte volta amanhã.' },
    });
    const lia = customer(await givenLine());
    await lia.says('oi');
    await lia.hears(1);
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId: (await lia.ticket()).id }, body: { queueId: support } });
    await lia.says('1');
    expect(await lia.hears(2)).toEqual([menu, 'Suporte volta amanhã.']);
    expect(await lia.ticket()).toMatchObject({ queueId: support, chatbot: false });
    await change('scheduleType', 'disabled');
  });

  test('of a queue give way to the holidays of the company', async () => {
    await change('scheduleType', 'queue');
    const params = { companyId: admin.user.companyId };
    const { schedules } = await admin.call('GET /companies/:companyId', { params });
    const always = closed.map((day) => ({ ...day, startTime: '', endTime: '' }));
    await admin.call('PUT /queue/:queueId', {
      params: { queueId: sales },
      body: { schedules: always, outOfHoursMessage: 'Hoje é feriado.' },
    });
    const onHolidays = async (holidays: { date: string }[]) => {
      await admin.call('PUT /companies/:companyId/schedules', { params, body: { schedules, holidays } });
      const lia = customer(await givenLine());
      await lia.says('oi');
      await lia.hears(1);
      await lia.says('1');
      return (await lia.hears(2)).at(-1);
    };
    const today = dayAt(world.clock.now(), 'America/Sao_Paulo');
    expect(await onHolidays([{ date: today }])).toBe('Hoje é feriado.\n\n*[ # ]* - Voltar ao Menu Principal');
    expect(await onHolidays([])).toBe('Vendas aqui, Lia.');
    await change('scheduleType', 'disabled');
  });
});

describe('moves of a person', () => {
  test('are told to the customer as the company wishes', async () => {
    const lia = customer(await givenLine({ queueIds: [], greetingMessage: '' }));
    await lia.says('oi');
    const { id: ticketId } = await lia.ticket();
    const move = (who: Client, body: { status?: 'open' | 'pending'; userId?: number | null; queueId?: number }) =>
      who.call('PUT /tickets/:ticketId', { params: { ticketId }, body });
    await move(admin, { queueId: sales });
    await settled();
    expect(await lia.heard()).toEqual([]);

    await change('sendGreetingAccepted', 'enabled');
    await change('sendMsgTransfTicket', 'enabled');
    await move(ana, { status: 'open', userId: ana.user.id });
    const [accepted] = await lia.hears(1);
    expect(accepted).toMatch(
      /^\*Mensagem Automática:\*\nBo[am] \S+ \*Lia Ramos\*, meu nome é \*Ana Prado\* e agora vou prosseguir com seu atendimento!$/,
    );
    await move(admin, { queueId: support, userId: ana.user.id });
    await undoTimePasses(world);
    expect((await lia.hears(2)).at(-1)).toBe(
      '*Mensagem automática*:\nVocê foi transferido para o departamento *Suporte*\naguarde, já vamos te atender!',
    );
    await move(admin, { userId: admin.user.id });
    await undoTimePasses(world);
    expect((await lia.hears(3)).at(-1)).toBe(
      `*Mensagem automática*:\nFoi transferido para o atendente *${admin.user.name}*\naguarde, já vamos te atender!`,
    );
    await move(admin, { queueId: sales, userId: ana.user.id });
    await undoTimePasses(world);
    expect((await lia.hears(4)).at(-1)).toContain(
      'Você foi transferido para o departamento *Vendas* e contará com a presença de *Ana Prado*',
    );
    await change('sendGreetingAccepted', 'disabled');
    await change('sendMsgTransfTicket', 'disabled');
  });

  test('are not told when they are taken back, nor is an assignment a greeting', async () => {
    const lia = customer(await givenLine({ queueIds: [], greetingMessage: '' }));
    await lia.says('oi');
    const params = { ticketId: (await lia.ticket()).id };
    const move = (who: Client, body: { status?: 'open' | 'pending'; userId?: number | null; queueId?: number }) =>
      who.call('PUT /tickets/:ticketId', { params, body });
    await change('sendGreetingAccepted', 'enabled');
    await change('sendMsgTransfTicket', 'enabled');
    await move(admin, { status: 'open', userId: ana.user.id, queueId: sales });
    await settled();
    expect(await lia.heard()).toEqual([]);
    await move(admin, { queueId: support });
    expect(await admin.call('POST /v1/tickets/:ticketId/undo', { params })).toMatchObject({ status: 'open', queueId: sales });
    await undoTimePasses(world);
    await settled();
    expect(await lia.heard()).toEqual([]);
    await change('sendGreetingAccepted', 'disabled');
    await change('sendMsgTransfTicket', 'disabled');
  });
});

describe('the clock', () => {
  const tick = () => Promise.all(chatbotJobs.map((job) => (job.kind === 'cron' ? job.run(world.app.base) : null)));
  const age = (ticketId: number, minutes: number, more: { last_message_ack?: number; last_message_failed?: boolean } = {}) =>
    platformTransaction(world.app.base, ({ db }) =>
      db
        .updateTable('tickets')
        .set({ updated_at: new Date(world.clock.now().getTime() - minutes * 60_000), ...more })
        .where('id', '=', ticketId)
        .execute(),
    );

  test('hands a ticket without a queue over to the queue of its connection', async () => {
    const lia = customer(await givenLine({ timeToTransfer: 5, transferQueueId: support }));
    await lia.says('oi');
    await lia.hears(1);
    const { id } = await lia.ticket();
    await age(id, 4);
    await tick();
    expect(await lia.ticket()).toMatchObject({ queueId: null });
    await age(id, 5);
    await tick();
    expect(await lia.ticket()).toMatchObject({ status: 'pending', queueId: support, chatbot: false });
    await settled();
    expect(await lia.heard()).toHaveLength(1);
  });

  test('but not to one that is gone', async () => {
    const gone = (await admin.call('POST /queue', { body: { name: 'Efêmera', color: '#123123' } })).id;
    const lia = customer(await givenLine({ timeToTransfer: 5, transferQueueId: gone }));
    await lia.says('oi');
    await lia.hears(1);
    await admin.call('DELETE /queue/:queueId', { params: { queueId: gone } });
    await age((await lia.ticket()).id, 60);
    await tick();
    expect(await lia.ticket()).toMatchObject({ status: 'pending', queueId: null });
  });

  test('does nothing for a company whose subscription has ended', async () => {
    const lines = { queueIds: [], greetingMessage: '', timeToTransfer: 5, transferQueueId: support, expiresTicket: 30 };
    const whatsappId = await givenLine({ ...lines, expiresInactiveMessage: 'Encerramos.' });
    const [lia, rui] = [customer(whatsappId), givenCustomer(admin, whatsappId, 'Rui Lemos')];
    await lia.says('oi');
    await rui.says('oi');
    const [waiting, open] = [(await lia.ticket()).id, (await rui.ticket()).id];
    const params = { ticketId: open };
    await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'open', userId: ana.user.id } });
    await ana.call('POST /messages/:ticketId', { params, body: { body: 'Aguardo!' } });
    await rui.hears(1);
    await settled();
    for (const id of [waiting, open]) await age(id, 60);
    const paid = await subscriptionEnded(world, admin);
    await tick();
    await settled();
    expect([await lia.ticket(), await rui.ticket()]).toMatchObject([
      { status: 'pending', queueId: null },
      { status: 'open', userId: ana.user.id },
    ]);
    await paid();
    await tick();
    await settled();
    expect([await lia.ticket(), await rui.ticket()]).toMatchObject([{ queueId: support }, { status: 'closed' }]);
    expect(await rui.hears(2)).toEqual(['Aguardo!', 'Encerramos.']);
  });

  test('nor does it greet for one, or say where a ticket went', async () => {
    const line = await givenLine();
    const [lia, rui] = [customer(line), givenCustomer(admin, line, 'Rui Lemos')];
    await rui.says('oi');
    await rui.hears(1);
    const params = { ticketId: (await rui.ticket()).id };
    await ana.call('PUT /tickets/:ticketId', { params, body: { status: 'open', userId: ana.user.id, queueId: sales } });
    await settled();
    const before = await rui.heard();
    await change('sendMsgTransfTicket', 'enabled');
    await admin.call('PUT /tickets/:ticketId', { params, body: { queueId: support } });
    const paid = await subscriptionEnded(world, admin);
    const inside = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
    await receiveEvents(inside, line, [written([{ kind: 'phone', value: lia.number }], 'boa tarde', false)]);
    await undoTimePasses(world);
    await settled();
    expect((await lia.ticket()).status).toBe('pending');
    expect([await lia.heard(), await rui.heard()]).toEqual([[], before]);
    await paid();
    // Who is signed in may do so again once their account is read again.
    const off = () => change('sendMsgTransfTicket', 'disabled').then(Boolean, () => false);
    await until(off, 10_000);
  });

  test.each([
    ['with a text', 'Encerramos por inatividade, {{firstName}}.', ['Aguardo!', 'Encerramos por inatividade, Lia.']],
    ['without a word', '', ['Aguardo!']],
  ])('closes a silent conversation %s', async (_, expiresInactiveMessage, heard) => {
    const lia = customer(
      await givenLine({ queueIds: [], greetingMessage: '', expiresTicket: 30, expiresInactiveMessage, complationMessage: 'Tchau!' }),
    );
    await lia.says('oi');
    const { id: ticketId } = await lia.ticket();
    await ana.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', userId: ana.user.id } });
    await age(ticketId, 60);
    await tick();
    expect(await lia.ticket()).toMatchObject({ status: 'open' });
    await ana.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'Aguardo!' } });
    await lia.hears(1);
    await settled();
    await age(ticketId, 29);
    await tick();
    expect(await lia.ticket()).toMatchObject({ status: 'open' });
    // Of what has not reached the customer he says nothing.
    for (const unsent of [{ last_message_ack: 0 }, { last_message_failed: true }]) {
      await age(ticketId, 60, unsent);
      await tick();
      expect(await lia.ticket()).toMatchObject({ status: 'open' });
      await age(ticketId, 29, { last_message_ack: 1, last_message_failed: false });
    }
    await age(ticketId, 30);
    const socket = await ana.socket();
    const left = heardOn<{ action: string; ticketId?: number; moved?: boolean }>(
      socket,
      `company-${admin.user.companyId}-ticket`,
      (news) => news.action === 'delete' && news.ticketId === ticketId,
    );
    await tick();
    expect(await lia.ticket()).toMatchObject({ status: 'closed', userId: ana.user.id });
    // Existing clients take a ticket off a list only when they are told so.
    expect(await left).toMatchObject({ moved: true });
    socket.close();
    await settled();
    expect(await lia.hears(heard.length)).toEqual(heard);
  });
});
