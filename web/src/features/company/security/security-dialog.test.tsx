// The second step of signing in, and where one is signed in.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/query-client.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { refused, serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { onceMarked } from '../../../ui/test-marked.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { SecurityDialog } from './security-dialog.tsx';

const at = '2026-11-20T12:00:00.000Z';
const session = (id: string, current: boolean, userAgent: string) => ({
  id,
  current,
  operator: id === 'b' ? 'Olga Matos' : null,
  ip: '10.0.0.1',
  userAgent,
  createdAt: at,
  usedAt: at,
});
let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve({
    'GET /v1/second-factor': { on: false, recoveryCodesLeft: 0 },
    'GET /v1/sessions': [session('a', true, 'Firefox/140 Windows'), session('b', false, 'Chrome/141 Android'), session('c', false, '')],
    'POST /auth/refresh_token': testSession(),
  });
  keepSession(testSession());
  renderUi(
    <QueryClientProvider client={queryClient}>
      <SecurityDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  act(() => clearSession());
  queryClient.clear();
  vi.unstubAllGlobals();
});

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const fill = async (label: RegExp, value: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value } });

test('it is switched on with the password and a code, and the recovery codes are shown', async () => {
  await press('Ativar');
  server.answers['POST /v1/second-factor'] = refused('ERR_CURRENT_PASSWORD', 400, {
    issues: [{ path: 'body.currentPassword', code: 'wrong' }],
  });
  await fill(/^Senha atual/, 'errada');
  await press('Continuar');
  await waitFor(() => expect(screen.getByLabelText(/^Senha atual/).getAttribute('data-invalid')).toBe('true'));
  expect(screen.getByLabelText(/^Senha atual/).getAttribute('aria-describedby')).toContain('error');
  server.answers['POST /v1/second-factor'] = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' };
  await fill(/^Senha atual/, 'segredo');
  await press('Continuar');
  expect(await screen.findByText(/ABCD EFGH/)).toBeShown();
  await fill(/Código do aplicativo/, '12 34');
  await press('Ativar');
  expect(await screen.findByText('O código tem seis números.')).toBeShown();
  server.answers['POST /v1/second-factor/confirm'] = { recoveryCodes: ['AAAA-2222', 'BBBB-3333'] };
  server.answers['GET /v1/second-factor'] = { on: true, recoveryCodesLeft: 1 };
  await fill(/Código do aplicativo/, '123 456');
  await press('Ativar');
  expect(await screen.findByText('BBBB-3333')).toBeShown();
  expect(server.told().find(({ route }) => route.endsWith('/confirm'))?.body).toEqual({ code: '123456' });
  await press('Já guardei');
  expect(await screen.findByText('Resta 1 código de recuperação.')).toBeShown();
});

test('sessions are named by their device, and others than this one can be ended', async () => {
  expect(await screen.findByText('Firefox · Windows')).toBeShown();
  expect(screen.getAllByRole('button', { name: /^Encerrar a sessão/ })).toHaveLength(2);
  expect(screen.getAllByText('Operador Olga Matos, em nome desta conta')).toHaveLength(1);
  server.answers['DELETE /v1/sessions/b'] = {};
  server.answers['GET /v1/sessions'] = [session('a', true, 'Firefox/140 Windows')];
  await press('Encerrar a sessão em Chrome · Android');
  await waitFor(() => expect(screen.queryByText('Chrome · Android')).toBeNull());
});

test('who gives the password again as soon as they see that it was refused is heard', async () => {
  await press('Ativar');
  server.answers['POST /v1/second-factor'] = refused('ERR_CURRENT_PASSWORD', 400, {
    issues: [{ path: 'body.currentPassword', code: 'wrong' }],
  });
  await fill(/^Senha atual/, 'errada');
  onceMarked(screen.getByLabelText(/^Senha atual/), () => screen.getByRole('button', { name: 'Continuar' }).click());
  await press('Continuar');
  await waitFor(() => expect(server.told().filter(({ route }) => route === 'POST /v1/second-factor')).toHaveLength(2));
});
