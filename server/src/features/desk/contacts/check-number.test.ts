// A number is looked up on WhatsApp before a contact or a conversation begins with it, where the connection can do that.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import { type Address, type Channel, SendFailure } from '../../../gateways/whatsapp/port.ts';
import { asSystem, type Outside } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { openTicket } from '../tickets/actions/open-ticket.ts';
import { createContact, updateContact } from './actions/change-contact.ts';
import { recogniseContact } from './actions/recognise.ts';
import { contacts } from './feature.ts';
import { showContact } from './reads.ts';

let world: TestCompany;
let ctx: Outside;
let connectionId: number;
/** What WhatsApp says of a number. */
let says: (number: string) => Address[] | null | SendFailure;
let asked: string[];

beforeAll(async () => {
  world = await createTestCompany({
    features: [contacts],
    gateways: (made) => ({ ...made, channel: (kind) => (kind === 'whatsapp_web' ? telephone(made.channel(kind)) : made.channel(kind)) }),
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  ctx = await world.another();
  connectionId = await addConnection();
  asked = [];
});

function telephone(channel: Channel): Channel {
  return {
    ...channel,
    checkNumber: async (_account, number) => {
      asked.push(number);
      const answer = says(number);
      if (answer instanceof SendFailure) throw answer;
      return answer;
    },
  };
}

let keys = 0;
async function addConnection(): Promise<number> {
  const { rows } = await transaction(ctx, ({ db, companyId }) =>
    sql<{ id: number }>`insert into connections (company_id, name, channel, webhook_key, status, is_default)
      values (${companyId}, ${`Loja ${++keys}`}, 'whatsapp_web', ${`key-${companyId}-${keys}`}, 'CONNECTED', true) returning id`.execute(
      db,
    ),
  );
  return rows[0]?.id ?? 0;
}
const change = (to: { status: 'CONNECTED' | 'DISCONNECTED' } | { channel: 'simulator' }) =>
  transaction(ctx, ({ db, companyId }) =>
    db.updateTable('connections').set(to).where('company_id', '=', companyId).where('id', '=', connectionId).execute(),
  );

const goesAway = () => {
  says = () => new SendFailure('retry', 'connection_down', 'gone');
};

const number = '5531987654321';
const pn: Address = { kind: 'wa_pn', value: '553187654321' };
const lid: Address = { kind: 'wa_lid', value: '77' };
const create = (name = 'Ana') => createContact(ctx, { name, number: '(31) 98765-4321' });
const known = async (id: number) => (await showContact(ctx, id)).identities.map(({ kind, value }) => `${kind}:${value}`).sort();

describe('a new contact', () => {
  test('is known from the start by the addresses behind its number', async () => {
    says = () => [pn, lid];
    const { id } = await create();
    expect(asked).toEqual([number]);
    expect(await known(id)).toEqual([`phone:${number}`, 'wa_lid:77', `wa_pn:${pn.value}`]);
    const written = await transaction(ctx, (ctx) => recogniseContact(ctx, { connectionId, addresses: [lid], name: null, isGroup: false }));
    expect(written).toMatchObject({ id, created: false });
  });

  test('whose number is not on WhatsApp is refused', async () => {
    says = () => null;
    await expect(create()).rejects.toMatchObject({ code: 'ERR_WAPP_INVALID_CONTACT' });
  });

  test('is not added while WhatsApp does not answer', async () => {
    says = () => new SendFailure('retry', 'rate_limited', 'slow down');
    await expect(create()).rejects.toMatchObject({ code: 'ERR_WAPP_CHECK_CONTACT' });
  });

  test.each([
    ['the connection just went away', goesAway],
    ['none is connected', () => change({ status: 'DISCONNECTED' })],
    ['the channel cannot tell', () => change({ channel: 'simulator' })],
  ])('is added unchecked when %s', async (_why, prepare) => {
    says = () => null;
    await prepare();
    expect(await known((await create()).id)).toEqual([`phone:${number}`]);
  });

  test('that exists already is said so without asking', async () => {
    says = () => [pn];
    const { id } = await create();
    await expect(create('Outra')).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT', details: { contactId: id } });
    expect(asked).toHaveLength(1);
  });

  test('turns out to be a contact whose number was hidden', async () => {
    says = () => [pn, lid];
    const hidden = await transaction(ctx, (ctx) =>
      recogniseContact(ctx, { connectionId, addresses: [lid], name: 'aninha', isGroup: false }),
    );
    expect(await create('Ana Lima')).toMatchObject({ id: hidden.id, name: 'Ana Lima', number });
    expect(await known(hidden.id)).toEqual([`phone:${number}`, 'wa_lid:77', `wa_pn:${pn.value}`]);
  });
});

describe('another number of a contact', () => {
  const next = '5531988881111';
  const nextPn: Address = { kind: 'wa_pn', value: '553188881111' };
  const change = (id: number, number = '(31) 98888-1111') => updateContact(ctx, id, { number });

  test('is looked up, and answers go to the address behind it', async () => {
    says = () => [pn, lid];
    const { id } = await create();
    says = () => [nextPn];
    expect(await change(id)).toMatchObject({ number: next });
    expect(asked).toEqual([number, next]);
    expect(await known(id)).toEqual([`phone:${next}`, 'wa_lid:77', `wa_pn:${nextPn.value}`]);
  });

  test('takes the hidden number that WhatsApp has for it in place of the former one', async () => {
    says = () => [pn, lid];
    const { id } = await create();
    says = () => [nextPn, { kind: 'wa_lid', value: '88' }];
    await change(id);
    expect(await known(id)).toEqual([`phone:${next}`, 'wa_lid:88', `wa_pn:${nextPn.value}`]);
    goesAway();
    await change(id, '(31) 98765-4321');
    expect(await known(id)).toEqual([`phone:${number}`, 'wa_lid:88']);
  });

  test('that is not on WhatsApp, or cannot be checked, is refused, and nothing is changed', async () => {
    says = () => [pn];
    const { id } = await create();
    says = () => null;
    await expect(change(id)).rejects.toMatchObject({ code: 'ERR_WAPP_INVALID_CONTACT' });
    says = () => new SendFailure('retry', 'rate_limited', 'slow down');
    await expect(change(id)).rejects.toMatchObject({ code: 'ERR_WAPP_CHECK_CONTACT' });
    expect(await known(id)).toEqual([`phone:${number}`, `wa_pn:${pn.value}`]);
  });

  test('that another contact has is said so without asking', async () => {
    says = () => [pn];
    const { id } = await create();
    says = () => [nextPn];
    const other = await createContact(ctx, { name: 'Rui', number: next });
    await expect(change(id)).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT', details: { contactId: other.id } });
    expect(asked).toEqual([number, next]);
  });

  test('is not looked up when it stays the same', async () => {
    says = () => [pn];
    const { id } = await create();
    await updateContact(ctx, id, { name: 'Ana Lima', number: '(31) 98765-4321' });
    await updateContact(ctx, id, { email: 'ana@exemplo.com.br' });
    expect(asked).toEqual([number]);
  });
});

describe('a new conversation', () => {
  const added = async () => {
    await change({ status: 'DISCONNECTED' });
    const { id } = await create();
    await change({ status: 'CONNECTED' });
    return id;
  };

  test('with a number never looked up looks it up, once', async () => {
    const contactId = await added();
    says = () => [pn];
    expect(await openTicket(asSystem(ctx, ctx.companyId), { contactId, whatsappId: connectionId })).toMatchObject({
      contactId,
      status: 'pending',
    });
    expect(await known(contactId)).toEqual([`phone:${number}`, `wa_pn:${pn.value}`]);
    await expect(openTicket(asSystem(ctx, ctx.companyId), { contactId, whatsappId: connectionId })).rejects.toMatchObject({
      code: 'ERR_OTHER_OPEN_TICKET',
    });
    expect(asked).toEqual([number]);
  });

  test('with a number that is not on WhatsApp is refused; one that nobody can tell of is not', async () => {
    const contactId = await added();
    says = () => null;
    await expect(openTicket(asSystem(ctx, ctx.companyId), { contactId })).rejects.toMatchObject({ code: 'ERR_WAPP_INVALID_CONTACT' });
    says = () => new SendFailure('retry', 'network', 'no answer');
    expect(await openTicket(asSystem(ctx, ctx.companyId), { contactId })).toMatchObject({ contactId });
  });
});
