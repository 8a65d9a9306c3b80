// Lists of people to write to: filled by hand, by sheets and by filters; their numbers looked up in the background.
import type { PayloadOf } from '@balcao/contract';
import { utils, write } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, heard, until } from '../../../../test/client.ts';
import { givenPhone } from '../../../../test/given.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { type Channel, SendFailure } from '../../../gateways/whatsapp/port.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { followBehind } from './actions/follow-filter.ts';
import { saveChecked } from './store/checking.ts';

let world: World;
let admin: Client;
/** What the simulator says of a number; null: it cannot look numbers up. */
let says: ((number: string) => boolean | SendFailure) | null = null;

beforeAll(async () => {
  world = await createWorld({
    gateways: (made) => ({ ...made, channel: (kind) => (kind === 'simulator' ? asking(made.channel(kind)) : made.channel(kind)) }),
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  says = null;
  admin = await givenCompany(world.url);
});

function asking(channel: Channel): Channel {
  const ask = says;
  if (!ask) return channel;
  return {
    ...channel,
    async checkNumber(_, number) {
      const answer = ask(number);
      if (answer instanceof SendFailure) throw answer;
      return answer ? [{ kind: 'wa_pn', value: number }] : null;
    },
  };
}

const settled = () => jobsDone(world);
const newList = (body: Parameters<typeof admin.call<'POST /contact-lists'>>[1] = { body: { name: 'Clientes' } }) =>
  admin.call('POST /contact-lists', body);
const add = (contactListId: number, name: string, number: string) =>
  admin.call('POST /contact-list-items', { body: { name, number, contactListId } });
const itemsOf = async (contactListId: number, searchParam = '') =>
  (await admin.call('GET /contact-list-items', { query: { contactListId, searchParam } })).contacts;
const listOf = (contactListId: number) => admin.call('GET /contact-lists/:contactListId', { params: { contactListId } });
const inDb = (statement: ReturnType<typeof sql>) => platformTransaction(world.app.base, ({ db }) => statement.execute(db));

function formOf(rows: unknown[][], bookType: 'xlsx' | 'xls' = 'xlsx'): FormData {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer)]), `clientes.${bookType}`);
  return form;
}

describe('a list', () => {
  test('is added, renamed and removed, and everybody hears of it', async () => {
    const agent = await givenUser(world.url, admin);
    const socket = await agent.socket();
    const told: PayloadOf<'contactList'>[] = [];
    socket.on(`company-${admin.user.companyId}-ContactList`, (news) => told.push(news));
    const { id } = await newList();
    await admin.call('PUT /contact-lists/:contactListId', { params: { contactListId: id }, body: { name: 'Clientes de 2026' } });
    expect(await listOf(id)).toMatchObject({ name: 'Clientes de 2026', contactsCount: 0, filter: null, inStep: false });
    await expect(agent.call('DELETE /contact-lists/:contactListId', { params: { contactListId: id } })).rejects.toMatchObject({
      error: 'ERR_NO_PERMISSION',
    });
    await admin.call('DELETE /contact-lists/:contactListId', { params: { contactListId: id } });
    await expect(listOf(id)).rejects.toMatchObject({ error: 'ERR_NO_CONTACTLIST_FOUND' });
    await until(() => told.at(-1)?.action === 'delete');
    socket.close();
    expect(told.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  });

  test('has each number once, in whatever form it is written', async () => {
    const { id } = await newList();
    const ana = await add(id, 'Ana', '(11) 98765-0001');
    expect(ana).toMatchObject({ number: '5511987650001', validity: 'unchecked', isWhatsappValid: false });
    expect(await add(id, 'Outra', '+55 11 8765-0001')).toMatchObject({ id: ana.id, name: 'Ana' });
    const bia = await add(id, 'Bia', '11987650002');
    const params = { contactListItemId: bia.id };
    await expect(
      admin.call('PUT /contact-list-items/:contactListItemId', { params, body: { number: '11987650001' } }),
    ).rejects.toMatchObject({ error: 'ERR_LIST_NUMBER_EXISTS' });
    await expect(add(id, 'Curta', '12345678')).rejects.toMatchObject({ error: 'ERR_INVALID_NUMBER' });
    await admin.call('DELETE /contact-list-items/:contactListItemId', { params });
    expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['Ana']);
    expect((await itemsOf(id, '98765-0001')).length).toBe(1);
    expect(await listOf(id)).toMatchObject({ contactsCount: 1 });
  });

  test('says who on it does not want to be written to', async () => {
    const { id } = await newList();
    const contact = await admin.call('POST /contacts', { body: { name: 'Caio', number: '5511987650003' } });
    await admin.call('POST /v1/contacts/:contactId/consent', { params: { contactId: contact.id }, body: { state: 'out', words: 'não' } });
    await add(id, 'Caio', '5511987650003');
    await add(id, 'Dora', '5511987650004');
    expect((await itemsOf(id)).map(({ name, optedOut }) => [name, optedOut])).toEqual([
      ['Caio', true],
      ['Dora', false],
    ]);
  });
});

