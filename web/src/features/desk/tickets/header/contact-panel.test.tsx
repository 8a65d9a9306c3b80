// What the panel shows while the contact loads, when that fails, and of a contact with several addresses.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contactKeys } from '../../../../data/contacts/keys.ts';
import { makeTicket } from '../../../../data/tickets/test-tickets.ts';
import { nextTask } from '../../../../platform/next-task.ts';
import { keepSession } from '../../../../platform/session.ts';
import { deferred, refused, serve } from '../../../../platform/test-server.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { ContactAbout } from '../../contacts/contact-about.tsx';
import { ContactPanel } from './contact-panel.tsx';

const contact = {
  id: 1,
  name: 'Helena Sampaio',
  number: '5548991110001',
  urlPicture: '',
  email: '',
  language: '',
  birthday: null,
  isGroup: false,
  createdAt: '2026-03-02T12:00:00.000Z',
  identities: [{ kind: 'wa_pn', value: '5548991110001' }],
  extraInfo: [],
};

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepSession(testSession());
});
afterEach(() => vi.unstubAllGlobals());

const draw = (answer: unknown) => {
  const server = serve({
    'GET /contacts/1': answer,
    'GET /tickets': { tickets: [makeTicket(1), makeTicket(2)], count: 2, hasMore: false },
  });
  const sections = { about: <ContactAbout contactId={1} />, media: null, tags: null, consent: null, notes: null };
  renderUi(
    <QueryClientProvider client={cache}>
      <ContactPanel ticket={makeTicket(1)} onClose={vi.fn()} onEdit={vi.fn()} onOpenTicket={vi.fn()} sections={sections} />
    </QueryClientProvider>,
  );
  return server;
};
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.replace(/\d/g, ''));
const always = ['Identidades', 'Dados', 'Atendimento', 'Outros atendimentos'];
const edit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Editar' });

test('all sections are there while the contact loads, each in its place', async () => {
  const asking = deferred();
  draw(() => asking.promise);
  expect(titles()).toEqual(always);
  expect(screen.getByRole('status', { name: 'Carregando o contato' })).toBeShown();
  expect(edit().disabled).toBe(true);
  expect(screen.getByRole('complementary').querySelector('p')?.textContent).toBe('\u00a0');
  asking.resolve(contact);
  expect(await screen.findByText(/^Cliente desde/)).toBeShown();
  expect(screen.getByText('Aniversário')).toBeShown();
  expect(titles()).toEqual(always);
  expect(screen.getAllByRole('button', { name: /^Mover a seção/ })).toHaveLength(always.length);
  expect(screen.queryByRole('status')).toBeNull();
  expect(edit().disabled).toBe(false);
  expect(screen.getAllByRole('button', { name: /^#/ }).map(({ textContent }) => textContent)).toEqual(['#2 Vendas']);
});

test('says that the contact could not be loaded, and loads it when asked to; what is known stays when that fails later', async () => {
  const { answers } = draw(refused('ERR_NO_CONTACT_FOUND', 404));
  expect(await screen.findByText('Não foi possível carregar o contato')).toBeShown();
  answers['GET /contacts/1'] = contact;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText(/^Cliente desde/)).toBeShown();
  answers['GET /contacts/1'] = refused('ERR_NO_CONTACT_FOUND', 404);
  await act(() => cache.refetchQueries({ queryKey: contactKeys.one(1) }).then(nextTask));
  expect(cache.getQueryState(contactKeys.one(1))?.status).toBe('error');
  expect(titles()).toEqual(always);
});

test.each([
  ['a number that is an address, too, is shown once', '5548991110001', ['wa_pn:5548991110001', 'wa_lid:77'], ['+55 48 99111-0001']],
  ['without a number a hidden one is told of', '', ['wa_lid:77', 'username:helena'], ['Número oculto', 'helena']],
])('%s', async (_, number, addresses, shown) => {
  const identities = addresses.map((address) => {
    const [kind, value] = address.split(':');
    return { kind, value };
  });
  draw({ ...contact, number, identities });
  await screen.findByText(/^Cliente desde/);
  const section = screen.getByRole('button', { name: 'Identidades' }).closest('section') as HTMLElement;
  expect(within(section).getAllByRole('listitem')).toHaveLength(shown.length);
  for (const text of shown) expect(within(section).getByText(text)).toBeShown();
});
