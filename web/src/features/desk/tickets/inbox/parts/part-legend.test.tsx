import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ticketKeys } from '../../../../../data/tickets/keys.ts';
import { makeTicket } from '../../../../../data/tickets/test-tickets.ts';
import { renderUi } from '../../../../../ui/test-render.tsx';
import { PartLegend } from './part-legend.tsx';

const now = Date.UTC(2026, 10, 21, 12);
const waiting = (id: number, minutes: number, queueId = 1) =>
  makeTicket(id, { status: 'pending', queueId, waitingSince: new Date(now - minutes * 60_000).toISOString() });

function legend(minutes: readonly number[], { queueId = 1, more = false } = {}) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const promised = { queueId: 1, firstAnswerMinutes: 20, resolutionMinutes: null, schedules: [] };
  cache.setQueryData(ticketKeys.promises, { timeZone: 'America/Sao_Paulo', holidays: [], connections: [], queues: [promised] });
  renderUi(
    <QueryClientProvider client={cache}>
      <PartLegend tickets={minutes.map((each, at) => waiting(at + 1, each, queueId))} more={more} now={now} />
    </QueryClientProvider>,
  );
  return screen.queryAllByRole('img').map((image) => image.getAttribute('aria-label'));
}

test('a part of the list says how many are late, nearly late and fine', () => {
  expect(legend([38, 26, 17, 9, 6, 4])).toEqual(['Fora do prazo: 2', 'Perto do prazo: 1', 'No prazo: 3']);
});

test('of a list that is not loaded to its end there are at least so many', () => {
  expect(legend([38, 2], { more: true })).toEqual(['Fora do prazo: 1+', 'No prazo: 1+']);
});

test('where nothing was promised nothing is counted', () => {
  expect(legend([38], { queueId: 2 })).toEqual([]);
});
