import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Outside } from '../../../platform/context.ts';
import { reading, transaction } from '../../../platform/db/transaction.ts';
import { saveContactField } from './actions/about-contact.ts';
import { createContact, deleteContact, updateContact } from './actions/change-contact.ts';
import { linkIdentities, recogniseContact } from './actions/recognise.ts';
import { contacts } from './feature.ts';
import { contactCards, findContact, type Identity, listAllContacts, listContacts, replyAddress, showContact } from './reads.ts';

let world: TestCompany;
let ctx: Outside;
let connectionId: number;

beforeAll(async () => {
  world = await createTestCompany({ features: [contacts] });
});
afterAll(() => world.close());
beforeEach(async () => {
  ctx = await world.another();
  connectionId = await addConnection(ctx);
  world.told.length = 0;
});

async function addConnection(ctx: Outside): Promise<number> {
  const { rows } = await transaction(ctx, ({ db, companyId }) =>
    sql<{
      id: number;
    }>`insert into connections (company_id, name, channel, webhook_key) values (${companyId}, 'Loja', 'simulator', ${`key-${companyId}`}) returning id`.execute(
      db,
    ),
  );
  return rows[0]?.id ?? 0;
}

const recognise = (addresses: Identity[], name: string | null = null, isGroup = false) =>
  transaction(ctx, (ctx) => recogniseContact(ctx, { connectionId, addresses, name, isGroup }));
const address = (id: number, channel: ConnectionChannel = 'simulator') => reading(ctx, (ctx) => replyAddress(ctx, id, channel));
const list = (query: Partial<Parameters<typeof listContacts>[1]> = {}) => listContacts(ctx, { pageNumber: 1, searchParam: '', ...query });
const pn = (value: string): Identity => ({ kind: 'wa_pn', value });
const lid = (value: string): Identity => ({ kind: 'wa_lid', value });
const told = () => world.told.map(({ event, payload }) => [event, 'action' in payload ? payload.action : null]);

