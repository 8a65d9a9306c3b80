import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey } from '../../../data/drafts/draft-key.ts';
import { nextTask } from '../../../platform/next-task.ts';
import { clearSession, keepSession } from '../../../platform/session.ts';
import { readStored } from '../../../platform/storage.ts';
import { deferred, serve } from '../../../platform/test-server.ts';
import { testSession } from '../../../platform/test-session.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { NoteComposer } from './note-composer.tsx';

const note = { id: 1, ticketId: 5, note: 'Pediu retorno', kind: 'written', createdAt: '2026-11-21T12:00:00.000Z', user: null };
let server: ReturnType<typeof serve>;
let answer: (given: unknown) => void;

beforeEach(() => {
  const { promise, resolve } = deferred();
  answer = resolve;
  server = serve({ 'POST /ticket-notes': () => promise });
  keepSession(testSession());
});
afterEach(() => {
  clearSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open() {
  return renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <NoteComposer ticketId={5} contactId={2} people={[{ id: 8, name: 'Bia Fontes', online: true, away: false }]} enterSends tabs={null} />
    </QueryClientProvider>,
  );
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nota interna' });
/** The notes that the server was told of; drafts are as well. */
const saved = () => server.told().filter(({ route }) => route === 'POST /ticket-notes');
const type = (text: string) => {
  fireEvent.change(field(), { target: { value: text, selectionStart: text.length } });
};
async function save(text: string) {
  type(text);
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(saved()).toHaveLength(1));
}
async function answered() {
  answer(note);
  await act(() => nextTask());
}
const draft = () => readStored(draftKey(5, 'note'));

test('a note that was saved leaves its field', async () => {
  open();
  await save('Pediu retorno');
  await answered();
  await waitFor(() => expect(field().value).toBe(''));
  expect(saved()[0]?.body).toMatchObject({ note: 'Pediu retorno', ticketId: 5, contactId: 2, mentions: [] });
});

test('what is written while a note is on its way stays', async () => {
  open();
  await save('Pediu retorno');
  type('Pediu retorno às 15h');
  await answered();
  expect([field().value, draft()]).toEqual(['Pediu retorno às 15h', 'Pediu retorno às 15h']);
});

test('a note that was added is not offered again to who went to another conversation meanwhile', async () => {
  const { unmount } = open();
  await save('Pediu retorno');
  unmount();
  await answered();
  await waitFor(() => expect(draft()).toBeNull());
});

test('Enter calls the colleague who is offered instead of saving; Escape takes the offer away', async () => {
  open();
  type('Fala com @bi');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([field().value, saved()]).toEqual(['Fala com @Bia Fontes ', []]);
  type('Fala com @bi');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByRole('listbox')).toBeNull();
  await save('Fala com @Bia Fontes hoje');
  expect(saved()[0]?.body).toMatchObject({ mentions: [8] });
});

test('a note goes with its file, and by its name alone; by then the file is no longer in the field', async () => {
  open();
  const file = new File(['linha'], 'nota fiscal.pdf', { type: 'application/pdf' });
  fireEvent.change(screen.getByLabelText('Arquivo da nota'), { target: { files: [file] } });
  expect(screen.getByText('nota fiscal.pdf')).toBeShown();
  fireEvent.click(screen.getByRole('button', { name: 'Remover nota fiscal.pdf' }));
  expect(screen.queryByText('nota fiscal.pdf')).toBeNull();
  fireEvent.change(screen.getByLabelText('Arquivo da nota'), { target: { files: [file] } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar nota' }));
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]?.body).toMatchObject({ note: 'nota fiscal.pdf', ticketId: '5', mentions: '[]', file });
  await act(async () => answer(note));
  await waitFor(() => expect(screen.queryByText('nota fiscal.pdf')).toBeNull());
});
