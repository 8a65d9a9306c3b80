import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, heard, signIn } from '../../../../test/client.ts';
import { givenUser } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
let admin: Client;
let agent: Client;

beforeAll(async () => {
  world = await createWorld();
  admin = await signIn(world.url, world.operator.email, world.operator.password);
  agent = await givenUser(world.url, admin, { name: 'Bia Nunes' });
});
afterAll(() => world.close());

describe('contacts over HTTP', () => {
  test('an agent adds one from a masked form, and every browser hears it', async () => {
    const socket = await agent.socket();
    const news = heard<{ action: string; contact: { name: string } }>(socket, `company-${admin.user.companyId}-contact`);
    const made = await agent.call('POST /contacts', {
      body: { name: 'Ana Lima', number: '(48) 99999-0001', email: '', extraInfo: [{ name: 'CPF', value: '1' }] },
    });
    expect(made).toMatchObject({ name: 'Ana Lima', number: '5548999990001', email: '' });
    expect(await news).toMatchObject({ action: 'create', contact: { name: 'Ana Lima' } });
    socket.close();

    // A form that was filled from an answer comes back whole.
    const back = await agent.call('PUT /contacts/:contactId', { params: { contactId: made.id }, body: { ...made, name: 'Ana de Lima' } });
    expect(back).toEqual({ ...made, name: 'Ana de Lima', updatedAt: expect.any(String) });
    expect(await agent.call('GET /contacts/:contactId', { params: { contactId: made.id } })).toEqual(back);
    expect(await agent.call('GET /contacts', { query: { searchParam: 'ana de', pageNumber: '1' } })).toMatchObject({
      count: 1,
      hasMore: false,
      contacts: [{ id: made.id }],
    });
    expect(await agent.call('GET /contacts/list', { query: { name: 'lima' } })).toMatchObject([{ id: made.id }]);
  });

  test('refusals name the reason', async () => {
    const { id } = await agent.call('POST /contacts', { body: { name: 'Rui', number: '48999990002' } });
    await expect(agent.call('POST /contacts', { body: { name: 'Rui', number: '+55 48 9999-0002' } })).rejects.toMatchObject({
      status: 400,
      error: 'ERR_DUPLICATED_CONTACT',
      body: { details: { contactId: id } },
    });
    await expect(agent.call('POST /contacts', { body: { name: 'Rui', number: '9999-0002' } })).rejects.toMatchObject({
      status: 400,
      error: 'ERR_INVALID_NUMBER',
      body: { issues: [{ path: 'body.number', code: 'phone' }] },
    });
    await expect(agent.call('GET /contacts/:contactId', { params: { contactId: 999_999 } })).rejects.toMatchObject({
      status: 404,
      error: 'ERR_NO_CONTACT_FOUND',
    });
  });

  test('fields of the filter that were left empty are no filter', async () => {
    const all = await agent.call('GET /contacts');
    expect(await agent.call('GET /contacts', { query: { date: '', dateStart: '', dateEnd: '' } })).toEqual(all);
    expect(await agent.call('GET /contacts', { query: { date: '', dateStart: '2099-01-01' } })).toMatchObject({ contacts: [], count: 0 });
  });

  test('are listed in the order of the Portuguese alphabet, also in a search', async () => {
    const names = ['Zilda Órfã', 'ícaro Órfã', 'Iara Órfã', 'Ícaro Órfã', 'Ana Órfã', 'Álvaro Órfã', 'Ibere Órfã'];
    for (const [at, name] of names.entries()) await admin.call('POST /contacts', { body: { name, number: `55489777700${10 + at}` } });
    const listed = async (searchParam: string) =>
      (await admin.call('GET /contacts', { query: { searchParam } })).contacts
        .map(({ name }) => name)
        .filter((name) => names.includes(name));
    const ordered = ['Álvaro Órfã', 'Ana Órfã', 'Iara Órfã', 'Ibere Órfã', 'ícaro Órfã', 'Ícaro Órfã', 'Zilda Órfã'];
    expect(await listed('')).toEqual(ordered);
    expect(await listed('orfa')).toEqual(ordered);
  });

  test('are found by agents as by admins, by a number as people write it, whatever accents are typed, and of a day', async () => {
    const { id, createdAt } = await admin.call('POST /contacts', { body: { name: 'Inês Brandão', number: '48977712345' } });
    const wanted = { contacts: [{ id }], count: 1 };
    for (const one of [agent, admin])
      for (const searchParam of ['(48) 97771-2345', '+55 48 97771.2345', 'ines brandao', 'INÊS BRÁNDÃO', 'ês bran'])
        expect(await one.call('GET /contacts', { query: { searchParam } }), searchParam).toMatchObject(wanted);
    const date = new Date(createdAt).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' });
    expect(await agent.call('GET /contacts', { query: { searchParam: 'ines', date } })).toMatchObject(wanted);
    expect(await agent.call('GET /contacts', { query: { searchParam: 'ines', date: '2020-02-02' } })).toMatchObject({
      contacts: [],
      count: 0,
    });
  });

  test('only admins remove', async () => {
    const { id: contactId } = await agent.call('POST /contacts', { body: { name: 'Eva', number: '48999990003' } });
    await expect(agent.call('DELETE /contacts/:contactId', { params: { contactId } })).rejects.toMatchObject({
      status: 403,
      error: 'ERR_NO_PERMISSION',
    });
    expect(await admin.call('DELETE /contacts/:contactId', { params: { contactId } })).toEqual({ message: 'Contact deleted' });
    await expect(agent.call('GET /contacts/:contactId', { params: { contactId } })).rejects.toMatchObject({ status: 404 });
  });
});