describe('what people do', () => {
  test('a contact has so many extra fields and no more; those that are there are still changed', async () => {
    const { id } = await createContact(ctx, { name: 'Helena', number: '5548991230500', email: '' });
    await transaction(ctx, ({ db, companyId }) =>
      sql`insert into contact_fields (company_id, contact_id, name, value) select ${companyId}, ${id}, 'Campo ' || n, 'x' from generate_series(1, 499) n`.execute(
        db,
      ),
    );
    const { extraInfo } = await saveContactField(ctx, id, { name: 'Pedido', value: '1' });
    expect(extraInfo).toHaveLength(500);
    await expect(saveContactField(ctx, id, { name: 'Outro', value: '2' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    await saveContactField(ctx, id, { id: extraInfo.at(-1)?.id, name: 'Pedido', value: '2' });
  });

  test('a contact gets the canonical number and keeps its extra fields', async () => {
    const made = await createContact(ctx, {
      name: 'Ana Lima',
      number: '(31) 8765-4321',
      email: 'ana@exemplo.com',
      extraInfo: [{ id: undefined, name: 'CPF', value: '1' }],
    });
    expect(made).toMatchObject({
      name: 'Ana Lima',
      number: '5531987654321',
      email: 'ana@exemplo.com',
      isGroup: false,
      companyId: ctx.companyId,
      profilePicUrl: '',
      whatsapp: null,
    });
    expect(made.identities).toEqual([{ kind: 'phone', value: '5531987654321' }]);
    expect(told()).toEqual([['contact', 'create']]);

    const [cpf] = made.extraInfo;
    const changed = await updateContact(ctx, made.id, {
      extraInfo: [
        { id: cpf?.id, name: 'CPF', value: '2' },
        { name: 'Cidade', value: 'Betim' },
      ],
    });
    expect(changed.extraInfo).toEqual([
      { id: cpf?.id, name: 'CPF', value: '2' },
      { id: expect.any(Number), name: 'Cidade', value: 'Betim' },
    ]);
    const fewer = await updateContact(ctx, made.id, { extraInfo: changed.extraInfo.slice(1) });
    expect(fewer.extraInfo).toEqual(changed.extraInfo.slice(1));
    expect(fewer.name).toBe('Ana Lima');
  });

  test('one number is one contact, in all its forms', async () => {
    const ana = await createContact(ctx, { name: 'Ana', number: '31987654321' });
    const again = createContact(ctx, { name: 'Outra', number: '+55 31 8765-4321' });
    await expect(again).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT', details: { contactId: ana.id } });
    const rui = await createContact(ctx, { name: 'Rui', number: '31912345678' });
    await expect(updateContact(ctx, rui.id, { number: '(31) 98765-4321' })).rejects.toMatchObject({
      code: 'ERR_DUPLICATED_CONTACT',
      details: { contactId: ana.id },
    });
    const other = await world.another();
    expect(await createContact(other, { name: 'Ana', number: '31987654321' })).toMatchObject({ number: ana.number });
  });

  test('of many at once for one number one succeeds', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => createContact(ctx, { name: `Ana ${i}`, number: i % 2 ? '3187654321' : '31987654321' })),
    );
    const made = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(made).toHaveLength(1);
    for (const each of all) {
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'ERR_DUPLICATED_CONTACT', details: { contactId: made[0]?.id } });
    }
  });

  test('what is no number is refused, naming the field', async () => {
    await expect(createContact(ctx, { name: 'Ana', number: '98765-4321' })).rejects.toMatchObject({
      code: 'ERR_INVALID_NUMBER',
      issues: [{ path: 'body.number' }],
    });
    const ana = await createContact(ctx, { name: 'Ana', number: '31987654321' });
    await expect(updateContact(ctx, ana.id, { number: '' })).rejects.toMatchObject({ code: 'ERR_INVALID_NUMBER' });
  });

  test('a new number replaces all forms of the old one', async () => {
    const { id } = await recognise([pn('553187654321'), lid('77')], 'Ana');
    await updateContact(ctx, id, { number: '31 91234-5678' });
    expect((await showContact(ctx, id)).identities).toEqual(
      expect.arrayContaining([
        { kind: 'wa_lid', value: '77' },
        { kind: 'phone', value: '5531912345678' },
      ]),
    );
    expect(await address(id)).toEqual(lid('77'));
    expect((await recognise([pn('553187654321')])).id).not.toBe(id);
  });

  test('an odd number that a provider gave survives being sent back', async () => {
    const { id } = await recognise([pn('12345')], 'Operadora');
    expect(await updateContact(ctx, id, { name: 'Minha operadora', number: '12345' })).toMatchObject({
      number: '12345',
      name: 'Minha operadora',
    });
  });

  test('removing takes everything along, and is noted', async () => {
    const { id } = await createContact(ctx, { name: 'Ana', number: '31987654321', extraInfo: [{ name: 'CPF', value: '1' }] });
    world.told.length = 0;
    await deleteContact(ctx, id);
    expect(told()).toEqual([['contact', 'delete']]);
    await expect(showContact(ctx, id)).rejects.toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' });
    const { rows } = await transaction(ctx, ({ db, companyId }) =>
      sql`select verb, subject, actor_name from audit_log where company_id = ${companyId}`.execute(db),
    );
    expect(rows).toEqual([{ verb: 'contact.deleted', subject: String(id), actor_name: 'Administradora' }]);
    expect(await createContact(ctx, { name: 'Ana', number: '31987654321' })).toMatchObject({ extraInfo: [] });
  });

  test("another company's contact is not there", async () => {
    const { id } = await createContact(ctx, { name: 'Ana', number: '31987654321' });
    const other = await world.another();
    const missing = { code: 'ERR_NO_CONTACT_FOUND' };
    await expect(showContact(other, id)).rejects.toMatchObject(missing);
    await expect(updateContact(other, id, { name: 'Roubada' })).rejects.toMatchObject(missing);
    await expect(deleteContact(other, id)).rejects.toMatchObject(missing);
    expect(await reading(other, (ctx) => findContact(ctx, id))).toBeNull();
    expect((await reading(other, (ctx) => contactCards(ctx, [id]))).size).toBe(0);
    expect((await reading(ctx, (ctx) => contactCards(ctx, [id, 999]))).get(id)).toMatchObject({ name: 'Ana' });
  });
});

