import type { TicketView } from '@balcao/contract/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let admin: Client;
let connectionId: number;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  connectionId = await givenPhone(admin);
  await until(async () => (await admin.call('GET /whatsapp/:whatsappId', { params: { whatsappId: connectionId } })).status === 'CONNECTED');
});
afterAll(() => world.close());

let last = 5548905550400;
/** Somebody who wrote, with the ticket that came of it. */
async function writes(name: string, body: string, from = String(++last)): Promise<TicketView> {
  await admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId: connectionId }, body: { from, name, body } });
  const { tickets } = await admin.call('GET /tickets', { query: { status: 'pending', showAll: true } });
  const ticket = tickets.find(({ contact }) => contact.number === from);
  if (!ticket) throw new Error('no ticket came of it');
  return ticket;
}

const merge = (contactId: number, otherId: number) =>
  admin.call('POST /v1/contacts/:contactId/merge', { params: { contactId }, body: { otherId } });
const threadOf = async (ticketId: number) =>
  (await admin.call('GET /messages/:ticketId', { params: { ticketId } })).messages.map(({ body }) => body);
const ticketOf = (ticketId: number) => admin.call('GET /tickets/:ticketId', { params: { ticketId } });

/** All rows that say whose they are, to compare. */
const rowsOf = (companyId: number) =>
  platformTransaction(world.app.base, async ({ db }) => {
    const { rows } = await sql<{ t: string; row: unknown }>`
      select 'ticket' as t, json_build_object('id', id, 'contact', contact_id, 'status', status) as row from tickets where company_id = ${companyId}
      union all select 'message', json_build_object('id', id, 'contact', contact_id, 'ticket', ticket_id) from messages where company_id = ${companyId}
      union all select 'attendance', json_build_object('ticket', ticket_id, 'contact', contact_id) from attendances
        where company_id = ${companyId} and id in (select min(id) from attendances where company_id = ${companyId} group by ticket_id)
      union all select 'identity', json_build_object('kind', kind, 'value', value, 'contact', contact_id) from contact_identities where company_id = ${companyId}
      union all select 'field', json_build_object('id', id, 'contact', contact_id) from contact_fields where company_id = ${companyId}
      union all select 'contact', to_jsonb(c)::json #> '{}' from (select id, uuid, name, number, email, named from contacts where company_id = ${companyId}) c`.execute(
      db,
    );
    return rows.map((row) => JSON.stringify(row)).sort();
  });

test('two contacts of one person are merged, and split again', async () => {
  const first = await writes('Lia', 'do celular');
  const second = await writes('Lia Costa', 'do trabalho');
  const secondNumber = second.contact.number;
  await admin.call('PUT /contacts/:contactId', {
    params: { contactId: second.contactId },
    body: { email: 'lia@exemplo.example', extraInfo: [{ name: 'CPF', value: '000' }] },
  });
  const before = await rowsOf(admin.user.companyId);

  const socket = await admin.socket();
  const gone = heard<{ action: string; contactId: number }>(
    socket,
    `company-${admin.user.companyId}-contact`,
    ({ action }) => action === 'delete',
  );
  const closing = heard<{ ticket: TicketView }>(
    socket,
    `company-${admin.user.companyId}-ticket`,
    (news) => news.ticket?.id === second.id && news.ticket.status === 'closed',
  );
  const { merge: done, contact } = await merge(first.contactId, second.contactId);
  expect(done).toMatchObject({
    contactId: first.contactId,
    other: { id: second.contactId, number: secondNumber },
    tickets: 1,
    closedTickets: [second.id],
  });
  expect(contact).toMatchObject({
    id: first.contactId,
    number: first.contact.number,
    email: 'lia@exemplo.example',
    extraInfo: [{ name: 'CPF' }],
  });
  expect(contact.identities.map(({ value }) => value)).toContain(secondNumber);
  expect(await gone).toEqual({ action: 'delete', contactId: second.contactId });
  expect((await closing).ticket.contactId).toBe(first.contactId);
  expect(await threadOf(first.id)).toEqual(['do celular', 'do trabalho']);
  const notes = await admin.call('GET /ticket-notes/list', { query: { ticketId: second.id, contactId: first.contactId } });
  expect(notes).toMatchObject([{ kind: 'mergedInto', note: first.protocol, user: { id: admin.user.id } }]);
  // From either number it is the same conversation.
  await admin.call('POST /simulator/:whatsappId/messages', {
    params: { whatsappId: connectionId },
    body: { from: secondNumber, name: 'Lia', body: 'do trabalho outra vez' },
  });
  await writes('Lia', 'de novo', first.contact.number);
  expect(await threadOf(first.id)).toEqual(['do celular', 'do trabalho', 'do trabalho outra vez', 'de novo']);

  const split = await admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: done.id } });
  expect(split.other).toMatchObject({ id: second.contactId, number: secondNumber, extraInfo: [{ name: 'CPF' }] });
  expect(split.contact).toMatchObject({ id: first.contactId, email: '', extraInfo: [] });
  expect(await ticketOf(second.id)).toMatchObject({ status: 'pending', contactId: second.contactId });
  expect(await threadOf(second.id)).toEqual(['do trabalho']);
  const after = await rowsOf(admin.user.companyId);
  expect(before.filter((row) => !after.includes(row))).toEqual([]);
  await expect(admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: done.id } })).rejects.toMatchObject({
    status: 400,
    error: 'ERR_MERGE_SPLIT',
  });
  expect((await admin.call('GET /v1/contacts/:contactId/merges', { params: { contactId: first.contactId } }))[0]?.splitAt).not.toBeNull();
  socket.close();
});