describe('the numbers of a list', () => {
  test('are looked up in the background; what is not on WhatsApp is marked', async () => {
    await givenPhone(admin);
    says = (number) => number !== '5511987650011';
    const { id } = await newList();
    await add(id, 'Ana', '5511987650010');
    await add(id, 'Bia', '5511987650011');
    await settled();
    expect((await itemsOf(id)).map(({ validity, isWhatsappValid }) => [validity, isWhatsappValid])).toEqual([
      ['valid', true],
      ['invalid', false],
    ]);
    expect(await listOf(id)).toMatchObject({ contactsCount: 2, validCount: 1, uncheckedCount: 0 });
    says = () => true;
    await admin.call('POST /v1/contact-lists/:contactListId/check', { params: { contactListId: id } });
    await settled();
    expect(await listOf(id)).toMatchObject({ validCount: 2 });
  });

  test('that were changed meanwhile are not judged by what was found of the old ones', async () => {
    await givenPhone(admin);
    says = () => true;
    const { id: listId } = await newList();
    const { id } = await add(listId, 'Lia', '5511987650301');
    await settled();
    const valid = async () => (await itemsOf(listId)).map(({ isWhatsappValid }) => isWhatsappValid);
    expect(await valid()).toEqual([true]);
    const ctx = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
    const save = (number: string) => transaction(ctx, (ctx) => saveChecked(ctx, [{ id, number, validity: 'invalid' }], ctx.now()));
    await save('5511987650300');
    expect(await valid()).toEqual([true]);
    await save('5511987650301');
    expect(await valid()).toEqual([false]);
  });

  test('count as valid where they cannot be looked up, and wait while nobody can be asked', async () => {
    const { id } = await newList();
    await add(id, 'Ana', '5511987650020');
    await until(async () => (await listOf(id)).uncheckedCount === 1);
    await givenPhone(admin);
    await add(id, 'Bia', '5511987650021');
    await settled();
    await until(async () => (await listOf(id)).uncheckedCount === 0);
    expect((await itemsOf(id)).map(({ validity, isWhatsappValid }) => [validity, isWhatsappValid])).toEqual([
      ['unverifiable', true],
      ['unverifiable', true],
    ]);
  });
});

describe('a sheet', () => {
  const rows = [
    ['Nome', 'Número', 'E-mail'],
    ['Ana', '(11) 98765-0101', 'ana@exemplo.example'],
    ['Repetida', '11987650101', ''],
    ['Bia', 11987650102, ''],
    ['X', '11987650103', ''],
  ];

  test.each(['xlsx', 'xls'] as const)('as .%s is added at once and looked up, and those that were added are answered', async (type) => {
    await givenPhone(admin);
    const { id } = await newList();
    await add(id, 'Bia', '11987650102');
    await settled();
    const socket = await admin.socket();
    const told = heard<{ action: string; records: { name: string }[] }>(socket, `company-${admin.user.companyId}-ContactListItem-${id}`);
    const added = await admin.call('POST /contact-lists/:contactListId/upload', {
      params: { contactListId: id },
      body: formOf(rows, type),
    });
    expect(added).toMatchObject([{ name: 'Ana', number: '5511987650101', email: 'ana@exemplo.example', contactListId: id }]);
    expect(await told).toMatchObject({ action: 'reload', records: [{ name: 'Ana' }] });
    socket.close();
    await settled();
    expect(await listOf(id)).toMatchObject({ contactsCount: 2, uncheckedCount: 0 });
  });

  test('is added in the background with its progress, and each row that was not says why', async () => {
    const { id } = await newList();
    await add(id, 'Bia', '11987650102');
    const params = { contactListId: id };
    const started = await admin.call('POST /v1/contact-lists/:contactListId/imports', { params, body: formOf(rows) });
    expect(started).toMatchObject({ kind: 'list', contactListId: id });
    const done = await until(async () => {
      const found = await admin.call('GET /v1/imports/:importId', { params: { importId: started.id } });
      return found.finishedAt !== null && found;
    }, 20_000);
    expect(done).toMatchObject({ status: 'done', created: 1, duplicates: 2, invalid: 1 });
    expect(await listOf(id)).toMatchObject({ contactsCount: 2 });
  });
});

