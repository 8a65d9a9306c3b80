import { subscriptionDay } from '@balcao/contract/plan-rules';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { keepSession } from '../../../platform/session.ts';
import { testSession } from '../../../platform/test-session.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { AccountMenu } from './account-menu.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Opens the menu of an admin, or of an agent, on a screen of this width. */
async function open(width: number, profile: 'admin' | 'user' = 'admin', dueDate = '2027-03-14') {
  const matches = (query: string) => width <= Number(/max-width: (\d+)/.exec(query)?.[1] ?? -1);
  const media = (query: string) => ({ matches: matches(query), addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('matchMedia', media);
  const { company: _, ...person } = testSession().user;
  keepSession(testSession({ user: { ...person, company: { ...testSession().user.company, dueDate }, profile } }));
  renderUi(<AccountMenu onKeyboard={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Sua conta' }));
  await screen.findByRole('menuitem', { name: 'Perfil' });
}

test('on a phone, what the top bar has no room for is in the menu', async () => {
  await open(390);
  expect(screen.getByText('Ativo até 14/03/2027')).toBeShown();
  expect(screen.getByRole('slider', { name: /Volume das notificações/ })).toBeShown();
  expect(screen.getByRole('menuitem', { name: 'Recarregar' })).toBeShown();
});

test('a company whose last day is over is not said to be active', async () => {
  await open(390, 'admin', '2026-11-19');
  expect(screen.getByText('Sua assinatura venceu 19/11/2026')).toBeShown();
  expect(screen.queryByText(/Ativo até/)).toBeNull();
});

test('its last day still counts', async () => {
  const today = subscriptionDay(new Date());
  await open(390, 'admin', today);
  expect(screen.getByText(`Ativo até ${today.split('-').reverse().join('/')}`)).toBeShown();
});

test('until when the company is active concerns its admins', async () => {
  await open(390, 'user');
  expect(screen.queryByText(/Ativo até/)).toBeNull();
});

test('on a wide screen it is in the bar', async () => {
  await open(1400);
  expect(screen.queryByText(/Ativo até/)).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Recarregar' })).toBeNull();
});
