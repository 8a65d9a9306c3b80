// Who does not want to be written to: what customers say, what people note, and what sheets bring.
import type { PayloadOf } from '@balcao/contract';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, call, heard, until } from '../../../../test/client.ts';
import { givenCompany, givenUser } from '../../../../test/people.ts';
import { givenCustomer, jobsDone } from '../../../../test/phone.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { asSystem, mintCompanyId } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { mustBeIn, optedOutNumbers } from './reads.ts';

let world: World;
let admin: Client;
let whatsappId: number;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await givenCompany(world.url);
  whatsappId = (await admin.call('POST /whatsapp', { body: { name: 'Telefone', channel: 'simulator', greetingMessage: 'Olá!' } })).id;
});

const settled = () => jobsDone(world);
const customer = () => givenCustomer(admin, whatsappId, 'Lia Ramos');
const change = (settingKey: string, value: string) => admin.call('PUT /settings/:settingKey', { params: { settingKey }, body: { value } });

async function contactOf(number: string): Promise<number> {
  const [found] = (await admin.call('GET /contacts', { query: { searchParam: number } })).contacts;
  return found?.id ?? 0;
}
const consentOf = (contactId: number, client = admin) => client.call('GET /v1/contacts/:contactId/consent', { params: { contactId } });
const note = (contactId: number, state: 'out' | 'in', words: string, client = admin) =>
  client.call('POST /v1/contacts/:contactId/consent', { params: { contactId }, body: { state, words } });
const inCompany = <T>(work: Parameters<typeof reading<T>>[1]) =>
  reading(asSystem(world.app.base, mintCompanyId(admin.user.companyId)), work);

describe('a customer', () => {
  test('who writes the word alone is out, told so once, and not answered by the bot', async () => {
    const lia = customer();
    const socket = await admin.socket();
    const news = heard<PayloadOf<'consent'>>(socket, `company-${admin.user.companyId}-consent`, (told) => told.action === 'update', 20_000);
    await lia.says('Bom dia');
    await settled();
    await lia.says(' Sáir! ');
    await settled();
    await lia.says('SAIR');
    await settled();
    const texts = await lia.heard();
    expect(texts.filter((text) => text.includes('VOLTAR'))).toEqual([
      'Pronto! Você não receberá mais as nossas mensagens de divulgação. Se mudar de ideia, responda VOLTAR.',
    ]);
    expect(texts).toHaveLength(2);
    const contactId = await contactOf(lia.number);
    const consent = await consentOf(contactId);
    expect(consent).toMatchObject({ optedOut: true, ownWord: true, backWord: 'VOLTAR' });
    expect(consent.entries).toMatchObject([{ state: 'out', words: 'Sáir!', source: 'customer', number: lia.number, userName: null }]);
    expect(await news).toMatchObject({ consent: { contactId, optedOut: true } });
    socket.close();
    await expect(inCompany((ctx) => mustBeIn(ctx, contactId))).rejects.toMatchObject({ code: 'ERR_CONTACT_OPTED_OUT' });
    expect(await inCompany((ctx) => optedOutNumbers(ctx, [lia.number, '5511900000000']))).toEqual(new Set([lia.number]));
  });

  test('comes back by their own word, which is any other word to somebody who is in', async () => {
    const lia = customer();
    await lia.says('sair');
    await settled();
    const contactId = await contactOf(lia.number);
    await lia.says('voltar');
    await settled();
    expect(await lia.heard()).toContain('Pronto! Você voltou a receber as nossas mensagens.');
    expect(await consentOf(contactId)).toMatchObject({ optedOut: false, entries: [{ state: 'in' }, { state: 'out' }] });
    await lia.says('voltar');
    await settled();
    expect((await lia.heard()).at(-1)).toBe('Olá!');
    expect((await consentOf(contactId)).entries).toHaveLength(2);
  });

  test('says the words of their company', async () => {
    await change('optOutWords', 'PARAR, não quero');
    await change('optInWord', 'Quero');
    const lia = customer();
    await lia.says('SAIR');
    await settled();
    const contactId = await contactOf(lia.number);
    expect((await consentOf(contactId)).optedOut).toBe(false);
    await lia.says('NAO QUERO');
    await settled();
    expect((await lia.heard()).at(-1)).toContain('responda QUERO');
    expect((await consentOf(contactId)).optedOut).toBe(true);
  });

  test('stays out when their contact is removed and comes again', async () => {
    const lia = customer();
    await lia.says('sair');
    await settled();
    const contactId = await contactOf(lia.number);
    await admin.call('DELETE /contacts/:contactId', { params: { contactId } });
    const again = await admin.call('POST /contacts', { body: { name: 'Lia de novo', number: lia.number } });
    expect(await consentOf(again.id)).toMatchObject({ optedOut: true, entries: [{ state: 'out', contactId: null }] });
  });

  test('stays out in whatever contact theirs is merged into', async () => {
    const lia = customer();
    await lia.says('sair');
    await settled();
    const otherId = await contactOf(lia.number);
    const kept = await admin.call('POST /contacts', { body: { name: 'Lia Ramos', number: '5511987651234' } });
    await admin.call('POST /v1/contacts/:contactId/merge', { params: { contactId: kept.id }, body: { otherId } });
    expect(await consentOf(kept.id)).toMatchObject({ optedOut: true, entries: [{ state: 'out' }] });
  });

  test('who left by their own word, as what people noted of another number of theirs, comes back by their own word alone', async () => {
    const lia = customer();
    await lia.says('sair');
    await settled();
    const otherId = await contactOf(lia.number);
    const kept = await admin.call('POST /contacts', { body: { name: 'Lia Ramos', number: '5511987651235' } });
    await note(kept.id, 'out', 'Pediu por telefone');
    await admin.call('POST /v1/contacts/:contactId/merge', { params: { contactId: kept.id }, body: { otherId } });
    expect(await consentOf(kept.id)).toMatchObject({ optedOut: true, ownWord: true });
    await expect(note(kept.id, 'in', 'Quer sim')).rejects.toMatchObject({ error: 'ERR_CONTACT_OPTED_OUT' });
  });
});

