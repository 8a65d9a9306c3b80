import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../../../platform/test-server.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { FindBar } from './find-bar.tsx';

afterEach(() => vi.unstubAllGlobals());

test('Enter goes on to older places and begins again after the oldest; Shift Enter goes back', async () => {
  const hit = (kind: 'message' | 'note', id: string, position: number) => ({ kind, id, position, at: '', body: 'mesa' });
  serve({ 'GET /v1/tickets/5/find': { hits: [hit('message', '30', 1), hit('note', '4', 6), hit('message', '11', 20)], hasMore: false } });
  const onJump = vi.fn();
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <FindBar ticketId={5} start={{ text: 'mesa', messageId: '30' }} within={{ current: null }} onJump={onJump} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  const at = async (place: string) => expect(await screen.findByText(place)).toBeTruthy();
  const enter = (shiftKey = false) => fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', shiftKey });
  await at('1 de 3');
  for (const place of ['2 de 3', '3 de 3', '1 de 3']) {
    enter();
    await at(place);
  }
  enter(true);
  await at('3 de 3');
  expect(onJump.mock.calls).toEqual([
    ['30', 1],
    ['note-4', 6],
    ['11', 20],
    ['30', 1],
    ['11', 20],
  ]);
});
