// Coming in: the login and the sign-up.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/query-client.ts';
import { clearSession, keepSession, sessionState } from '../../platform/session.ts';
import { startSession } from '../../platform/sign-in.ts';
import { refused, serve } from '../../platform/test-server.ts';
import { testSession } from '../../platform/test-session.ts';
import { watchToasts } from '../../platform/test-toast.ts';
import { onceMarked } from '../../ui/test-marked.ts';
import { renderUi } from '../../ui/test-render.tsx';
import { ForgottenPasswordPage } from './forgotten-password-page.tsx';
import { LoginPage } from './login-page.tsx';
import { SignupPage } from './signup-page.tsx';

const day = '2026-11-21';
let server: ReturnType<typeof serve>;
let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 12) });
  const plan = { id: 4, name: 'Plano 1', users: 10, connections: 2, queues: 5, value: 30 };
  server = serve({
    'GET /v1/entrance': { signUp: true },
    'GET /version': { version: '1' },
    'GET /plans/list': [plan, { ...plan, id: 5, name: 'Plano 2' }],
  });
});
afterEach(() => {
  toasts.clear();
  act(() => clearSession());
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(address: string, state?: object) {
  const { pathname, search, hash } = new URL(address, 'http://balcao.example');
  renderUi(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ pathname, search, hash, state }]}>
        <Routes>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/signup" element={<SignupPage />} />
          <Route path="/forgetpsw" element={<ForgottenPasswordPage />} />
          <Route path="/financeiro" element="As faturas" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);
const fill = (name: RegExp | string, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement);
const ending = (dueDate: string, trialExpiration: string | null = null) => {
  const { user } = testSession();
  return testSession({ user: { company: { ...user.company, dueDate, trialExpiration } } });
};
function logIn() {
  open('/login');
  fill('E-mail', ' marina@vertice.exemplo ');
  fill('Senha', 'segredo');
  submit();
}

test('nothing is sent before both fields are filled in, and each says so', () => {
  open('/login');
  expect(screen.queryByText('Escreva sua senha.')).toBeNull();
  submit();
  expect([screen.getByText('Escreva seu e-mail.'), screen.getByText('Escreva sua senha.')]).toHaveLength(2);
  expect(server.told()).toEqual([]);
});

test('who signs in is in', async () => {
  server.answers['POST /auth/login'] = ending('2027-03-14');
  logIn();
  await waitFor(() => expect(sessionState().state).toBe('in'));
  expect([server.told()[0]?.body, toasts.shown()]).toEqual([{ email: 'marina@vertice.exemplo', password: 'segredo' }, undefined]);
});

test.each([
  ['a subscription of five days', '2026-11-26', null, undefined],
  ['a subscription of four days', '2026-11-25', null, 'Sua assinatura vence em 4 dia(s)'],
  ['a trial of two days', '2026-11-23', '2026-11-23', undefined],
  ['a trial of one day', '2026-11-22', '2026-11-22', 'Sua assinatura vence em 1 dia(s)'],
])('%s: what signing in says of it', async (_what, dueDate, trial, warning) => {
  server.answers['POST /auth/login'] = ending(dueDate, trial);
  logIn();
  await waitFor(() => expect(sessionState().state).toBe('in'));
  await act(async () => undefined);
  expect(toasts.shown()?.title).toBe(warning);
});

test('a refusal stands above the form, which can be sent again', async () => {
  server.answers['POST /auth/login'] = refused('ERR_INVALID_CREDENTIALS', 401);
  logIn();
  expect((await screen.findByRole('alert')).textContent).toContain('E-mail ou senha não conferem');
  server.answers['POST /auth/login'] = refused('ERR_SUBSCRIPTION_EXPIRED', 403, { details: { dueDate: day } });
  submit();
  expect(await screen.findByText(/Sua assinatura venceu 21\/11\/2026/)).toBeShown();
});

test('who comes to pay after the last day is led to the invoices, and not told how many days are left', async () => {
  server.answers['POST /auth/login'] = refused('ERR_SUBSCRIPTION_EXPIRED', 403, { details: { dueDate: '2026-11-12' } });
  logIn();
  const pay = await screen.findByRole('button', { name: 'Entrar para pagar' });
  server.answers['POST /auth/login'] = ending('2026-11-12');
  fireEvent.click(pay);
  expect(await screen.findByText('As faturas')).toBeShown();
  expect([server.told().at(-1)?.body, toasts.shown()]).toEqual([
    { email: 'marina@vertice.exemplo', password: 'segredo', toPay: true },
    undefined,
  ]);
});

