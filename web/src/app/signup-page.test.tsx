import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { renderUi } from '../ui/test-render.tsx';
import { SignupPage } from './pages/signup-page.tsx';

/** Opens the sign-up of an installation with these plans, and sends the form without having chosen one. */
function openAndSend(names: readonly string[]): HTMLElement {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const plans = names.map((name, index) => ({ id: index + 1, name, users: 3, connections: 2, queues: 5, value: 99 }));
  cache.setQueryData(['plans', 'public'], plans);
  renderUi(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <SignupPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const send = screen.getByRole('button', { name: 'Cadastrar' });
  send.focus();
  fireEvent.click(send);
  return screen.getByRole('combobox', { name: 'Plano' });
}

test('the only plan is chosen already', async () => {
  const plan = openAndSend(['Essencial']);
  expect(plan).toHaveProperty('value', expect.stringContaining('Essencial'));
  expect(plan.getAttribute('aria-invalid')).not.toBe('true');
  // What it costs is in the field, where its end may be cut off; what it includes is below.
  expect(plan).toHaveProperty('value', expect.stringMatching(/^Essencial · R\$\s99,00$/));
  expect(screen.getAllByText('3 usuários, 2 conexões, 5 filas')[0]).toBeShown();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome da empresa')));
});

test('among several plans the visitor chooses', () => {
  const plan = openAndSend(['Essencial', 'Completo']);
  expect(plan).toHaveProperty('value', '');
  expect(plan.getAttribute('aria-invalid')).toBe('true');
});