describe('who writes', () => {
  test('a stranger becomes a contact, called what is known', async () => {
    expect(await recognise([pn('553187654321')], ' Ana ')).toMatchObject({ name: 'Ana', number: '5531987654321', created: true });
    expect(await recognise([pn('5531912345678')])).toMatchObject({ name: '5531912345678', number: '5531912345678', created: true });
    expect(await recognise([lid('77')])).toMatchObject({ name: 'Número oculto', number: '', created: true });
    expect(await recognise([{ kind: 'group', value: '1203@g.us' }], 'Turma', true)).toMatchObject({
      name: 'Turma',
      number: '',
      created: true,
    });
    expect(told()).toEqual(Array(4).fill(['contact', 'create']));
  });

  test('who is known is told about once, and nothing is announced when nothing is new', async () => {
    const first = await recognise([pn('553187654321'), lid('77')], 'Ana');
    world.told.length = 0;
    for (const addresses of [[pn('553187654321')], [lid('77')], [lid('77'), pn('553187654321')]]) {
      expect(await recognise(addresses, 'Ana')).toEqual({ ...first, created: false });
    }
    expect(world.told).toEqual([]);
  });

  test('both forms of a Brazilian mobile are one person, answered in the form used last', async () => {
    const { id } = await recognise([pn('5531987654321')]);
    expect(await address(id)).toEqual(pn('5531987654321'));
    world.clock.set('2026-03-10T15:01:00Z');
    expect((await recognise([pn('553187654321')])).id).toBe(id);
    expect(await address(id)).toEqual(pn('553187654321'));
    world.clock.set('2026-03-10T15:02:00Z');
    expect((await recognise([pn('5531987654321')])).id).toBe(id);
    expect(await address(id)).toEqual(pn('5531987654321'));
  });

  test('who was added by a person is recognised and keeps the given name', async () => {
    const ana = await createContact(ctx, { name: 'Ana do financeiro', number: '31987654321' });
    world.told.length = 0;
    expect(await recognise([pn('553187654321')], 'aninha')).toEqual({
      id: ana.id,
      name: 'Ana do financeiro',
      number: '5531987654321',
      created: false,
      same: [],
    });
    expect(world.told).toEqual([]);
    expect(await address(ana.id)).toEqual(pn('553187654321'));
  });

  test('the profile name follows the channel until a person gives another', async () => {
    const { id } = await recognise([pn('5531987654321')]);
    expect(await recognise([pn('5531987654321')], 'Ana')).toMatchObject({ name: 'Ana' });
    expect(await recognise([pn('5531987654321')])).toMatchObject({ name: 'Ana' });
    expect(told()).toEqual([
      ['contact', 'create'],
      ['contact', 'update'],
    ]);
    await updateContact(ctx, id, { name: 'Ana Lima' });
    expect(await recognise([pn('5531987654321')], 'aninha')).toMatchObject({ name: 'Ana Lima' });
  });

  test('a hidden person who shows the number stays the same contact', async () => {
    const { id } = await recognise([lid('77')]);
    expect(await recognise([lid('77'), pn('5531987654321')])).toEqual({
      id,
      name: '5531987654321',
      number: '5531987654321',
      created: false,
      same: [],
    });
    expect((await recognise([pn('5531987654321')])).id).toBe(id);
    expect(await address(id)).toEqual(pn('5531987654321'));
    expect(await address(id, 'whatsapp_web')).toEqual(lid('77'));
  });

  test('two contacts that turn out to be one: the one with the number goes on', async () => {
    const hidden = await recognise([lid('77')]);
    const ana = await recognise([pn('5531987654321')], 'Ana');
    expect((await recognise([lid('77'), pn('5531987654321')], 'Ana')).id).toBe(ana.id);
    expect((await recognise([lid('77')])).id).toBe(hidden.id);
  });

  test('fifty messages of a stranger at once make one contact', async () => {
    const forms = [
      [pn('553187654321')],
      [pn('5531987654321'), lid('77')],
      [lid('77'), pn('553187654321')],
      [pn('553187654321'), { kind: 'wa_bsuid', value: 'BR.1' } as const],
    ];
    const all = await Promise.all(Array.from({ length: 50 }, (_, i) => recognise(forms[i % forms.length] ?? [], 'Ana')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    expect((await list()).count).toBe(1);
    expect(told().filter(([, action]) => action === 'create')).toHaveLength(1);
    const { identities } = await showContact(ctx, all[0]?.id ?? 0);
    expect(identities.map(({ kind, value }) => `${kind}:${value}`).sort()).toEqual([
      'phone:5531987654321',
      'wa_bsuid:BR.1',
      'wa_lid:77',
      'wa_pn:553187654321',
      'wa_pn:5531987654321',
    ]);
  });

  test('people and channels adding the same person at once make one contact', async () => {
    const all = await Promise.allSettled(
      Array.from(
        { length: 20 },
        (_, i): Promise<{ id: number }> =>
          i % 2 ? recognise([pn('553187654321')], 'Ana') : createContact(ctx, { name: 'Ana Lima', number: '31987654321' }),
      ),
    );
    expect((await list()).count).toBe(1);
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'ERR_DUPLICATED_CONTACT' });
  });

  test('a changed number moves the contact, and the old number is free for somebody else', async () => {
    const { id } = await recognise([pn('553187654321')], 'Ana');
    await transaction(ctx, (ctx) => linkIdentities(ctx, pn('553187654321'), [pn('5531912345678')]));
    expect(await showContact(ctx, id)).toMatchObject({ name: 'Ana', number: '5531912345678' });
    expect(await address(id)).toEqual(pn('5531912345678'));
    expect(await recognise([pn('553187654321')], 'Rui')).toMatchObject({ name: 'Rui', created: true });
    await transaction(ctx, (ctx) => linkIdentities(ctx, pn('5599999999999'), [pn('5531900000000')]));
    expect((await list()).count).toBe(2);
  });

  test('a changed id of the provider is learnt and the old one let go', async () => {
    const { id } = await recognise([{ kind: 'wa_bsuid', value: 'BR.1' }], 'Ana');
    await transaction(ctx, (ctx) => linkIdentities(ctx, { kind: 'wa_bsuid', value: 'BR.1' }, [{ kind: 'wa_bsuid', value: 'BR.2' }]));
    expect(await address(id)).toEqual({ kind: 'wa_bsuid', value: 'BR.2' });
    expect((await recognise([{ kind: 'wa_bsuid', value: 'BR.1' }])).id).not.toBe(id);
  });
});