test.each([
  ['elsewhere', /acessada em outro computador.*está guardado/],
  ['ended', /Sua sessão terminou.*está guardado/],
  ['suspended', /acesso da sua empresa está suspenso/],
] as const)('why the last session ended (%s) is told until somebody signs in', (why, text) => {
  clearSession(why);
  open('/login');
  expect(screen.getByText(text)).toBeShown();
  act(() => keepSession(testSession()));
  expect(screen.queryByText(text)).toBeNull();
});

test.each([
  [refused('ERR_COMPANY_INACTIVE'), 'suspended', undefined],
  [refused('ERR_SESSION_EXPIRED', 401), 'ended', undefined],
  [refused('ERR_FORBIDDEN_ORIGIN'), null, 'error'],
])('a stored session that is refused at the start is told once, on the page or as a toast', async (refusal, end, told) => {
  keepSession(testSession());
  server.answers['POST /auth/refresh_token'] = refusal;
  open('/login');
  await act(() => startSession());
  expect([sessionState().state, localStorage.getItem('sessionEnd'), toasts.shown()?.kind]).toEqual(['out', end, told]);
});

test.each([429, 503])('a server that answers %i at the start refuses nobody', async (status) => {
  keepSession(testSession());
  server.answers['POST /auth/refresh_token'] = refused('ERR_UNAVAILABLE', status);
  await startSession();
  expect([sessionState().state, localStorage.getItem('token')]).toEqual(['unreachable', '"fresh"']);
});

async function fillSignup() {
  fill('Nome da empresa', 'Vértice Móveis');
  fill('E-mail', 'marina@vertice.exemplo');
  fill('Senha', 'segredo-longo');
  fireEvent.click(screen.getByRole('combobox', { name: 'Plano' }));
  fireEvent.click(await screen.findByRole('option', { name: /Plano 1/ }));
}

test('a sign-up with errors says them at the fields and sends nothing', async () => {
  open('/signup');
  fill('Nome da empresa', 'V');
  fill('E-mail', 'marina@vertice');
  submit();
  expect(await screen.findByText('Muito curto!')).toBeShown();
  for (const text of ['E-mail inválido', 'Obrigatório', 'Escolha um plano']) expect(screen.getByText(text)).toBeShown();
  expect(server.told()).toEqual([]);
});

test('who signs up is signed in, with the company that the address names', async () => {
  server.answers['POST /companies/cadastro'] = {};
  server.answers['POST /auth/login'] = ending('2027-03-14');
  open('/signup?companyId=31', { email: 'outra@vertice.exemplo' });
  expect(field('E-mail').value).toBe('outra@vertice.exemplo');
  await fillSignup();
  submit();
  await waitFor(() => expect(sessionState().state).toBe('in'));
  expect(server.told()[0]?.body).toMatchObject({ name: 'Vértice Móveis', planId: 4, companyId: '31' });
});