describe('a filter', () => {
  async function givenContacts() {
    const people = [];
    for (const [i, name] of ['Ana', 'Bia', 'Caio'].entries()) {
      const extraInfo = [{ name: 'Cidade', value: i < 2 ? 'Blumenau' : 'Joinville' }];
      people.push(await admin.call('POST /contacts', { body: { name, number: `551198765020${i}`, extraInfo } }));
    }
    const tag = await admin.call('POST /tags', { body: { name: 'VIP' } });
    const [ana, bia, caio] = people.map(({ id }) => id);
    await inDb(sql`
      with t as (
        insert into tickets (company_id, number, status, contact_id, last_inbound_at)
        values (${admin.user.companyId}, 901, 'closed', ${ana}, now() - interval '2 days'),
          (${admin.user.companyId}, 902, 'closed', ${caio}, now() - interval '90 days')
        returning company_id, id, contact_id)
      insert into ticket_tags (company_id, ticket_id, tag_id) select company_id, id, ${tag.id} from t where contact_id = ${caio}`);
    return { tag: tag.id, ana, bia, caio };
  }
  const names = async (id: number) => (await itemsOf(id)).map(({ name }) => name);

  test('fills a list by tag, by last contact and by custom field, and says before how many it finds', async () => {
    const { tag } = await givenContacts();
    const filters = [
      [{ tags: [tag] }, ['Caio']],
      [{ lastContact: { wrote: 'within', days: 30 } }, ['Ana']],
      [{ lastContact: { wrote: 'before', days: 30 } }, ['Caio']],
      [{ field: { name: 'cidade', value: 'BLUMENAU' } }, ['Ana', 'Bia']],
      [{ field: { name: 'Cidade' } }, ['Ana', 'Bia', 'Caio']],
      [{ tags: [tag], field: { name: 'Cidade', value: 'Blumenau' } }, []],
    ] as const;
    for (const [filter, found] of filters) {
      const given = { ...filter, tags: [...('tags' in filter ? filter.tags : [])] };
      expect(await admin.call('POST /v1/contact-lists/count', { body: { filter: given } })).toEqual({ count: found.length });
      const { id } = await newList({ body: { name: 'Filtrada', filter: given } });
      await until(async () => !(await listOf(id)).syncing);
      expect(await names(id)).toEqual(found);
    }
    await expect(newList({ body: { name: 'Todos', filter: { tags: [] } } })).rejects.toMatchObject({ error: 'ERR_LIST_FILTER' });
  });

  test('is followed by a list in step, which people cannot fill; a frozen one stays as it was made', async () => {
    const { ana, bia } = await givenContacts();
    const filter = { tags: [], field: { name: 'Cidade', value: 'Blumenau' } };
    const following = await newList({ body: { name: 'Acompanha', filter, inStep: true } });
    const frozen = await newList({ body: { name: 'Congelada', filter } });
    await until(async () => (await listOf(following.id)).syncedAt !== null && (await listOf(frozen.id)).syncedAt !== null);
    const move = (contactId: number | undefined, value: string) =>
      admin.call('PUT /contacts/:contactId', { params: { contactId: contactId ?? 0 }, body: { extraInfo: [{ name: 'Cidade', value }] } });
    await move(ana, 'Itajaí');
    await admin.call('DELETE /contacts/:contactId', { params: { contactId: bia ?? 0 } });
    await admin.call('POST /contacts', {
      body: { name: 'Dora', number: '5511987650209', extraInfo: [{ name: 'cidade', value: 'blumenau' }] },
    });
    await inDb(sql`update contact_lists set synced_at = now() - interval '1 hour'`);
    await followBehind(world.app.base);
    await until(async () => (await names(following.id)).includes('Dora'));
    await settled();
    expect(await names(following.id)).toEqual(['Dora']);
    expect(await names(frozen.id)).toEqual(['Ana', 'Bia']);
    await expect(add(following.id, 'Eva', '5511987650210')).rejects.toMatchObject({ error: 'ERR_LIST_FOLLOWS_FILTER' });
    await admin.call('PUT /contact-lists/:contactListId', { params: { contactListId: following.id }, body: { inStep: false } });
    await add(following.id, 'Eva', '5511987650210');
    expect(await names(following.id)).toEqual(['Dora', 'Eva']);
  });
});