describe('lists', () => {
  const names = (found: { contacts: { name: string }[] }) => found.contacts.map(({ name }) => name);

  test('come by name, thirty a page, with their number', async () => {
    for (let i = 0; i < 31; i++)
      await createContact(ctx, { name: `${i % 2 ? 'c' : 'C'}liente ${String(i).padStart(2, '0')}`, number: `319${10_000_000 + i}` });
    const first = await list();
    expect(names(first)).toEqual(Array.from({ length: 30 }, (_, i) => `${i % 2 ? 'c' : 'C'}liente ${String(i).padStart(2, '0')}`));
    expect(first).toMatchObject({ count: 31, hasMore: true });
    expect(await list({ pageNumber: 2 })).toMatchObject({ contacts: [{ name: 'Cliente 30' }], count: 31, hasMore: false });
    expect(await list({ pageNumber: 2, searchParam: 'cliente' })).toMatchObject({
      contacts: [{ name: 'Cliente 30' }],
      count: 31,
      hasMore: false,
    });
    expect(await list({ pageNumber: 3, searchParam: 'cliente' })).toEqual({ contacts: [], count: 31, hasMore: false });
    expect(await listAllContacts(ctx, undefined)).toHaveLength(31);
    expect((await listAllContacts(ctx, 'LIENTE 07')).map(({ name }) => name)).toEqual(['cliente 07']);
  });

  test('find parts of names and numbers, whatever the accents', async () => {
    await createContact(ctx, { name: 'João Ávila', number: '31987654321' });
    await createContact(ctx, { name: '100% Limpo_a\\b', number: '11912345678' });
    await createContact(ctx, { name: '100x LimpoXa', number: '11912345679' });
    expect(names(await list({ searchParam: 'joao av' }))).toEqual(['João Ávila']);
    expect(names(await list({ searchParam: '(31) 98765' }))).toEqual(['João Ávila']);
    expect(names(await list({ searchParam: '100%' }))).toEqual(['100% Limpo_a\\b']);
    expect(names(await list({ searchParam: 'po_a' }))).toEqual(['100% Limpo_a\\b']);
    expect(names(await list({ searchParam: 'a\\b' }))).toEqual(['100% Limpo_a\\b']);
    expect(names(await list({ searchParam: 'JO' }))).toEqual(['João Ávila']);
    expect(names(await list({ searchParam: '5531'.slice(0, 2) }))).toHaveLength(3);
    expect(await list({ searchParam: '%' })).toEqual({ contacts: [], count: 0, hasMore: false });
    expect(names(await list({ searchParam: 'nobody' }))).toEqual([]);
  });

  test('are filtered by the day in the time zone of the company', async () => {
    world.clock.set('2026-03-10T02:59:59Z');
    await createContact(ctx, { name: 'Segunda', number: '31900000001' });
    world.clock.set('2026-03-10T03:00:00Z');
    await createContact(ctx, { name: 'Terça', number: '31900000002' });
    world.clock.set('2026-03-11T02:59:59Z');
    await createContact(ctx, { name: 'Terça tarde', number: '31900000003' });
    expect(names(await list({ date: '2026-03-10' }))).toEqual(['Terça', 'Terça tarde']);
    expect(names(await list({ dateStart: '2026-03-09', dateEnd: '2026-03-09' }))).toEqual(['Segunda']);
    expect(await list({ dateStart: '2026-03-09' })).toMatchObject({ count: 3 });
    expect(await list({ dateEnd: '2026-03-08' })).toMatchObject({ count: 0 });
  });

  test('never show what belongs to others', async () => {
    await createContact(ctx, { name: 'Ana Lima', number: '31987654321' });
    const other = await world.another();
    expect(await listContacts(other, { pageNumber: 1, searchParam: 'ana' })).toMatchObject({ contacts: [], count: 0 });
    expect(await listAllContacts(other, 'An')).toEqual([]);
  });
});