test('a sign-up that is refused says why, and can be sent again; when only the sign-in fails, one signs in by hand', async () => {
  open('/signup');
  await fillSignup();
  for (const [code, status, text] of [
    ['ERR_EMAIL_ALREADY_EXISTS', 409, 'Este e-mail já está em uso. Escolha outro.'],
    ['ERR_COMPANY_NAME_ALREADY_EXISTS', 409, 'Já existe uma empresa com este nome. Escolha outro.'],
    ['ERR_VALIDATION', 400, 'Erro ao criar usuário. Verifique os dados informados.'],
    ['ERR_UNAVAILABLE', 503, 'O servidor está indisponível no momento. Tente de novo em instantes.'],
  ] as const) {
    server.answers['POST /companies/cadastro'] = refused(code, status);
    submit();
    expect(await screen.findByText(text)).toBeShown();
  }
  server.answers['POST /companies/cadastro'] = {};
  server.answers['POST /auth/login'] = refused('ERR_UNAVAILABLE', 503);
  submit();
  expect(await screen.findByRole('heading', { name: 'Bom te ver de volta' })).toBeShown();
  expect([field('E-mail').value, toasts.shown()?.kind]).toEqual(['marina@vertice.exemplo', 'success']);
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a forgotten password is set again in two steps', async () => {
  server.answers['POST /v1/password-reset'] = { message: 'Email sent' };
  open('/login', { email: 'marina@vertice.exemplo' });
  fireEvent.click(screen.getByRole('link', { name: 'Esqueceu a senha?' }));
  await waitFor(() => expect(field('E-mail').value).toBe('marina@vertice.exemplo'));
  press('Enviar código');
  await waitFor(() => expect(toasts.shown()).toMatchObject({ kind: 'success', title: 'Email enviado com sucesso!' }));
  expect(server.told().at(-1)).toMatchObject({ body: { email: 'marina@vertice.exemplo', language: 'pt' } });

  await waitFor(() => expect(field('Código').value).toBe(''));
  fill('Código', 'abc');
  fill('Nova senha', 'senha-nova');
  fill('Confirme a nova senha', 'senha');
  press('Redefinir senha');
  for (const text of [
    'O código tem oito letras e números.',
    'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
    'As senhas não correspondem',
  ])
    expect(await screen.findByText(text)).toBeShown();
  expect(server.told()).toHaveLength(1);

  server.answers['POST /v1/password-reset/finish'] = refused('ERR_RESET_CODE', 404);
  fill('Código', 'abcd-2345');
  fill('Nova senha', 'Senha-Nova-1');
  fill('Confirme a nova senha', 'Senha-Nova-1');
  press('Redefinir senha');
  expect(await screen.findByText('O código não confere ou já venceu. Confira o e-mail mais recente ou peça outro.')).toBeShown();
  server.answers['POST /v1/password-reset/finish'] = { message: 'Password changed' };
  press('Redefinir senha');
  await waitFor(() => expect(toasts.shown()).toMatchObject({ title: 'Senha redefinida com sucesso.' }));
  expect(server.told().at(-1)).toMatchObject({ body: { email: 'marina@vertice.exemplo', code: 'ABCD2345', password: 'Senha-Nova-1' } });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Entrar' })).toBeShown());
});

test('the link of the mail opens the second step filled in', () => {
  open('/forgetpsw#email=marina%40vertice.exemplo&code=ABCD-2345');
  expect([field('Código').value, screen.getByText(/marina@vertice.exemplo/)]).toEqual(['ABCD-2345', expect.anything()]);
});

test('an account with a second step asks for its code', async () => {
  server.answers['POST /auth/login'] = refused('ERR_SECOND_FACTOR_REQUIRED', 401);
  logIn();
  await waitFor(() => expect(field(/^Código de verificação/)).toBeShown());
  expect(screen.queryByRole('alert')).toBeNull();
  submit();
  expect(await screen.findByText('Escreva o código.')).toBeShown();
  server.answers['POST /auth/login'] = testSession();
  fill(/^Código de verificação/, '123 456');
  submit();
  await waitFor(() => expect(sessionState().state).toBe('in'));
  expect(server.told().at(-1)?.body).toEqual({ email: 'marina@vertice.exemplo', password: 'segredo', code: '123456' });
});

test('where nobody can sign up, the login does not lead there, and the sign-up says so', async () => {
  queryClient.clear();
  server.answers['GET /v1/entrance'] = { signUp: false };
  open('/signup');
  expect(await screen.findByText('O cadastro de novas empresas está fechado. Entre em contato com o suporte.')).toBeShown();
  fireEvent.click(screen.getByRole('link', { name: 'Entre' }));
  expect(screen.queryByRole('link', { name: 'Cadastre sua empresa' })).toBeNull();
});

describe('who sends again as soon as they see what was refused is heard', () => {
  const asked = (route: string) => server.told().filter((told) => told.route === route).length;

  test('at the sign-up', async () => {
    open('/signup');
    await fillSignup();
    server.answers['POST /companies/cadastro'] = refused('ERR_EMAIL_ALREADY_EXISTS', 409);
    onceMarked(field('E-mail'), () => screen.getByRole('button', { name: 'Cadastrar' }).click());
    submit();
    await waitFor(() => expect(asked('POST /companies/cadastro')).toBe(2));
  });

  test('with the code for another password', async () => {
    open('/forgetpsw#email=marina%40vertice.exemplo&code=ABCD-2345');
    fill('Nova senha', 'Senha-Nova-1');
    fill('Confirme a nova senha', 'Senha-Nova-1');
    server.answers['POST /v1/password-reset/finish'] = refused('ERR_RESET_CODE', 404);
    onceMarked(field('Código'), () => screen.getByRole('button', { name: 'Redefinir senha' }).click());
    press('Redefinir senha');
    await waitFor(() => expect(asked('POST /v1/password-reset/finish')).toBe(2));
  });
});
