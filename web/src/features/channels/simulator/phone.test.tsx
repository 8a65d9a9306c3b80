// The simulated phone as a person uses it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PhoneMessage } from '../../../data/simulator/queries.ts';
import { refused, serve } from '../../../platform/test-server.ts';
import { watchToasts } from '../../../platform/test-toast.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { Phone } from './phone.tsx';

const post = 'POST /simulator/1/messages';
const helena = { name: 'Helena', number: '5548905550142' };
let server: ReturnType<typeof serve>;
let toasts: ReturnType<typeof watchToasts>;

const message = (id: string, given: Partial<PhoneMessage> = {}): PhoneMessage => ({
  id,
  fromCustomer: false,
  type: 'conversation',
  name: 'Marina',
  body: 'Abrimos às 9h',
  mediaUrl: null,
  mediaName: null,
  isDeleted: false,
  ack: 3,
  at: '2026-11-21T12:00:00.000Z',
  ...given,
});
const own = message('c1', { fromCustomer: true, name: null, body: 'Vocês abrem hoje?' });

beforeEach(() => {
  toasts = watchToasts();
  server = serve({ 'GET /simulator/1/messages': { messages: [own, message('m1')] }, [post]: {}, 'POST /simulator/1/read': {} });
});
afterEach(() => {
  toasts.clear();
  vi.unstubAllGlobals();
});

async function open({ keepUnread = false, customer = helena as Parameters<typeof Phone>[0]['customer'] } = {}) {
  renderUi(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Phone whatsappId={1} customer={customer} companyName="Vértice" keepUnread={keepUnread} />
    </QueryClientProvider>,
  );
  await screen.findByText('Abrimos às 9h');
}
const done = () => server.told().map(({ body }) => body as Record<string, unknown>);
const said = () => done().filter(({ type }) => type !== 'typing' && type !== 'recording');
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Mensagem do cliente' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const choose = async (button: HTMLElement, name: string | RegExp) => {
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};
const menuOf = (text: string) => {
  const bubble = screen.getByText(text).closest('li');
  if (!bubble) throw new Error(text);
  return within(bubble).getByRole('button', { name: 'Ações da mensagem' });
};
const attach = (name: string) => choose(screen.getByRole('button', { name: 'Anexar' }), name);

test('what is written is sent once, the field is free at once, and typing is told once', async () => {
  await open();
  type('Obri');
  type(' Obrigada! ');
  const send = screen.getByRole('button', { name: 'Enviar' });
  fireEvent.click(send);
  fireEvent.submit(field().form as HTMLFormElement);
  expect(field().value).toBe('');
  await waitFor(() => expect(said()).toHaveLength(1));
  expect(said()[0]).toMatchObject({ type: 'text', body: 'Obrigada!', from: '+5548905550142', name: 'Helena', id: expect.any(String) });
  expect(done().filter((doing) => doing.type === 'typing')).toHaveLength(1);
});

test('what did not arrive is back in the field, and that is said', async () => {
  server.answers[post] = ({ body }: { body: { type: string } }) => (body.type === 'typing' ? {} : refused('ERR_NO_WAPP_FOUND', 404));
  await open();
  type('Obrigada!');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(field().value).toBe('Obrigada!'));
  expect(toasts.shown()).toMatchObject({ kind: 'error', title: 'Esta conexão não existe mais. Recarregue a lista.' });
});

test('a message is answered, changed and deleted by its menu; only own ones are changed', async () => {
  await open();
  await choose(menuOf('Abrimos às 9h'), 'Responder');
  type('Até já');
  fireEvent.submit(field().form as HTMLFormElement);
  await waitFor(() => expect(said()[0]).toMatchObject({ type: 'text', body: 'Até já', target: 'm1' }));
  expect(screen.queryByText('Respondendo')).toBeNull();

  await choose(menuOf('Vocês abrem hoje?'), 'Editar');
  expect(field().value).toBe('Vocês abrem hoje?');
  type('Vocês abrem amanhã?');
  fireEvent.submit(field().form as HTMLFormElement);
  await waitFor(() => expect(said()[1]).toMatchObject({ type: 'edit', body: 'Vocês abrem amanhã?', target: 'c1' }));

  await choose(menuOf('Vocês abrem hoje?'), 'Apagar');
  await waitFor(() => expect(said()[2]).toMatchObject({ type: 'revoke', target: 'c1' }));
  fireEvent.click(menuOf('Abrimos às 9h'));
  await screen.findByRole('menuitem', { name: 'Responder' });
  expect(screen.queryByRole('menuitem', { name: 'Editar' })).toBeNull();
});

test('a reaction is shown once it arrived, and can be taken away', async () => {
  await open();
  await choose(menuOf('Abrimos às 9h'), 'Reagir com 👍');
  expect(await screen.findByText('👍')).toBeShown();
  await choose(menuOf('Abrimos às 9h'), 'Tirar a reação');
  await waitFor(() =>
    expect(said().map(({ type, body, target }) => [type, body, target])).toEqual([
      ['reaction', '👍', 'm1'],
      ['reaction', '', 'm1'],
    ]),
  );
  await waitFor(() => expect(screen.queryByText('👍')).toBeNull());
});

test('a reaction that is refused is not shown', async () => {
  server.answers[post] = refused('ERR_NO_MESSAGE_FOUND', 404);
  await open();
  await choose(menuOf('Abrimos às 9h'), 'Reagir com 👍');
  await waitFor(() => expect(toasts.shown()?.kind).toBe('error'));
  expect(screen.queryByText('👍')).toBeNull();
});

