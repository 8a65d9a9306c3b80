import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteKeys } from '../../../data/notes/keys.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { noteProblem } from './note-problem.ts';
import { TicketNotes } from './ticket-notes.tsx';

let answers: ((note: unknown) => void)[];

beforeEach(() => {
  answers = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        answers.push((note) => resolve(new Response(JSON.stringify(note))));
      }),
  );
});
afterEach(() => vi.unstubAllGlobals());

function drawNotes() {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  cache.setQueryData<TicketNoteView[]>(noteKeys.ofTicket(5), []);
  const { unmount } = renderUi(
    <QueryClientProvider client={cache}>
      <TicketNotes ticketId={5} contactId={2} reader={{ id: 7, profile: 'user' }} />
    </QueryClientProvider>,
  );
  return { leave: unmount, notes: () => cache.getQueryData<TicketNoteView[]>(noteKeys.ofTicket(5)) };
}
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Nova observação');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const added = (note: string) => ({
  id: 1,
  ticketId: 5,
  note,
  kind: 'written',
  readBy: [],
  ...{ pinnedAt: null, file: null },
  createdAt: '2026-11-21T12:00:00.000Z',
  user: null,
});

test('a note that was added is not offered again to who went to another ticket meanwhile', async () => {
  const { leave, notes } = drawNotes();
  type('Pediu retorno');
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar observação' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  leave();
  answers[0]?.(added('Pediu retorno'));
  await waitFor(() => expect(notes()).toHaveLength(1));
  drawNotes();
  expect(field().value).toBe('');
});

test('what is written while a note is on its way stays', async () => {
  const { notes } = drawNotes();
  type('Pediu retorno');
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar observação' }));
  await waitFor(() => expect(answers).toHaveLength(1));
  type('Pediu retorno às 15h');
  answers[0]?.(added('Pediu retorno'));
  await waitFor(() => expect(notes()).toHaveLength(1));
  expect(field().value).toBe('Pediu retorno às 15h');
});

test('what is wrong with a note is said of its field until it is changed', async () => {
  drawNotes();
  type('x');
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar observação' }));
  const said = await screen.findByRole('alert');
  expect(said.textContent).toBe('Muito curto!');
  expect([field().getAttribute('aria-invalid'), field().getAttribute('aria-describedby')]).toEqual(['true', said.id]);
  type('xi');
  expect(screen.queryByRole('alert')).toBeNull();
  expect([field().getAttribute('aria-invalid'), field().getAttribute('aria-describedby')]).toEqual(['false', null]);
});

test('a note has at least two letters', () => {
  expect([noteProblem(''), noteProblem('x'), noteProblem('ok')]).toEqual(['Obrigatório', 'Muito curto!', null]);
});
