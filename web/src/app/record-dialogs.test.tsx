// The dialogs of records: what is refused stands at its field and loses nothing, and pressing twice saves once.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeQueue } from '../data/queues/test-queues.ts';
import { makeTicket } from '../data/tickets/test-tickets.ts';
import { makeUser } from '../data/users/test-users.ts';
import { InboxHelpDialog } from '../features/automation/inbox-help/inbox-help-dialog.tsx';
import { PromptDialog } from '../features/automation/prompts/prompt-dialog.tsx';
import { UserDialog } from '../features/company/users/user-dialog.tsx';
import { ContactDialog } from '../features/desk/contacts/contact-dialog.tsx';
import { FileListDialog } from '../features/desk/files/file-list-dialog.tsx';
import { QuickMessageDialog } from '../features/desk/quick-messages/quick-message-dialog.tsx';
import { TagDialog } from '../features/desk/tags/tag-dialog.tsx';
import { ApiKeyDialog } from '../features/open/api-keys/api-key-dialog.tsx';
import { WebhookDialog } from '../features/open/webhooks/webhook-dialog.tsx';
import { ItemDialog } from '../features/outbound/contact-lists/item-dialog.tsx';
import { AnnouncementDialog } from '../features/team/announcements/announcement-dialog.tsx';
import { HelpDialog } from '../features/team/helps/help-dialog.tsx';
import { clearSession, keepSession } from '../platform/session.ts';
import { deferred, refused, serve } from '../platform/test-server.ts';
import { testSession } from '../platform/test-session.ts';
import { watchToasts } from '../platform/test-toast.ts';
import { renderUi } from '../ui/test-render.tsx';

const at = '2026-11-21T12:00:00.000Z';
const tag = { id: 1, name: 'Troca', color: '#2f9249', kanban: 0 as const, userId: 7, companyId: 3, createdAt: at, updatedAt: at };
const reply = {
  id: 1,
  shortcode: 'oi',
  message: 'Olá',
  geral: true,
  status: true,
  userId: 7,
  companyId: 3,
  mediaPath: null,
  mediaName: null,
  createdAt: at,
  updatedAt: at,
};
const fileList = { id: 1, name: 'Catálogo', message: 'Oi', userId: 7, companyId: 3, options: [], createdAt: at, updatedAt: at };
const announcement = {
  id: 1,
  title: 'Manutenção',
  text: 'Domingo',
  priority: 1 as const,
  status: true,
  mediaPath: null,
  mediaName: null,
  companyId: 3,
  createdAt: at,
  updatedAt: at,
};
const help = { id: 1, title: 'Atender', description: 'Como', video: 'dQw4w9WgXcQ', createdAt: at, updatedAt: at };
const contact = { ...makeTicket(1).contact, id: 1, isGroup: false, identities: [], createdAt: at, updatedAt: at };
const user = makeUser(1);
const prompt = {
  ...{ id: 1, name: 'Atendente', prompt: 'Você atende os clientes da loja com cordialidade e sem prometer nada.', model: 'gpt-4o-mini' },
  ...{ maxTokens: 100, temperature: 1, apiKey: '••••', baseUrl: '', queueId: 4, queue: { id: 4, name: 'Vendas' }, maxMessages: 10 },
  ...{ voice: 'texto', voiceModel: 'v', transcriptionModel: 't', promptTokens: 0, completionTokens: 0, totalTokens: 0, companyId: 3 },
  ...{ createdAt: at, updatedAt: at },
};
const apiKey = {
  id: 1,
  name: 'Loja',
  hint: 'blc_abc',
  scopes: ['tags:read' as const],
  lastUsedAt: null,
  createdBy: 'Ana',
  createdAt: at,
  updatedAt: at,
};
const webhook = {
  ...{ id: 1, name: 'Pedidos', url: 'https://erp.example', events: ['ticket.created' as const], active: true, failingSince: null },
  ...{ lastDeliveredAt: null, createdAt: at, updatedAt: at },
};
const inboxHelp = {
  ...{ enabled: true, tasks: ['reply' as const], apiKey: '••••', baseUrl: '', model: 'gpt-4o-mini', transcriptionModel: 'whisper-1' },
  updatedAt: at,
};
const vendas = makeQueue(4);
const onClose = vi.fn();