test('a call rings until it is hung up, under one id', async () => {
  await open();
  await attach('Chamada de vídeo');
  fireEvent.click(await screen.findByRole('button', { name: 'Desligar' }));
  await waitFor(() => expect(said()).toHaveLength(2));
  expect(said()).toMatchObject([
    { type: 'video_call', outcome: 'ringing' },
    { type: 'video_call', outcome: 'missed', id: said()[0]?.id },
  ]);
  expect(screen.queryByText('Chamando…')).toBeNull();
});

test.each([
  ['Mensagem de visualização única', { type: 'view_once' }],
  ['Mensagem que ainda não dá para ler', { type: 'awaiting_phone' }],
])('%s', async (name, doing) => {
  await open();
  await attach(name);
  await waitFor(() => expect(said()[0]).toMatchObject(doing));
});

test('a file goes out as what it is', async () => {
  await open();
  const [video, photo] = [new File(['x'], 'a.mp4', { type: 'video/mp4' }), new File(['x'], 'a.png', { type: 'image/png' })];
  for (const file of [video, photo]) fireEvent.change(screen.getByLabelText('Imagem ou vídeo'), { target: { files: [file] } });
  fireEvent.change(screen.getByLabelText('Documento'), { target: { files: [photo] } });
  await waitFor(() => expect(said().map((doing) => doing.type)).toEqual(['video', 'image', 'document']));
  expect(said()[0]?.media).toMatchObject({ name: 'a.mp4' });
});

test('a place and a card are filled in and sent; a number that is none is not', async () => {
  await open();
  await attach('Localização');
  const place = await screen.findByRole('dialog', { name: 'Enviar localização' });
  fireEvent.change(within(place).getByLabelText('Latitude'), { target: { value: '91' } });
  fireEvent.click(within(place).getByRole('button', { name: 'Enviar' }));
  expect(await screen.findByText('Use um número entre -90 e 90.')).toBeShown();
  fireEvent.change(within(place).getByLabelText('Latitude'), { target: { value: '-27.5' } });
  fireEvent.click(within(place).getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(said()[0]).toMatchObject({ type: 'location', latitude: -27.5, longitude: -48.5521 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await attach('Contato');
  const card = await screen.findByRole('dialog', { name: 'Enviar contato' });
  fireEvent.change(within(card).getByLabelText(/Nome/), { target: { value: 'Rui, da loja' } });
  fireEvent.change(within(card).getByLabelText(/Número/), { target: { value: '+55 48 90555-0172' } });
  fireEvent.click(within(card).getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(said()[1]).toMatchObject({ type: 'contacts', body: 'Rui  da loja, +55 48 90555-0172' }));
});

test.each([
  [false, 'read'],
  [true, 'delivered'],
])('what the company sent is told to have arrived (left unread: %s)', async (keepUnread, status) => {
  server.answers['GET /simulator/1/messages'] = { messages: [message('m1', { ack: 1 })] };
  await open({ keepUnread });
  await waitFor(() => expect(server.told()[0]).toMatchObject({ route: 'POST /simulator/1/read', body: { status } }));
});

test('in a group nothing is told to be read, and all is said in its name', async () => {
  server.answers['GET /simulator/1/messages'] = { messages: [message('m1', { ack: 1 })] };
  await open({ customer: { ...helena, group: 'Condomínio Ipê' } });
  type('Oi');
  fireEvent.submit(field().form as HTMLFormElement);
  await waitFor(() => expect(said()[0]).toMatchObject({ type: 'text', group: 'Condomínio Ipê' }));
  expect(server.told().map(({ route }) => route)).not.toContain('POST /simulator/1/read');
  expect(server.asked[0]?.query.get('group')).toBe('Condomínio Ipê');
});

test('a phone that cannot be asked says so, and is tried again', async () => {
  const good = server.answers['GET /simulator/1/messages'];
  server.answers['GET /simulator/1/messages'] = refused('ERR_NO_WAPP_FOUND', 404);
  renderUi(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Phone whatsappId={1} customer={helena} companyName="Vértice" keepUnread={false} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('O celular não abriu')).toBeShown();
  server.answers['GET /simulator/1/messages'] = good;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Abrimos às 9h')).toBeShown();
});

test('what is shown of each kind of message', async () => {
  const messages = [
    message('1', { type: 'image', mediaUrl: '/m/a.png', body: 'Nossa loja' }),
    message('2', { type: 'application', mediaUrl: '/m/a.pdf', mediaName: 'Tabela.pdf' }),
    message('3', { type: 'locationMessage', body: 'data:|https://maps.example|Mercado Público' }),
    message('4', { type: 'vcard', body: 'BEGIN:VCARD\nFN:Rui Tavares\nEND:VCARD' }),
    message('5', { type: 'audio' }),
    message('6', { isDeleted: true }),
    message('7', { ack: 1 }),
  ];
  server.answers['GET /simulator/1/messages'] = { messages };
  await open();
  expect(screen.getByRole('img', { name: 'Nossa loja' }).getAttribute('src')).toBe('/m/a.png');
  expect(screen.getByRole('link', { name: 'Tabela.pdf' }).getAttribute('href')).toBe('/m/a.pdf');
  for (const text of ['Mercado Público', 'Rui Tavares', 'O arquivo está chegando…', 'Mensagem apagada', /· enviada$/]) {
    expect(screen.getByText(text)).toBeShown();
  }
});
