import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refused, serve } from '../../../platform/test-server.ts';
import { watchToasts } from '../../../platform/test-toast.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { SendForm } from './send-form.tsx';

let toasts: ReturnType<typeof watchToasts>;

beforeEach(() => {
  toasts = watchToasts();
});
afterEach(() => {
  toasts.clear();
  cleanup();
  vi.unstubAllGlobals();
});

test('a message that was sent is told of, and a refusal is only shown as the answer', async () => {
  const server = serve({ 'POST /api/messages/send': refused('ERR_INVALID_TOKEN', 401) });
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <SendForm kind="text" />
    </QueryClientProvider>,
  );
  const fill = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'input, textarea' }), { target: { value } });
  fill(/^Token da conexão/, 'token-1');
  fill(/^Número/, '5511987654321');
  fill(/^Mensagem/, 'Oi');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(await screen.findByText('Respondeu 401')).toBeShown();
  expect(toasts.shown()).toBeUndefined();
  server.answers['POST /api/messages/send'] = { id: 'm1', ticketId: 1, state: 'queued', messages: [] };
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(toasts.shown()).toMatchObject({ kind: 'success', title: 'Mensagem enviada com sucesso', lifeMs: 3000 }));
});