describe('people of the company', () => {
  test('note that somebody left, and take back what they noted, but not what the customer said', async () => {
    const agent = await givenUser(world.url, admin);
    const { id } = await admin.call('POST /contacts', { body: { name: 'Davi', number: '5511987654001' } });
    expect(await note(id, 'out', 'Pediu por telefone', agent)).toMatchObject({ optedOut: true, ownWord: false });
    expect(await note(id, 'out', 'De novo', agent)).toMatchObject({ entries: [{ words: 'Pediu por telefone', userName: 'Ana Prado' }] });
    expect(await note(id, 'in', 'Foi engano', agent)).toMatchObject({
      optedOut: false,
      entries: [{ source: 'staff' }, { source: 'staff' }],
    });
    const lia = customer();
    await lia.says('sair');
    await settled();
    await expect(note(await contactOf(lia.number), 'in', 'Quer sim')).rejects.toMatchObject({ error: 'ERR_CONTACT_OPTED_OUT' });
  });
});

describe('the ledger', () => {
  test('is taken in from a sheet, row by row, and taken out as one', async () => {
    const lia = customer();
    await lia.says('sair');
    await settled();
    const rows = [
      ['Número', 'Estado', 'Palavras'],
      ['(11) 98765-4101', 'out', 'não me escrevam'],
      ['11987654102', '', ''],
      ['11987654102', 'in', 'voltei'],
      [lia.number, 'in', 'à força'],
      ['11987654101', 'saiu', 'outra vez'],
      ['123', 'out', ''],
      ['11987654103', 'talvez', ''],
    ];
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)]), 'saídas.xlsx');
    const started = await admin.call('POST /v1/consents/import', { body: form });
    expect(started).toMatchObject({ kind: 'consents', total: 7 });
    const done = await until(async () => {
      const found = await admin.call('GET /v1/imports/:importId', { params: { importId: started.id } });
      return found.finishedAt !== null && found;
    }, 20_000);
    expect(done).toMatchObject({ status: 'done', created: 3, duplicates: 2, invalid: 2 });
    expect(await inCompany((ctx) => optedOutNumbers(ctx, ['5511987654101', '5511987654102', lia.number]))).toEqual(
      new Set(['5511987654101', lia.number]),
    );
    const { consents } = await admin.call('GET /v1/consents');
    expect(consents.map(({ number, state, source }) => [number, state, source])).toEqual([
      ['5511987654102', 'in', 'import'],
      ['5511987654102', 'out', 'import'],
      ['5511987654101', 'out', 'import'],
      [lia.number, 'out', 'customer'],
    ]);
    const file = await (await call(world.url, 'GET /v1/consents/export.csv', { token: admin.token })).text();
    const lines = file.split('\r\n');
    expect(lines[0]).toBe('number;name;state;words;source;user;createdAt');
    expect(lines[1]).toMatch(new RegExp(`^${lia.number};Lia Ramos;out;sair;customer;;20`));
    expect(lines[2]).toMatch(/^5511987654101;;out;não me escrevam;import;;20/);
  });
});