let server: ReturnType<typeof serve>;
let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
  onClose.mockClear();
  server = serve({
    'GET /tags/1': tag,
    'GET /quick-messages/1': reply,
    'GET /files/1': fileList,
    'GET /announcements/1': announcement,
    'GET /helps/1': help,
    'GET /contacts/1': contact,
    'GET /users/1': user,
    'GET /prompt/1': prompt,
    'GET /v1/api-keys/1': apiKey,
    'GET /v1/webhooks/1': { ...webhook, waiting: 0, dead: 0 },
    'GET /v1/inbox-help/settings': inboxHelp,
    'GET /v1/contacts/1/duplicates': [],
    'GET /v1/contacts/1/merges': [],
  });
  keepSession(testSession({ user: { profile: 'admin' } }));
});
afterEach(() => {
  toasts.clear();
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

type Case = {
  what: string;
  dialog: ReactNode;
  field: RegExp;
  route: string;
  saved: object;
  code: string;
  /** What the refusal says beside its code. */
  more?: object;
  text: string;
};
const cases: Case[] = [
  {
    what: 'tag',
    dialog: <TagDialog tag={tag} mayKanban onClose={onClose} />,
    field: /^Nome/,
    route: 'PUT /tags/1',
    saved: { ...tag, name: 'Outro nome' },
    code: 'ERR_TAG_NAME_ALREADY_EXISTS',
    text: 'Já existe uma tag com este nome. Escolha outro.',
  },
  {
    what: 'quick message',
    dialog: <QuickMessageDialog record={reply as never} onClose={onClose} />,
    field: /^Atalho/,
    route: 'PUT /quick-messages/1',
    saved: { ...reply, shortcode: 'Outro nome' },
    code: 'ERR_SHORTCODE_ALREADY_EXISTS',
    text: 'Já existe uma resposta rápida com este atalho. Escolha outro.',
  },
  {
    what: 'file list',
    dialog: <FileListDialog fileListId={1} onClose={onClose} />,
    field: /^Nome/,
    route: 'PUT /files/1',
    saved: { ...fileList, name: 'Outro nome' },
    code: 'ERR_FILE_NAME_ALREADY_EXISTS',
    text: 'Já existe uma lista de arquivos com este nome. Escolha outro.',
  },
  {
    what: 'announcement',
    dialog: <AnnouncementDialog record={announcement} onClose={onClose} />,
    field: /^Título/,
    route: 'PUT /announcements/1',
    saved: { ...announcement, title: 'Outro nome' },
    code: 'ERR_VALIDATION',
    more: { issues: [{ path: 'body.title', code: 'too_big', max: 150 }] },
    text: 'Muito longo! Use no máximo 150 caracteres.',
  },
  {
    what: 'help video',
    dialog: <HelpDialog record={help} onClose={onClose} />,
    field: /^Título/,
    route: 'PUT /helps/1',
    saved: { ...help, title: 'Outro nome' },
    code: 'ERR_VALIDATION',
    more: { issues: [{ path: 'body.video', code: 'custom' }] },
    text: 'Confira este campo.',
  },
  {
    what: 'contact',
    dialog: <ContactDialog contactId={1} onClose={onClose} />,
    field: /^Nome/,
    route: 'PUT /contacts/1',
    saved: { ...contact, name: 'Outro nome' },
    code: 'ERR_WAPP_INVALID_CONTACT',
    text: 'Este número não tem WhatsApp. Confira os dígitos.',
  },
  {
    what: 'user',
    dialog: <UserDialog user={user} queues={[]} connections={[]} onClose={onClose} />,
    field: /^Nome/,
    route: 'PUT /users/1',
    saved: { ...user, name: 'Outro nome' },
    code: 'ERR_LAST_ADMIN',
    text: 'A empresa precisa de ao menos um administrador. Nomeie outro antes.',
  },
  {
    what: 'prompt',
    dialog: <PromptDialog prompt={prompt} queues={[vendas]} onClose={onClose} />,
    field: /^Nome/,
    route: 'PUT /prompt/1',
    saved: { ...prompt, name: 'Outro nome' },
    code: 'ERR_VALIDATION',
    more: { issues: [{ path: 'body.name', code: 'too_big', max: 100 }] },
    text: 'Muito longo! Use no máximo 100 caracteres.',
  },
  {
    what: 'key of the API',
    dialog: <ApiKeyDialog record={apiKey} onMade={vi.fn()} onClose={onClose} />,
    field: /^Nome/,
    route: 'PUT /v1/api-keys/1',
    saved: { ...apiKey, name: 'Outro nome' },
    code: 'ERR_VALIDATION',
    more: { issues: [{ path: 'body.name', code: 'too_big', max: 50 }] },
    text: 'Muito longo! Use no máximo 50 caracteres.',
  },
  {
    what: 'webhook',
    dialog: <WebhookDialog record={webhook} onMade={vi.fn()} onClose={onClose} />,
    field: /^Nome/,
    route: 'PUT /v1/webhooks/1',
    saved: { ...webhook, name: 'Outro nome' },
    code: 'ERR_VALIDATION',
    more: { issues: [{ path: 'body.name', code: 'too_big', max: 50 }] },
    text: 'Muito longo! Use no máximo 50 caracteres.',
  },
  {
    what: 'help in the inbox',
    dialog: <InboxHelpDialog settings={inboxHelp} onClose={onClose} />,
    field: /^Modelo(?! que)/,
    route: 'PUT /v1/inbox-help/settings',
    saved: { ...inboxHelp, model: 'Outro nome' },
    code: 'ERR_VALIDATION',
    more: { issues: [{ path: 'body.model', code: 'too_big', max: 100 }] },
    text: 'Muito longo! Use no máximo 100 caracteres.',
  },
];

async function edit({ dialog, field }: Case) {
  renderUi(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>{dialog}</MemoryRouter>
    </QueryClientProvider>,
  );
  const input = await screen.findByLabelText<HTMLInputElement>(field, { selector: 'input, textarea' });
  fireEvent.change(input, { target: { value: 'Outro nome' } });
  return input;
}
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement);

test.each(cases)('$what: what is refused is said and nothing is lost; pressed twice it is saved once, and closes', async (one) => {
  const input = await edit(one);
  server.answers[one.route] = refused('ERR_UNAVAILABLE', 503);
  submit();
  expect(await screen.findByText(/O servidor está indisponível/, { selector: '[role="alert"] *' })).toBeShown();

  server.answers[one.route] = refused(one.code, 409, one.more);
  submit();
  expect(await screen.findByText(one.text)).toBeShown();
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
  expect([input.value, onClose.mock.calls.length, toasts.shown()]).toEqual(['Outro nome', 0, undefined]);

  const { promise, resolve } = deferred();
  server.answers[one.route] = () => promise;
  // As who changes the field that was refused.
  fireEvent.change(document.querySelector('[aria-invalid="true"]') ?? input, { target: { value: '5548905550143' } });
  fireEvent.change(input, { target: { value: 'Outro nome' } });
  submit();
  submit();
  await waitFor(() => expect(server.told()).toHaveLength(3));
  submit();
  resolve(one.saved);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect([server.told().length, toasts.shown()?.kind]).toEqual([3, 'success']);
});

const shared = ['prompt', 'key of the API', 'webhook', 'help in the inbox'];
test.each(cases.filter(({ what }) => shared.includes(what)))(
  '$what: what another person saves meanwhile is said, and neither loses anything unasked',
  async ({ dialog, field, route, saved }) => {
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    renderUi(
      <QueryClientProvider client={cache}>
        <MemoryRouter>{dialog}</MemoryRouter>
      </QueryClientProvider>,
    );
    const input = await screen.findByLabelText<HTMLInputElement>(field, { selector: 'input, textarea' });
    fireEvent.change(input, { target: { value: 'O meu nome' } });
    server.answers[route.replace('PUT', 'GET')] = { ...saved, waiting: 0, dead: 0, updatedAt: '2026-11-21T12:05:00.000Z' };
    await cache.invalidateQueries();
    expect(await screen.findByText('Outra pessoa mudou este registro. O que você escreveu continua aqui.')).toBeShown();
    expect(input.value).toBe('O meu nome');
    fireEvent.click(screen.getByRole('button', { name: 'Carregar os valores novos' }));
    expect(input.value).toBe('Outro nome');
  },
);

test('a quick message whose file is refused is not added a second time', async () => {
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <QuickMessageDialog record={null} onClose={onClose} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText(/^Atalho/), { target: { value: 'oi' } });
  fireEvent.change(screen.getByLabelText(/^Mensagem/), { target: { value: 'Olá' } });
  fireEvent.change(document.querySelector('input[type="file"]') as Element, { target: { files: [new File(['x'], 'a.exe')] } });
  server.answers['POST /quick-messages'] = reply;
  server.answers['PUT /quick-messages/1'] = reply;
  server.answers['POST /quick-messages/1/media-upload'] = refused('ERR_MEDIA_TYPE', 400);
  submit();
  expect(await screen.findByText('Este tipo de arquivo não pode ser enviado. Escolha outro formato.')).toBeShown();
  server.answers['POST /quick-messages/1/media-upload'] = { record: { ...reply, mediaName: 'a.pdf' } };
  submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.told().map(({ route }) => route)).toEqual([
    'POST /quick-messages',
    'POST /quick-messages/1/media-upload',
    'PUT /quick-messages/1',
    'POST /quick-messages/1/media-upload',
  ]);
});

