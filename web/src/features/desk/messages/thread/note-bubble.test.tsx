import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatTime } from '../../../../platform/format.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { NoteBubble } from './note-bubble.tsx';
import { NoteToolsContext } from './note-tools.ts';

const at = '2026-11-21T12:00:00.000Z';
const note: TicketNoteView = {
  ...{ id: 7, kind: 'written', ticketId: 1, contactId: 1, userId: 3, user: { id: 3, name: 'Ana Beatriz' }, createdAt: at, updatedAt: at },
  note: '@Caio Fontes, o pedido está em https://pedidos.example/v-20931',
  mentions: [{ id: 4, name: 'Caio Fontes' }],
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
