// A client that does not know whether it was heard says the same again, under the same key. What it said counts once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import { collations } from './database.ts';
import { givenPhone } from './given.ts';
import { givenCompany, givenUser } from './people.ts';
import { createWorld, type World } from './world.ts';

describe.each(collations)('in a database that sorts by %s', (collation) => {
  let world: World;
  let admin: Client;
  let ticketId: number;
  beforeAll(async () => {
    world = await createWorld({ roles: ['web'], collation });
    admin = await givenCompany(world.url);
    await givenPhone(admin);
    ticketId = await open('5511987650001');
  });
  afterAll(() => world.close());

  async function open(number: string): Promise<number> {
    const contact = await admin.call('POST /contacts', { body: { name: 'Helena Sampaio', number } });
    return (await admin.call('POST /tickets', { body: { contactId: contact.id } })).id;
  }
  const send = (body: string, key: string, who = admin, ticket = ticketId) =>
    who.call('POST /messages/:ticketId', { params: { ticketId: ticket }, body: { body }, headers: { 'idempotency-key': key } });
  const thread = async () => (await admin.call('GET /messages/:ticketId', { params: { ticketId } })).messages.map(({ body }) => body);

  test.each([
    ['short', 'k'],
    ['with every kind of sign', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
    ['as long as may be', 'x'.repeat(255)],
    ['that looks like the beginning of another', 'k:0'],
    ['of letters and digits', 'Chave-do_teste-1'],
  ])('a key %s is taken, one after the other and at once', async (what, key) => {
    const [first] = await send(what, key);
    expect(first).toMatchObject({ body: what, clientKey: `${key}:0` });
    expect((await send(what, key)).map(({ id }) => id)).toEqual([first?.id]);
    const both = await Promise.all([send(`${what}, depressa`, `2${key.slice(1)}`), send(`${what}, depressa`, `2${key.slice(1)}`)]);
    expect(new Set(both.flat().map(({ id }) => id)).size).toBe(1);
    const said = await thread();
    expect(said.filter((body) => body === what)).toHaveLength(1);
    expect(said.filter((body) => body === `${what}, depressa`)).toHaveLength(1);
  });

  test('all files of a request are answered again', async () => {
    const form = () => {
      const body = new FormData();
      for (const name of ['um.txt', 'dois.txt', 'três.txt']) body.append('medias', new Blob([name], { type: 'text/plain' }), name);
      return { params: { ticketId }, body, headers: { 'idempotency-key': 'arquivos' } };
    };
    const first = await admin.call('POST /messages/:ticketId', form());
    expect(first).toHaveLength(3);
    expect((await admin.call('POST /messages/:ticketId', form())).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  });

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['with a space', 'a b'],
    ['with letters that are no ASCII', 'ação'],
    ['with a tab', 'a\tb'],
  ])('a key that is %s is refused, whatever is asked, and nothing is sent', async (_, key) => {
    const before = await thread();
    const refused = { status: 400, body: { error: 'ERR_VALIDATION', issues: [{ path: 'headers.idempotency-key' }] } };
    await expect(send('não sai', key)).rejects.toMatchObject(refused);
    await expect(admin.call('GET /tags', { headers: { 'idempotency-key': key } })).rejects.toMatchObject(refused);
    expect(await thread()).toEqual(before);
  });

  test('a key belongs to a user and a ticket', async () => {
    const other = await givenUser(world.url, admin, { profile: 'admin' });
    const [mine] = await send('a mesma chave', 'nossa');
    const [theirs] = await send('a mesma chave', 'nossa', other);
    expect(theirs?.id).not.toBe(mine?.id);
    const elsewhere = await open('5511987650002');
    const refused = { status: 400, body: { error: 'ERR_VALIDATION', issues: [{ path: 'headers.idempotency-key', code: 'used' }] } };
    await expect(send('outra conversa', 'nossa', admin, elsewhere)).rejects.toMatchObject(refused);
  });
});
