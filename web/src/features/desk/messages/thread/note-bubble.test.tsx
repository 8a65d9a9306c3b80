import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatTime } from '../../../../platform/format.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { NoteBubble } from './note-bubble.tsx';
import { NoteToolsContext } from './note-tools.ts';
import { PinnedNote } from './pinned-note.tsx';

const at = '2026-11-21T12:00:00.000Z';
const note: TicketNoteView = {
  ...{ id: 7, kind: 'written', ticketId: 1, contactId: 1, userId: 3, user: { id: 3, name: 'Ana Beatriz' }, createdAt: at, updatedAt: at },
  note: '@Caio Fontes, o pedido está em https://pedidos.example/v-20931',
  mentions: [{ id: 4, name: 'Caio Fontes' }],
  ...{ pinnedAt: null, file: null },
  readBy: [{ id: 4, name: 'Caio Fontes', at: '2026-11-21T12:02:00.000Z' }],
  contact: { id: 1, name: 'Helena Sampaio' },
  ticket: { id: 1, status: 'open', createdAt: at },
};

test('a note in the conversation has links to follow, says who read it, and what can be done with it', () => {
  renderUi(
    <NoteToolsContext value={({ id }) => <button type="button">Excluir {id}</button>}>
      <ol>
        <NoteBubble note={note} />
      </ol>
    </NoteToolsContext>,
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://pedidos.example/v-20931');
  expect(screen.getByText('@Caio Fontes').tagName).toBe('MARK');
  expect(screen.getByText(`Caio Fontes leu às ${formatTime('2026-11-21T12:02:00.000Z')}`)).toBeShown();
  expect(screen.getByRole('button', { name: 'Excluir 7' })).toBeShown();
});

test('of the pinned notes the last one stands above the conversation: a line of it, and all of it with its file', () => {
  const pinned = (id: number, pinnedAt: string | null, text: string) => ({ ...note, id, pinnedAt, note: text });
  const file = { url: 'https://balcao.example/f', name: 'nota.pdf', mime: 'application/pdf', size: 2048 };
  const notes = [
    pinned(1, null, 'Solta'),
    pinned(2, at, 'Vem na terça'),
    { ...pinned(3, '2026-11-21T12:03:00.000Z', 'Vem na quarta'), file },
  ];
  const { unmount } = renderUi(
    <NoteToolsContext value={({ id }) => <button type="button">Desafixar {id}</button>}>
      <PinnedNote notes={notes} />
    </NoteToolsContext>,
  );
  const line = screen.getByRole('button', { name: /Nota fixada.*Vem na quarta/ });
  expect(screen.queryByRole('link')).toBeNull();
  fireEvent.click(line);
  expect(screen.getByRole('link', { name: /nota\.pdf/ }).getAttribute('href')).toBe('https://balcao.example/f');
  expect(screen.getByRole('button', { name: 'Desafixar 3' })).toBeShown();
  unmount();
  renderUi(<PinnedNote notes={notes.slice(0, 1)} />);
  expect(screen.queryByText('Nota fixada')).toBeNull();
});