test('a merge into a contact that is merged into another can still be split', async () => {
  const [a, b, c] = [await writes('Aa', 'a'), await writes('Bb', 'b'), await writes('Cc', 'c')];
  const inner = await merge(b.contactId, c.contactId);
  const outer = await merge(a.contactId, b.contactId);
  expect(await threadOf(a.id)).toEqual(['a', 'b', 'c']);
  await admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: inner.merge.id } });
  expect(await threadOf(a.id)).toEqual(['a', 'b']);
  await admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: outer.merge.id } });
  expect([await threadOf(a.id), await threadOf(b.id), await threadOf(c.id)]).toEqual([['a'], ['b'], ['c']]);
});

test('the older of two active tickets goes on, whichever contact it was of', async () => {
  const old = await writes('Velha', 'primeira');
  const young = await writes('Nova', 'segunda');
  const { merge: done } = await merge(young.contactId, old.contactId);
  expect(done.closedTickets).toEqual([young.id]);
  expect(await ticketOf(old.id)).toMatchObject({ status: 'pending', contactId: young.contactId });
});

test('what a merge closed stays so where somebody begins a conversation just as it is split', async () => {
  const old = await writes('Velha', 'primeira');
  const young = await writes('Nova', 'segunda');
  const { merge: done } = await merge(young.contactId, old.contactId);
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: old.id }, body: { status: 'closed' } });
  let splitting: Promise<unknown> | undefined;
  await platformTransaction(world.app.base, async ({ db }) => {
    await sql`insert into tickets (company_id, number, status, contact_id, connection_id)
      values (${admin.user.companyId}, 90001, 'pending', ${young.contactId}, ${connectionId})`.execute(db);
    splitting = admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: done.id } });
    await until(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      );
      return rows.length > 0;
    });
  });
  await splitting;
  expect(await ticketOf(young.id)).toMatchObject({ status: 'closed', contactId: young.contactId });
  expect(await ticketOf(old.id)).toMatchObject({ status: 'closed', contactId: old.contactId });
});

test('what nobody has read yet is still unread in the ticket that goes on', async () => {
  const old = await writes('Lia', 'primeira');
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: old.id }, body: { status: 'open' } });
  const young = await writes('Lia Costa', 'segunda');
  await writes('Lia Costa', 'terceira', young.contact.number);
  await merge(old.contactId, young.contactId);
  expect(await ticketOf(young.id)).toMatchObject({ status: 'closed', unreadMessages: 0 });
  expect(await ticketOf(old.id)).toMatchObject({ status: 'open', unreadMessages: 2 });
});

test('what a merge closed waits again where its queue or its agent is gone when it is split', async () => {
  const queue = await admin.call('POST /queue', { body: { name: 'Temporada', color: '#0a0b03' } });
  const agent = await givenUser(world.url, admin, { queueIds: [queue.id] });
  const [first, second] = [await writes('Zita', 'um'), await writes('Zita', 'dois')];
  await admin.call('PUT /tickets/:ticketId', {
    params: { ticketId: second.id },
    body: { status: 'open', userId: agent.user.id, queueId: queue.id },
  });
  const { merge: done } = await merge(first.contactId, second.contactId);
  await admin.call('DELETE /queue/:queueId', { params: { queueId: queue.id } });
  await admin.call('DELETE /users/:userId', { params: { userId: agent.user.id } });
  await admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: done.id } });
  expect(await ticketOf(second.id)).toMatchObject({ status: 'pending', userId: null, queueId: null, contactId: second.contactId });
});

