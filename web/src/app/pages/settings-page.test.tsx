import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/query-client.ts';
import { clearSession, keepSession } from '../../platform/session.ts';
import { refused, serve } from '../../platform/test-server.ts';
import { testSession } from '../../platform/test-session.ts';
import { watchToasts } from '../../platform/test-toast.ts';
import { renderUi } from '../../ui/test-render.tsx';
import { SettingsPage } from './settings-page.tsx';

let server: ReturnType<typeof serve>;
let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
  const rows = [
    { key: 'scheduleType', value: 'disabled' },
    { key: 'asaas', value: '', configured: true },
  ];
  server = serve({ 'GET /settings': rows });
});
afterEach(() => {
  toasts.clear();
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

async function open(who: 'admin' | 'operator' | 'user', secondFactor = { on: false, required: false }) {
  keepSession(testSession({ user: { profile: who === 'user' ? 'user' : 'admin', super: who === 'operator', secondFactor } }));
  renderUi(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SettingsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('Fuso horário');
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
async function choose(name: string, option: string) {
  fireEvent.click(field(name));
  fireEvent.click(await screen.findByText(option, { selector: '[role="option"] *' }));
}

test('who is no admin sees the settings and changes none', async () => {
  await open('user');
  expect(screen.getByText(/Só os administradores/)).toBeShown();
  expect(document.querySelectorAll('input, button[type="submit"]')).toHaveLength(0);
});

test('a choice is saved at once; the hours of the company have a tab from then on', async () => {
  server.answers['PUT /settings/scheduleType'] = { key: 'scheduleType', value: 'company' };
  await open('admin');
  expect(screen.queryByText('Horários')).toBeNull();
  await choose('Agendamento de Expediente', 'Empresa');
  expect(await screen.findByText('Horários')).toBeShown();
  expect(server.told().map(({ body }) => body)).toEqual([{ value: 'company' }]);
});

test('a choice that is refused is taken back, and why is said', async () => {
  server.answers['PUT /settings/scheduleType'] = refused('ERR_SETTING_VALUE', 400);
  await open('admin');
  await choose('Agendamento de Expediente', 'Empresa');
  await waitFor(() => expect(toasts.shown()?.title).toBe('Este valor não é aceito para a configuração.'));
  await waitFor(() => expect(field('Agendamento de Expediente').value).toBe('Desabilitado'));
});

test('an operator who lacks the second factor that operators must have sees no tab of operators', async () => {
  await open('operator');
  expect(screen.getByRole('tab', { name: 'Empresas' })).toBeShown();
  cleanup();
  await open('operator', { on: false, required: true });
  expect(screen.queryByRole('tab', { name: 'Empresas' })).toBeNull();
});

test('the key of the platform to be paid is a matter of operators: others do not see it', async () => {
  await open('admin');
  expect(screen.queryByText('Token do Asaas')).toBeNull();
});

test('a secret that cannot be removed stays, and why is said', async () => {
  server.answers['PUT /settings/asaas'] = refused('ERR_UNAVAILABLE', 503);
  await open('operator');
  fireEvent.click(screen.getByText('Remover'));
  await screen.findByText('Remover o token do Asaas?');
  fireEvent.click(screen.getByText('Remover', { selector: '[role="dialog"] *' }));
  await waitFor(() => expect(toasts.shown()).toMatchObject({ kind: 'error' }));
  expect([server.told()[0]?.body, screen.getByText('configurado')]).toEqual([{ value: '' }, expect.anything()]);
});

test('a secret that is refused is said at its field, and stays written', async () => {
  server.answers['PUT /settings/asaas'] = refused('ERR_SETTING_VALUE', 400);
  await open('operator');
  fireEvent.click(screen.getByText('Substituir'));
  const input = document.querySelector('input[type="password"]') as HTMLInputElement;
  fireEvent.change(input, { target: { value: ' abc ' } });
  fireEvent.submit(input.form as HTMLFormElement);
  expect(await screen.findByText('Este valor não é aceito para a configuração.')).toBeShown();
  expect([server.told()[0]?.body, input.value]).toEqual([{ value: 'abc' }, ' abc ']);
});
