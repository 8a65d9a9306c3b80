import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeTicket } from '../../../../../data/tickets/test-tickets.ts';
import { clearSession, keepSession } from '../../../../../platform/session.ts';
import { testSession } from '../../../../../platform/test-session.ts';
import { renderUi } from '../../../../../ui/test-render.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';

afterEach(() => {
  cleanup();
  clearSession();
});

test('a moment that is past, or more than a year away, cannot be chosen', () => {
  keepSession(testSession());
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <SnoozeDialog tickets={[makeTicket(1)]} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Adiar' });
  const chosen = (value: string) => fireEvent.change(screen.getByLabelText(/Até quando/), { target: { value } });
  expect(save().disabled).toBe(false);
  for (const value of ['2020-01-02T08:00', '2099-01-02T08:00', '']) {
    chosen(value);
    expect(save().disabled).toBe(true);
  }
});
