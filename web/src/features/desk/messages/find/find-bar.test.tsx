import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
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
  const at = async (place: string) => expect(await screen.findByText(place)).toBeShown();
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

function Page() {
  const [finding, setFinding] = useState(false);
  const frame = useRef(null);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <textarea aria-label="Mensagem" onKeyDown={() => setFinding(true)} />
      {finding && <FindBar ticketId={1} start={null} within={frame} onJump={() => undefined} onClose={() => setFinding(false)} />}
    </QueryClientProvider>
  );
}

test.each([
  ['Escape', () => fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })],
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Fechar busca' }))],
])('who ends the search by %s goes on where they were', (_how, close) => {
  renderUi(<Page />);
  const field = screen.getByRole('textbox', { name: 'Mensagem' });
  act(() => field.focus());
  fireEvent.keyDown(field, { key: 'f', ctrlKey: true });
  act(() => screen.getByRole('searchbox').focus());
  close();
  expect([screen.queryByRole('searchbox'), document.activeElement]).toEqual([null, field]);
});
