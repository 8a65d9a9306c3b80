import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import type { TicketView } from '@balcao/contract/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenPhone, givenQueue } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
let ana: Client;
let colleague: Client;
let outsider: Client;
let ticket: TicketView;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
  const queueId = await givenQueue(admin);
  ana = await givenUser(world.url, admin, { name: 'Ana Prado', queueIds: [queueId] });
  colleague = await givenUser(world.url, admin, { name: 'Colega', queueIds: [queueId] });
  outsider = await givenUser(world.url, admin, { name: 'De Fora' });
  await givenPhone(admin);
  const contact = await admin.call('POST /contacts', { body: { name: 'Cliente', number: '48905550302' } });
  ticket = await admin.call('POST /tickets', { body: { contactId: contact.id, queueId } });
});
afterAll(() => world.close());

const write = (client: Client, note: string) =>
  client.call('POST /ticket-notes', { body: { note, ticketId: ticket.id, contactId: ticket.contactId } });
const notesSeenBy = (client: Client, contactId = ticket.contactId) =>
  client.call('GET /ticket-notes/list', { query: { ticketId: ticket.id, contactId } });

test('a note is read by whoever sees the ticket, newest first, and heard at once', async () => {
  const socket = await colleague.socket();
  const news = heard<{ action: string; ticketNote: TicketNoteView }>(socket, `company-${admin.user.companyId}-ticketNote`);
  const first = await write(ana, 'Liga à tarde');
  expect(first).toMatchObject({
    note: 'Liga à tarde',
    kind: 'written',
    user: { name: 'Ana Prado' },
    ticket: { id: ticket.id, status: 'open' },
  });
  expect(await news).toEqual({ action: 'create', ticketNote: first });
  const second = await write(colleague, 'Já liguei');
  expect(await notesSeenBy(ana)).toEqual([second, first]);
  expect(await notesSeenBy(outsider)).toEqual([]);
  expect(await notesSeenBy(ana, ticket.contactId + 1)).toEqual([]);
  await expect(write(outsider, 'Espiando')).rejects.toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' });
  await expect(write(ana, 'x')).rejects.toMatchObject({ error: 'ERR_VALIDATION' });
  socket.close();
});

test('its author and admins remove it, nobody else', async () => {
  const [one, two] = [await write(ana, 'Primeira'), await write(ana, 'Segunda')];
  const remove = (client: Client, noteId: number) => client.call('DELETE /ticket-notes/:noteId', { params: { noteId } });
  await expect(remove(colleague, one.id)).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  await expect(remove(outsider, one.id)).rejects.toMatchObject({ status: 404, error: 'ERR_NO_TICKETNOTE_FOUND' });
  const socket = await ana.socket();
  const news = heard<{ action: string }>(socket, `company-${admin.user.companyId}-ticketNote`);
  await remove(ana, one.id);
  expect(await news).toEqual({ action: 'delete', noteId: one.id, ticketId: ticket.id });
  await remove(admin, two.id);
  expect((await notesSeenBy(ana)).map(({ id }) => id)).not.toContain(one.id);
  expect((await notesSeenBy(ana)).map(({ id }) => id)).not.toContain(two.id);
  socket.close();
});

test('who is called has read it once they opened the conversation, and all who see it hear so', async () => {
  const note = (text: string) =>
    ana.call('POST /ticket-notes', {
      body: { note: text, ticketId: ticket.id, contactId: ticket.contactId, mentions: [colleague.user.id, admin.user.id] },
    });
  const [first, second] = [await note('Vê isto? @Colega'), await note('E isto? @Colega')];
  const readersOf = async () => {
    const notes = await notesSeenBy(ana);
    return [first, second].map(({ id }) => notes.find((each) => each.id === id)?.readBy);
  };
  // Who puts all news aside has read nothing.
  await admin.call('POST /v1/pings/seen', { body: {} });
  expect(await readersOf()).toEqual([[], []]);
  const socket = await ana.socket();
  const told: { action: string; ticketNote: TicketNoteView }[] = [];
  socket.on(`company-${admin.user.companyId}-ticketNote`, (news) => told.push(news));
  const { seenAt } = await colleague.call('POST /v1/pings/seen', { body: { ticketId: ticket.id } });
  const read = [{ id: colleague.user.id, name: 'Colega', at: seenAt }];
  expect(await readersOf()).toEqual([read, read]);
  await until(() => told.length === 2);
  expect(told.map(({ action, ticketNote: { id, readBy } }) => ({ action, id, readBy }))).toEqual([
    { action: 'update', id: first.id, readBy: read },
    { action: 'update', id: second.id, readBy: read },
  ]);
  // Once read stays read.
  await note('Mais uma @Colega');
  await colleague.call('POST /v1/pings/seen', { body: { ticketId: ticket.id } });
  expect(await readersOf()).toEqual([read, read]);
  socket.close();
});

test('one note of a ticket stands above its conversation, whoever puts it there; all who see it hear so', async () => {
  const [one, two] = [await write(ana, 'Vem buscar na terça'), await write(ana, 'Só à tarde')];
  const pin = (client: Client, noteId: number, on = true) =>
    client.call('PUT /v1/ticket-notes/:noteId/pin', { params: { noteId }, body: { on } });
  const pinned = async () => (await notesSeenBy(ana)).filter(({ pinnedAt }) => pinnedAt !== null).map(({ id }) => id);
  await expect(pin(outsider, one.id)).rejects.toMatchObject({ status: 404, error: 'ERR_NO_TICKETNOTE_FOUND' });
  const socket = await ana.socket();
  const news = heard<{ action: string; ticketNote: TicketNoteView }>(socket, `company-${admin.user.companyId}-ticketNote`);
  const answer = await pin(colleague, one.id);
  expect(answer.pinnedAt).not.toBeNull();
  expect(await news).toEqual({ action: 'update', ticketNote: answer });
  await pin(ana, two.id);
  expect(await pinned()).toEqual([two.id]);
  await pin(ana, two.id, false);
  expect(await pinned()).toEqual([]);
  for (let i = 0; i < 5; i++) {
    await Promise.all([pin(ana, one.id), pin(colleague, two.id)]);
    expect(await pinned()).toHaveLength(1);
  }
  for (const { id } of [one, two]) await pin(ana, id, false);
  socket.close();
});

test('a note may have a file, which goes with it', async () => {
  const body = new FormData();
  for (const [name, value] of Object.entries({
    note: 'Nota fiscal',
    ticketId: ticket.id,
    contactId: ticket.contactId,
    mentions: `[${colleague.user.id}]`,
  }))
    body.append(name, String(value));
  body.append('file', new Blob(['linha']), 'nota fiscal.txt');
  const note = await ana.call('POST /ticket-notes', { body });
  expect(note).toMatchObject({ note: 'Nota fiscal', mentions: [{ id: colleague.user.id }], file: { name: 'nota fiscal.txt', size: 5 } });
  const { pathname, search } = new URL(note.file?.url ?? '');
  const follow = () => fetch(`${world.url}${pathname}${search}`);
  expect(await (await follow()).text()).toBe('linha');
  expect((await notesSeenBy(colleague))[0]?.file?.name).toBe('nota fiscal.txt');
  await ana.call('DELETE /ticket-notes/:noteId', { params: { noteId: note.id } });
  await until(async () => (await follow()).status === 404);
});
