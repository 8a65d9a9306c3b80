import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, signIn, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
let params: { whatsappId: number };

beforeAll(async () => {
  world = await createWorld();
  admin = await signIn(world.url, world.operator.email, world.operator.password);
  params = { whatsappId: await givenPhone(admin) };
});
afterAll(() => world.close());

type Said = {
  from?: string;
  name?: string;
  type?: string;
  body?: string;
  target?: string;
  id?: string;
  latitude?: number;
  longitude?: number;
};
const say = (said: Said) =>
  admin.call('POST /simulator/:whatsappId/messages', { params, body: { from: '5548999990001', name: 'Helena', ...said } as never });
const phone = async (from = '5548999990001') =>
  (await admin.call('GET /simulator/:whatsappId/messages', { params, query: { from } })).messages;
const ticketOf = async (name: string) =>
  (await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } })).tickets.find(
    (ticket) => ticket.contact.name === name,
  );

describe('the built-in phone', () => {
  test('plays a customer whose message becomes a ticket, once', async () => {
    const [first, second] = await Promise.all([say({ body: 'Oi', id: 'oi-1' }), say({ body: 'Oi', id: 'oi-1' })]);
    expect([first, second]).toEqual([{ id: 'oi-1' }, { id: 'oi-1' }]);
    expect(await phone()).toMatchObject([{ id: 'oi-1', fromCustomer: true, type: 'conversation', body: 'Oi', mediaUrl: null }]);
    expect(await ticketOf('Helena')).toMatchObject({ unreadMessages: 1, lastMessage: 'Oi' });
  });

  test('knows one customer by both forms of the number', async () => {
    await say({ from: '+55 48 9999-0002', name: 'Otávio', body: 'um' });
    await say({ from: '48 99999-0002', name: 'Otávio', body: 'dois' });
    expect((await phone('5548999990002')).map(({ body }) => body)).toEqual(['um', 'dois']);
    expect(await phone('554899990002')).toHaveLength(2);
    expect(await phone('5548911112222')).toEqual([]);
  });

  test('sends places, cards and files, changes its mind and takes words back', async () => {
    const from = '5548999990003';
    const { id } = await say({ from, body: 'primeiro' });
    await say({ from, type: 'location', latitude: -27.5, longitude: -48.5, body: 'Casa' });
    await say({ from, type: 'contacts', body: 'Rui Alves, +5548999990009' });
    const form = new FormData();
    for (const [field, value] of Object.entries({ from, name: 'Helena', type: 'document', body: 'a nota' })) form.set(field, value);
    form.set('media', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'nota.pdf');
    await admin.call('POST /simulator/:whatsappId/messages', { params, body: form });
    await say({ from, type: 'edit', target: id, body: 'corrigido' });
    const shown = await until(async () => {
      const all = await phone(from);
      return all.at(-1)?.mediaUrl ? all : null;
    });
    expect(shown).toMatchObject([
      { body: 'corrigido' },
      { type: 'locationMessage' },
      { type: 'vcard' },
      { type: 'application', mediaName: 'nota.pdf', body: 'a nota', mediaUrl: expect.stringContaining('http://localhost/media/') },
    ]);
    const file = await fetch(`${world.url}${shown.at(-1)?.mediaUrl?.replace('http://localhost', '')}`);
    expect(await file.text()).toBe('%PDF-1.4\n%%EOF\n');
    await say({ from, type: 'revoke', target: id });
    expect((await phone(from))[0]).toMatchObject({ id, body: '' });
  });

  test('reads and plays what it was sent', async () => {
    const from = '5548999990004';
    await say({ from, name: 'Yasmin', body: 'Oi' });
    const ticketId = (await ticketOf('Yasmin'))?.id ?? 0;
    await admin.call('PUT /tickets/:ticketId', { params: { ticketId }, body: { status: 'open', userId: admin.user.id } });
    await admin.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: 'Pois não?' } });
    const answer = await until(async () => (await phone(from)).find((message) => !message.fromCustomer));
    expect(answer).toMatchObject({ ack: 1 });
    for (const [status, ack] of [
      ['delivered', 2],
      ['read', 3],
      ['played', 4],
      ['read', 4],
    ] as const) {
      await admin.call('POST /simulator/:whatsappId/read', { params, body: { from, status } });
      expect((await phone(from)).find(({ id }) => id === answer.id)?.ack).toBe(ack);
    }
  });

  test('refuses what makes no sense', async () => {
    await expect(say({})).rejects.toMatchObject({ error: 'ERR_VALIDATION', body: { issues: [{ path: 'body.body' }] } });
    await expect(say({ type: 'image' })).rejects.toMatchObject({ body: { issues: [{ path: 'body.media' }] } });
    await expect(say({ type: 'location', latitude: 1 })).rejects.toMatchObject({ body: { issues: [{ path: 'body.longitude' }] } });
    await expect(say({ type: 'revoke' })).rejects.toMatchObject({ body: { issues: [{ path: 'body.target' }] } });
    await expect(say({ type: 'reaction', target: 'nowhere', body: '👍' })).rejects.toMatchObject({
      status: 404,
      error: 'ERR_NO_MESSAGE_FOUND',
    });
    await expect(say({ from: '9999-0001', body: 'Oi' })).rejects.toMatchObject({ error: 'ERR_INVALID_NUMBER' });
  });

  test('is switched off with its connection, and is no real one', async () => {
    const real = await admin.call('POST /whatsapp', { body: { name: 'De verdade', channel: 'whatsapp_web' } });
    const elsewhere = { whatsappId: real.id };
    await expect(
      admin.call('POST /simulator/:whatsappId/messages', {
        params: elsewhere,
        body: { from: '5548999990001', name: 'Helena', body: 'Oi' },
      }),
    ).rejects.toMatchObject({ error: 'ERR_WAPP_CHANNEL' });
    await expect(
      admin.call('GET /simulator/:whatsappId/messages', { params: elsewhere, query: { from: '5548999990001' } }),
    ).rejects.toMatchObject({ error: 'ERR_WAPP_CHANNEL' });
    await expect(
      admin.call('POST /simulator/:whatsappId/read', { params: { whatsappId: 999_999 }, body: { from: '5548999990001' } }),
    ).rejects.toMatchObject({ error: 'ERR_NO_WAPP_FOUND' });
    await admin.call('DELETE /whatsappsession/:whatsappId', { params });
    await expect(say({ body: 'Alô?' })).rejects.toMatchObject({ error: 'ERR_WAPP_NOT_INITIALIZED' });
  });
});
