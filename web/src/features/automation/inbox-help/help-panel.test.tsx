import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadSentences } from '../../../platform/sentences.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { refused, serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { HelpPanel } from './help-panel.tsx';

beforeEach(() => keepSession(testSession()));
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

const answer = {
  text: 'Quer o sofá em azul.',
  sent: { provider: 'ia.example', model: 'm', messages: 2, instructions: '', text: '' },
  tokens: 9,
};
const offer = { tasks: ['summary' as const], provider: 'ia.example', model: 'm', transcriptionModel: '' };
const focused = () => document.activeElement?.textContent;

test('the focus stays in the panel, whatever it shows, so that the keys reach it', async () => {
  await loadSentences();
  const { answers } = serve({ 'POST /v1/inbox-help/tickets/1/summary': refused('ERR_ASSISTANT_FAILED', 400, { reason: 'quota' }) });
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <HelpPanel ticketId={1} offer={offer} writing={null} onDone={() => undefined} />
    </QueryClientProvider>,
  );
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    button.focus();
    await act(async () => fireEvent.click(button));
  };
  await press('Resumir a conversa');
  expect(focused()).toBe('Resumir a conversa');
  answers['POST /v1/inbox-help/tickets/1/summary'] = answer;
  await press('Tentar de novo');
  expect(focused()).toBe('Resumir a conversa');
  await press('Outra vez');
  expect(focused()).toBe('Resumir a conversa');
  await screen.findByText('Quer o sofá em azul.');
  // Back to what may be asked for.
  await press('Resumir a conversa');
  expect(screen.queryByText('Quer o sofá em azul.')).toBeNull();
  expect(focused()).toBe('Resumir a conversa');
});
