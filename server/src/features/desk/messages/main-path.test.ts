// The product's main job over real protocols: a signed webhook becomes a ticket, an agent accepts and answers, the ticks come back.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heard, until } from '../../../../test/client.ts';
import { type Desk, givenDesk, ticketsOf } from '../../../../test/given.ts';
import { password } from '../../../../test/people.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await givenDesk();
});
afterAll(() => desk.close());

const customer = (phone: string, name: string) => desk.graph.customer({ phone, name }, desk.phoneNumberId);
const threadOf = async (ticketId: number) => (await desk.admin.call('GET /messages/:ticketId', { params: { ticketId } })).messages;

describe('a customer writes', () => {
  test('and a waiting ticket appears to those who may see it, live', async () => {
    const socket = await desk.bia.socket();
    const arrival = heard<{ action: string; ticket: { id: number; contact: { name: string } } }>(
      socket,
      `company-${desk.admin.user.companyId}-ticket`,
      (e) => e.action === 'update',
    );
    await customer('5548999990001', 'Helena Sampaio').text('Oi, vocês entregam em São José? 🚚');
    const { ticket } = await arrival;
    socket.close();
    expect(ticket.contact.name).toBe('Helena Sampaio');
    const [seen] = await ticketsOf(desk.bia, 'pending');
    expect(seen).toMatchObject({ id: ticket.id, status: 'pending', lastMessage: 'Oi, vocês entregam em São José? 🚚', unreadMessages: 1 });
    expect(await ticketsOf(desk.ana, 'pending')).toEqual([]);
  });

  test('and every kind of message is kept', async () => {
    const otavio = customer('5548999990002', 'Otávio Brandão');
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const first = await otavio.text('bom dia');
    await otavio.image(png, 'image/png', 'o sofá');
    await otavio.location(-27.59, -48.55, 'Minha casa');
    await otavio.reply('respondendo', first);
    await otavio.reaction(first, '👍');
    await desk.graph.settled();
    const [ticket] = (await ticketsOf(desk.admin, 'pending')).filter((t) => t.contact.name === 'Otávio Brandão');
    const messages = await until(async () => {
      const all = await threadOf(ticket?.id ?? 0);
      return all.length === 4 && all.every((m) => m.mediaState !== 'pending') ? all : null;
    });
    expect(messages.map((m) => m.mediaType)).toEqual(['conversation', 'image', 'locationMessage', 'conversation']);
    expect(messages[0]?.reactions).toEqual([{ emoji: '👍', fromMe: false, name: null }]);
    expect(messages[1]).toMatchObject({ body: 'o sofá', mediaState: 'ready', width: 1, height: 1 });
    expect(messages[3]?.quotedMsg?.body).toBe('bom dia');
    const picture = await fetch(`${desk.world.url}${messages[1]?.mediaPath}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await picture.arrayBuffer()).equals(png)).toBe(true);
    const forged = await fetch(
      `${desk.world.url}${messages[1]?.mediaPath?.replace(/s=(.)/, (_, first) => (first === 'x' ? 's=y' : 's=x'))}`,
    );
    expect(forged.status).toBe(404);
  });

  test('twenty deliveries of one webhook at once are one message', async () => {
    const yasmin = customer('5548999990003', 'Yasmin Rocha');
    const body = yasmin.body('text', { body: 'uma vez só' });
    await Promise.all(Array.from({ length: 20 }, () => desk.graph.deliver(body)));
    const all = (await ticketsOf(desk.admin, 'pending')).filter((t) => t.contact.name === 'Yasmin Rocha');
    expect(all).toHaveLength(1);
    expect(all[0]?.unreadMessages).toBe(1);
    expect(await threadOf(all[0]?.id ?? 0)).toHaveLength(1);
  });

  test('an unsigned delivery is refused', async () => {
    await desk.graph.deliver(customer('5548999990004', 'Ninguém').body('text', { body: 'falso' }), { badSignature: true });
    expect(desk.graph.deliveries().at(-1)?.status).toBe(401);
    expect((await ticketsOf(desk.admin, 'pending')).some((t) => t.contact.name === 'Ninguém')).toBe(false);
  });

  test('200 messages of 20 new contacts, at once and shuffled: each once, one contact, one ticket, in the order of the provider', async () => {
    const bodies = Array.from({ length: 20 }, (_, c) => {
      const who = customer(`55489888800${String(c).padStart(2, '0')}`, `Cliente ${c}`);
      return Array.from({ length: 10 }, (_, m) =>
        who.body('text', { body: `${c}-${m}` }, { timestamp: String(1_795_000_000 + m * 60 + c) }),
      );
    }).flat();
    const shuffled = bodies.map((body, i) => ({ body, at: (i * 7919) % 200 })).sort((a, b) => a.at - b.at);
    await Promise.all(shuffled.map(({ body }) => desk.graph.deliver(body)));
    const tickets = (await desk.admin.call('GET /tickets', { query: { status: 'pending', showAll: true, searchParam: 'cliente' } }))
      .tickets;
    const ours = tickets.filter((t) => t.contact.name.startsWith('Cliente '));
    expect(ours).toHaveLength(20);
    expect(new Set(ours.map((t) => t.contactId)).size).toBe(20);
    for (const ticket of ours) {
      const number = ticket.contact.name.split(' ')[1];
      expect(ticket.lastMessage).toBe(`${number}-9`);
      expect((await threadOf(ticket.id)).map((m) => m.body)).toEqual(Array.from({ length: 10 }, (_, m) => `${number}-${m}`));
    }
  });
});

describe('an agent answers', () => {
  test('accepts, writes text, and the ticks come back in any order', async () => {
    const sonia = customer('5548999990010', 'Sônia Amaral');
    await sonia.text('qual o horário?');
    const ticket = await until(async () => (await ticketsOf(desk.bia, 'pending')).find((t) => t.contact.name === 'Sônia Amaral'));
    await desk.bia.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open', userId: desk.bia.user.id } });
    const [sent] = await desk.bia.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'Das 8h às 18h.' } });
    expect(sent).toMatchObject({ state: 'queued', ack: 0, fromMe: true, user: { name: 'Bia Fontes' } });
    const record = await until(() => desk.graph.sent().find((r) => r.to === '5548999990010'));
    expect(record.body).toMatchObject({ type: 'text', text: { body: 'Das 8h às 18h.' } });
    await desk.graph.emitStatus(record.wamid, 'read');
    await desk.graph.emitStatus(record.wamid, 'sent');
    await desk.graph.emitStatus(record.wamid, 'delivered');
    const [, answer] = await until(async () => {
      const all = await threadOf(ticket.id);
      return all[1]?.ack === 3 ? all : null;
    });
    expect(answer).toMatchObject({ state: 'read', ack: 3 });
    expect(desk.graph.sent().filter((r) => r.to === '5548999990010')).toHaveLength(1);
  });

  test('the same idempotency key sends once', async () => {
    const bruno = customer('5548999990011', 'Bruno Tavares');
    await bruno.text('oi');
    const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending')).find((t) => t.contact.name === 'Bruno Tavares'));
    await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });
    const send = () =>
      desk.admin.call('POST /messages/:ticketId', {
        params: { ticketId: ticket.id },
        body: { body: 'uma vez' },
        headers: { 'idempotency-key': 'chave-do-teste-1' },
      });
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(new Set(answers.flat().map((m) => m.id)).size).toBe(1);
    expect(answers[0]?.[0]?.clientKey).toBe('chave-do-teste-1:0');
    await until(() => desk.graph.sent().find((r) => r.to === '5548999990011'));
    expect(desk.graph.sent().filter((r) => r.to === '5548999990011')).toHaveLength(1);
  });

  test('a message of a queue that one may not see is not there to be quoted', async () => {
    const nara = customer('5548999990021', 'Nara Lopes');
    await nara.text('o segredo do suporte');
    const first = await until(async () => (await ticketsOf(desk.admin, 'pending')).find((t) => t.contact.name === 'Nara Lopes'));
    const [secret] = await threadOf(first.id);
    const move = (ticketId: number, body: { status?: 'open' | 'closed'; queueId?: number; userId?: number }) =>
      desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body });
    await move(first.id, { queueId: desk.support, status: 'closed' });
    const { id: ticketId } = await desk.admin.call('POST /tickets', {
      body: { contactId: first.contactId, queueId: desk.sales, whatsappId: desk.connectionId, userId: desk.ana.user.id },
    });
    // The window belongs to the ticket.
    await nara.text('e as vendas?');
    await desk.graph.settled();
    const quote = (who: typeof desk.ana) =>
      who.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'vejo', quotedMsg: { id: secret?.id ?? '' } } });
    await expect(quote(desk.ana)).rejects.toMatchObject({ status: 404, error: 'ERR_NO_MESSAGE_FOUND' });
    expect((await quote(desk.admin))[0]?.quotedMsg?.body).toBe('o segredo do suporte');
  });

  test('ten texts arrive in the order they were written', async () => {
    const tiago = customer('5548999990012', 'Tiago Nunes');
    await tiago.text('oi');
    const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending')).find((t) => t.contact.name === 'Tiago Nunes'));
    await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });
    for (let i = 0; i < 10; i++)
      await desk.admin.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: `parte ${i}` } });
    const texts = await until(() => {
      const mine = desk.graph.sent().filter((r) => r.to === '5548999990012');
      return mine.length === 10 ? mine.map((r) => (r.body.text as { body: string }).body) : null;
    });
    expect(texts).toEqual(Array.from({ length: 10 }, (_, i) => `parte ${i}`));
  });

  test('a refused message fails with its reason and can be tried again', async () => {
    const lia = customer('5548999990013', 'Lia Prado');
    await lia.text('oi');
    const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending')).find((t) => t.contact.name === 'Lia Prado'));
    await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });
    desk.graph.failNext({ status: 400, code: 131026, text: 'falha' });
    const [sent] = await desk.admin.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'falha' } });
    const failed = await until(async () => (await threadOf(ticket.id)).find((m) => m.id === sent?.id && m.state === 'failed'));
    expect(failed.failReason).toBe('not_on_whatsapp');
    await desk.admin.call('POST /v1/messages/:messageId/retry', { params: { messageId: failed.id } });
    await until(async () => (await threadOf(ticket.id)).find((m) => m.id === failed.id && m.ack === 1));
  });

  test('a message is not tried again once the window has shut', async () => {
    const lia = customer('5548999990023', 'Lia Tarde');
    await lia.text('oi');
    const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending')).find((t) => t.contact.name === 'Lia Tarde'));
    await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });
    desk.graph.failNext({ status: 400, code: 131026, text: 'falha' });
    const [sent] = await desk.admin.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'falha' } });
    await until(async () => (await threadOf(ticket.id)).find((m) => m.id === sent?.id && m.state === 'failed'));
    await platformTransaction(desk.world.app.base, ({ db }) =>
      sql`update tickets set last_inbound_at = last_inbound_at - interval '25 hours' where id = ${ticket.id}`.execute(db),
    );
    const again = desk.admin.call('POST /v1/messages/:messageId/retry', { params: { messageId: sent?.id ?? '' } });
    await expect(again).rejects.toMatchObject({ error: 'ERR_WINDOW_CLOSED' });
    expect((await threadOf(ticket.id)).find((m) => m.id === sent?.id)).toMatchObject({ state: 'failed' });
  });

  test('what stands behind a message that is tried again leaves right after it', async () => {
    const noemi = customer('5548999990016', 'Noemi Salgado');
    await noemi.text('oi');
    const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending')).find((t) => t.contact.name === 'Noemi Salgado'));
    await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });
    desk.graph.failNext({ status: 429, code: 130429, retryAfter: 3, text: 'primeira' });
    const say = (body: string) => desk.admin.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body } });
    const [first] = await say('primeira');
    await until(async () =>
      (await threadOf(ticket.id)).find((m) => m.id === first?.id && m.state === 'queued' && m.updatedAt > m.createdAt),
    );
    await say('segunda');
    const texts = await until(() => {
      const mine = desk.graph.sent().filter((r) => r.to === '5548999990016');
      return mine.length === 2 ? mine.map((r) => (r.body.text as { body: string }).body) : null;
    }, 15_000);
    expect(texts).toEqual(['primeira', 'segunda']);
  });

  test('an answer that was lost on the way is settled by its status and never repeated', async () => {
    const caio = customer('5548999990014', 'Caio Fontes');
    await caio.text('oi');
    const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending')).find((t) => t.contact.name === 'Caio Fontes'));
    await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });
    desk.graph.failNext('reset-after-accept');
    const [sent] = await desk.admin.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'chegou?' } });
    const record = await until(() => desk.graph.sent().find((r) => r.to === '5548999990014'));
    await desk.graph.emitStatus(record.wamid, 'delivered');
    const settled = await until(async () => (await threadOf(ticket.id)).find((m) => m.id === sent?.id && m.ack === 2));
    expect(settled.state).toBe('delivered');
    expect(desk.graph.sent().filter((r) => r.to === '5548999990014')).toHaveLength(1);
  });

  test('the window of the channel is enforced', async () => {
    const rui = customer('5548999990015', 'Rui Lemos');
    await rui.text('oi');
    const ticket = await until(async () => (await ticketsOf(desk.admin, 'pending')).find((t) => t.contact.name === 'Rui Lemos'));
    await desk.admin.call('PUT /tickets/:ticketId', { params: { ticketId: ticket.id }, body: { status: 'open' } });
    desk.world.clock.advance(25 * 3_600_000);
    try {
      // The session has ended meanwhile, so somebody signs in again.
      const { signIn } = await import('../../../../test/client.ts');
      const again = await signIn(desk.world.url, desk.admin.user.email, password);
      await expect(
        again.call('POST /messages/:ticketId', { params: { ticketId: ticket.id }, body: { body: 'tarde' } }),
      ).rejects.toMatchObject({ status: 400, error: 'ERR_WINDOW_CLOSED' });
    } finally {
      desk.world.clock.advance(-25 * 3_600_000);
    }
  });
});
