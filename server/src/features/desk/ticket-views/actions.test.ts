import { viewsMax } from '@balcao/contract/ticket-view-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../../../../test/company.ts';
import type { Outside } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { features } from '../../../product.ts';
import { addUser } from '../../company/users/actions.ts';
import { createTicketView, deleteTicketView, removePrivateOf, updateTicketView } from './actions.ts';
import { countTicketViews, listTicketViews } from './reads.ts';

let company: TestCompany;
let [chief, ana, bia] = [] as unknown as [Outside, Outside, Outside];

beforeAll(async () => {
  company = await createTestCompany({ features });
  chief = await person('Chefe', 'supervisor');
  ana = await person('Ana', 'user');
  bia = await person('Bia', 'user');
});
afterAll(() => company.close());

async function person(name: string, profile: 'supervisor' | 'user'): Promise<Outside> {
  const who = { name, profile, super: false, queueIds: [], allTicket: 'enabled' } as const;
  const id = await transaction(company.admin, (ctx) =>
    addUser(ctx, { ...who, queueIds: [], email: `${name}@loja.example`, passwordHash: '' }),
  );
  return { ...company.admin, actor: { kind: 'user', id, ...who, allTicket: true, exportContacts: false, sessionId: 'test' } };
}

const idOf = ({ actor }: Outside) => (actor.kind === 'user' ? actor.id : 0);
const off = { unread: false, chatbot: false, snoozed: false, untagged: false, priority: false, hasFile: false, from: '', to: '' };
const filter = {
  ...{ tab: 'waiting', showAll: true, order: 'waiting', queueIds: [], text: '', userIds: [], tagIds: [] },
  ...off,
} as Parameters<typeof createTicketView>[1]['filter'];
const namesOf = async (ctx: Outside) => (await listTicketViews(ctx)).map(({ name }) => name);
const code = (error: string) => expect.objectContaining({ code: error });

test('a view is its author’s, and everybody’s while it is shared; then supervisors may change it too', async () => {
  const { id } = await createTicketView(ana, { name: 'Sem etiqueta', filter });
  await createTicketView(ana, { name: 'Trocas', filter });
  expect([await namesOf(ana), await namesOf(bia)]).toEqual([['Sem etiqueta', 'Trocas'], []]);
  await expect(updateTicketView(chief, id, { name: 'X' })).rejects.toEqual(code('ERR_NO_TICKET_VIEW_FOUND'));
  await updateTicketView(ana, id, { shared: true, place: 9 });
  expect([await namesOf(ana), await namesOf(bia)]).toEqual([['Trocas', 'Sem etiqueta'], ['Sem etiqueta']]);
  await expect(updateTicketView(bia, id, { name: 'X' })).rejects.toEqual(code('ERR_NO_PERMISSION'));
  await expect(deleteTicketView(bia, id)).rejects.toEqual(code('ERR_NO_PERMISSION'));
  await updateTicketView(chief, id, { name: 'Sem tag' });
  expect(await namesOf(bia)).toEqual(['Sem tag']);
  company.told.length = 0;
  await updateTicketView(ana, id, { shared: false });
  expect(company.told.map(({ payload, rooms }) => [(payload as { action: string }).action, rooms])).toEqual([
    ['delete', [{ to: 'company' }]],
    ['update', [{ to: 'user', userId: idOf(ana) }]],
  ]);
  await deleteTicketView(ana, id);
  expect(await namesOf(ana)).toEqual(['Trocas']);
});

test('a name is once in a person’s views, in any case', async () => {
  await expect(createTicketView(ana, { name: 'TROCAS', filter })).rejects.toEqual(code('ERR_TICKET_VIEW_NAME_TAKEN'));
});

test('there is room for so many, of a person and shared by all', async () => {
  const names = Array.from({ length: viewsMax }, (_, i) => `Visão ${i}`);
  const made = [];
  for (const name of names) made.push(await createTicketView(bia, { name, shared: true, filter }));
  await expect(createTicketView(bia, { name: 'Mais uma', filter })).rejects.toEqual(code('ERR_TOO_MANY_TICKET_VIEWS'));
  await expect(createTicketView(ana, { name: 'Mais uma', shared: true, filter })).rejects.toEqual(code('ERR_TOO_MANY_TICKET_VIEWS'));
  const mine = await createTicketView(ana, { name: 'Só minha', filter });
  await expect(updateTicketView(ana, mine.id, { shared: true })).rejects.toEqual(code('ERR_TOO_MANY_TICKET_VIEWS'));
  for (const { id } of made) await deleteTicketView(bia, id);
});

test('each is counted as its list would show it, but for a search of words', async () => {
  await createTicketView(bia, { name: 'Todas', filter: { ...filter, tab: 'search' } });
  await createTicketView(bia, { name: 'Palavra', filter: { ...filter, tab: 'search', text: 'agulha' } });
  expect((await countTicketViews(bia)).map(({ count }) => count)).toEqual([0, null]);
});

test('who leaves takes along what they did not share', async () => {
  await createTicketView(bia, { name: 'De todos', shared: true, filter });
  await removePrivateOf(company.admin, idOf(bia));
  expect(await namesOf(chief)).toEqual(['De todos']);
  expect(await namesOf(bia)).toEqual(['De todos']);
});
