import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../platform/test-server.ts';
import { useConversationNotes, useTicketNotes } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

test('what a server of a version before does not tell of notes is not there', async () => {
  const older = { id: 1, ticketId: 7, note: 'Ligar às 15h' };
  serve({ 'GET /ticket-notes/list': [older], 'GET /v1/tickets/7/notes': [older] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => [useTicketNotes(7, 9).data ?? [], useConversationNotes(7, 9)], { wrapper });
  const whole = { ...older, readBy: [], pinnedAt: null, file: null };
  await waitFor(() => expect(result.current).toEqual([[whole], [whole]]));
});