test('what a merge closed waits in its queue where that was taken from its agent when it is split', async () => {
  const queue = await admin.call('POST /queue', { body: { name: 'Compras', color: '#123458' } });
  const agent = await givenUser(world.url, admin, { queueIds: [queue.id] });
  const older = await writes('Rui', 'antes');
  const newer = await writes('Rui M.', 'depois');
  const place = { status: 'open', userId: agent.user.id, queueId: queue.id } as const;
  await admin.call('PUT /tickets/:ticketId', { params: { ticketId: newer.id }, body: place });
  const { merge: done } = await merge(older.contactId, newer.contactId);
  await admin.call('PUT /users/:userId', { params: { userId: agent.user.id }, body: { queueIds: [] } });
  await admin.call('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId: done.id } });
  expect(await ticketOf(newer.id)).toMatchObject({ status: 'pending', userId: null, queueId: queue.id });
});

test('the fields of both can be saved together', async () => {
  const fields = (word: string) => Array.from({ length: 40 }, (_, i) => ({ name: `${word} ${i}`, value: 'sim' }));
  const create = (name: string, number: string) =>
    admin.call('POST /contacts', { body: { name, number, email: '', extraInfo: fields(name) } });
  const one = await create('Vera', '11987650421');
  const { contact } = await merge(one.id, (await create('Verinha', '11987650422')).id);
  const saved = await admin.call('PUT /contacts/:contactId', {
    params: { contactId: one.id },
    body: { email: 'vera@exemplo.example', extraInfo: contact.extraInfo },
  });
  expect(saved).toMatchObject({ email: 'vera@exemplo.example', extraInfo: [...fields('Vera'), ...fields('Verinha')] });
});

test('likely doubles are found by name and by the end of the number', async () => {
  const create = (name: string, number: string) => admin.call('POST /contacts', { body: { name, number } });
  const one = await create('Rui Barros', '11987650401');
  const named = await create('RUI BARROS', '21987659999');
  const numbered = await create('R. B.', '47987650401');
  await create('Rui Barros Filho', '11987650402');
  const found = await admin.call('GET /v1/contacts/:contactId/duplicates', { params: { contactId: one.id } });
  expect(found.map(({ id, reason }) => [id, reason])).toEqual([
    [numbered.id, 'number'],
    [named.id, 'name'],
  ]);
});

test('agents merge nothing; a contact is not merged with itself', async () => {
  const agent = await givenUser(world.url, admin);
  const ticket = await writes('Solo', 'oi');
  const other = await writes('Dupla', 'oi');
  const wish = { params: { contactId: ticket.contactId }, body: { otherId: other.contactId } };
  await expect(agent.call('POST /v1/contacts/:contactId/merge', wish)).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  await expect(merge(ticket.contactId, ticket.contactId)).rejects.toMatchObject({ error: 'ERR_VALIDATION' });
});

test('a removed contact takes tickets and files along', async () => {
  const ticket = await writes('Efêmera', 'oi');
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const form = new FormData();
  form.append('from', ticket.contact.number);
  form.append('name', 'Efêmera');
  form.append('type', 'image');
  form.append('media', new Blob([png], { type: 'image/png' }), 'foto.png');
  await admin.call('POST /simulator/:whatsappId/messages', { params: { whatsappId: connectionId }, body: form });
  const url = await until(async () => {
    const { messages } = await admin.call('GET /messages/:ticketId', { params: { ticketId: ticket.id } });
    return messages.find(({ mediaState }) => mediaState === 'ready')?.mediaUrl;
  });
  const { pathname, search } = new URL(url);
  const open = async () => (await fetch(`${world.url}${pathname}${search}`)).status;
  expect(await open()).toBe(200);
  const socket = await admin.socket();
  const news = heard<{ action: string }>(socket, `company-${admin.user.companyId}-ticket`, ({ action }) => action === 'delete');
  await admin.call('DELETE /contacts/:contactId', { params: { contactId: ticket.contactId } });
  expect(await news).toEqual({ action: 'delete', ticketId: ticket.id, moved: false });
  await until(async () => (await open()) === 404);
  socket.close();
});