test('an announcement whose picture is refused is not added a second time', async () => {
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <AnnouncementDialog record={null} onClose={onClose} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText(/^Título/), { target: { value: 'Manutenção' } });
  fireEvent.change(screen.getByLabelText(/^Texto/), { target: { value: 'Domingo' } });
  const picture = new File(['x'], 'a.png', { type: 'image/png' });
  fireEvent.change(document.querySelector('input[type="file"]') as Element, { target: { files: [picture] } });
  server.answers['POST /announcements'] = announcement;
  server.answers['PUT /announcements/1'] = announcement;
  server.answers['POST /announcements/1/media-upload'] = refused('ERR_MEDIA_TYPE', 400);
  submit();
  expect(await screen.findByText('Este tipo de arquivo não pode ser enviado. Escolha outro formato.')).toBeShown();
  server.answers['POST /announcements/1/media-upload'] = { record: { ...announcement, mediaName: 'a.png' } };
  submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.told().map(({ route }) => route)).toEqual([
    'POST /announcements',
    'POST /announcements/1/media-upload',
    'PUT /announcements/1',
    'POST /announcements/1/media-upload',
  ]);
});

test('a number that a list has already is not said to be saved', async () => {
  const item = {
    ...{ id: 1, name: 'Olga Petrelli', number: '5548905550142', email: '', isWhatsappValid: true, validity: 'valid' },
    optedOut: false,
  };
  const add = async (name: string) => {
    toasts.clear();
    onClose.mockClear();
    const { unmount } = renderUi(
      <QueryClientProvider client={new QueryClient()}>
        <ItemDialog contactListId={2} item={null} onClose={onClose} />
      </QueryClientProvider>,
    );
    fireEvent.change(screen.getByLabelText(/^Nome/), { target: { value: name } });
    fireEvent.change(screen.getByLabelText(/^Número/), { target: { value: '48 90555-0142' } });
    server.answers['POST /contact-list-items'] = { ...item, companyId: 3, contactListId: 2, createdAt: at, updatedAt: at };
    submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    unmount();
    const { kind, title } = toasts.shown() ?? {};
    return [kind, title];
  };
  expect(await add('Olga Petrelli ')).toEqual(['success', 'Contato da lista salvo com sucesso.']);
  expect(await add('Olga P.')).toEqual(['warning', 'A lista já tem este número: Olga Petrelli.']);
});
