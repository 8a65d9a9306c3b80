// What people may change about themselves, and the switches of the bar.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNotificationPermission } from '../../../platform/desktop-notification.ts';
import { speakLanguage } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { clearSession, keepSession, sessionState } from '../../../platform/session.ts';
import { refused, serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { Toaster } from '../../../ui/toaster.tsx';
import { CrashScreen } from '../../crash-screen.tsx';
import { ThemeToggle } from '../../theme-toggle.tsx';
import { VolumeSlider } from '../signals/volume-control.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve({});
  keepSession(testSession());
});
afterEach(async () => {
  await act(() => speakLanguage('pt'));
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));

test('a new name is saved and shown at once; what did not change is not asked for', async () => {
  const onClose = vi.fn();
  const { user } = testSession();
  server.answers['PUT /users/7'] = { ...user, name: 'Marina D. Luz', company: { id: 3, name: 'Vértice Móveis', dueDate: null } };
  renderUi(<ProfileDialog onClose={onClose} />);
  fireEvent.change(field(/^Nome/), { target: { value: ' Marina D. Luz ' } });
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.told()[0]?.body).toEqual({ name: 'Marina D. Luz', email: user.email, language: 'pt', sendWith: 'enter' });
  expect(sessionState()).toMatchObject({ user: { name: 'Marina D. Luz' } });
});

test('a new password wants the current one, and one that is wrong is said at its field', async () => {
  const onClose = vi.fn();
  renderUi(<ProfileDialog onClose={onClose} />);
  fireEvent.change(field(/^Nova senha/), { target: { value: 'outra-senha' } });
  save();
  expect(server.told()).toEqual([]);
  fireEvent.change(await waitFor(() => field(/^Senha atual/)), { target: { value: 'errada' } });
  server.answers['PUT /users/7'] = refused('ERR_EMAIL_ALREADY_EXISTS', 409);
  save();
  expect(await screen.findByText('Este e-mail já está em uso. Escolha outro.')).toBeShown();
  expect([server.told()[0]?.body, onClose.mock.calls.length]).toEqual([
    expect.objectContaining({ password: 'outra-senha', currentPassword: 'errada' }),
    0,
  ]);
});

test('a language that is chosen is spoken at once, and kept here and with the account', async () => {
  server.answers['PUT /users/7'] = refused('ERR_INTERNAL_SERVER_ERROR', 500);
  renderUi(<AccountMenu onKeyboard={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Sua conta' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Español' }));
  await waitFor(() => expect(document.documentElement.lang).toBe('es-ES'));
  expect([localStorage.getItem('i18nextLng'), server.told()[0]?.body]).toEqual(['es', { language: 'es' }]);
});

test('the slider keeps the volume', () => {
  renderUi(<VolumeSlider />);
  fireEvent.change(screen.getByRole('slider'), { target: { value: '0.3' } });
  expect([localStorage.getItem('volume'), screen.getByText('30%')]).toEqual(['0.3', expect.anything()]);
});

test('the theme changes to the other one', async () => {
  renderUi(<ThemeToggle />);
  fireEvent.click(screen.getByRole('button', { name: 'Usar tema escuro' }));
  expect(await screen.findByRole('button', { name: 'Usar tema claro' })).toBeShown();
});

function Broken(): never {
  throw new Error('broken');
}

test('a page that breaks leaves what is around it', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderUi(
    <>
      <p>Menu</p>
      <CrashScreen>
        <Broken />
      </CrashScreen>
    </>,
  );
  expect([screen.getByText('Menu'), screen.getByRole('alert').textContent]).toEqual([
    expect.anything(),
    expect.stringContaining('Esta página precisa ser recarregada'),
  ]);
});

test('a part that a newer version no longer has says so each time, and leaves what was begun beside it', async () => {
  const Part = lazyPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const page = (shown: boolean) => (
    <>
      <textarea aria-label="Mensagem" defaultValue="Ainda não enviado" />
      {shown && (
        <Suspense>
          <Part />
        </Suspense>
      )}
      <Toaster />
    </>
  );
  const { rerender } = renderUi(page(true));
  for (let time = 1; time <= 2; time++) {
    expect((await screen.findByRole('alert')).textContent).toContain('Esta página precisa ser recarregada');
    expect(screen.getByRole('button', { name: 'Recarregar' })).toBeShown();
    expect(screen.getByDisplayValue('Ainda não enviado')).toBeShown();
    fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
    rerender(page(false));
    rerender(page(true));
  }
});

function Ask() {
  const [state, ask] = useNotificationPermission();
  return (
    <button type="button" onClick={() => void ask()}>
      {state}
    </button>
  );
}

test('desktop notices are asked for by a click, once', async () => {
  const asking = { permission: 'default', requestPermission: vi.fn(async () => void Object.assign(asking, { permission: 'denied' })) };
  vi.stubGlobal('Notification', asking);
  renderUi(<Ask />);
  fireEvent.click(screen.getByText('default'));
  fireEvent.click(await screen.findByText('denied'));
  expect(asking.requestPermission).toHaveBeenCalledOnce();
});
