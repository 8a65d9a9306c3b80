import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { BehindFilter } from '../../../data/dashboard/keys.ts';
import { formatDateTime } from '../../../platform/format.ts';
import { serve } from '../../../platform/test-server.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { BehindPanel } from './behind-panel.tsx';

const at = { queuedAt: '2026-11-20T12:00:00.000Z', startedAt: '2026-11-20T12:25:00.000Z', finishedAt: '2026-11-20T14:07:00.000Z' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each<[BehindFilter['of'], string, string | null]>([
  ['queued', at.queuedAt, null],
  ['accepted', at.queuedAt, '25 min'],
  ['finished', at.finishedAt, null],
  ['supported', at.finishedAt, '1 h 42 min'],
])('the list of %s tells the time it is ordered by, and how long it took where that is the figure', async (of, time, lasted) => {
  const one = { id: 1, ticket: null, contact: { id: 1, name: 'Nair Pacheco' }, user: null, queue: null, whatsapp: null, rating: null };
  serve({ 'GET /v1/dashboard/attendances': { records: [{ ...one, ...at, firstResponseAt: null }], count: 1, hasMore: false } });
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <BehindPanel title="Lista" period={{ days: 3 }} filter={{ of }} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect((await screen.findByText('Nair Pacheco')).closest('li')?.textContent).toBe(
    ['Nair Pacheco', formatDateTime(time), 'Sem fila', lasted].join(''),
  );
});
