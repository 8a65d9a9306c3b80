import type { MessageView } from '@balcao/contract/messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import type { Outgoing } from '../outbox.ts';
import { Composer } from './composer.tsx';

afterEach(() => vi.restoreAllMocks());

const asked = makeMessage(1, { body: 'Vocês entregam?' });

/** The composer with what the thread keeps for it, beside a message one can answer. */
function Desk({ onSend }: { onSend: (outgoing: Outgoing) => void }) {
  const [draft, setDraft] = useState('');
  const [quoted, setQuoted] = useState<MessageView | null>(null);
  return (
    <>
      <button type="button" onClick={() => setQuoted(asked)}>
        Responder
      </button>
      <input aria-label="Nota" />
      <Composer
        ticketId={5}
        author="Ana"
        draft={draft}
        onDraft={setDraft}
        quoted={quoted}
        onUnquote={() => setQuoted(null)}
        files={[]}
        onFiles={() => undefined}
        onFilesSent={() => undefined}
        onSend={onSend}
        suggestions={[]}
      />
    </>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Mensagem' });
const quote = () => screen.queryByText('Vocês entregam?');

test('the caret is in the composer as soon as it appears', () => {
  renderUi(<Desk onSend={() => undefined} />);
  expect(document.activeElement).toBe(field());
});

test('it takes no caret from somebody who is typing elsewhere, except from a search', () => {
  const note = document.body.appendChild(document.createElement('textarea'));
  note.focus();
  const { unmount } = renderUi(<Desk onSend={() => undefined} />);
  expect(document.activeElement).toBe(note);
  unmount();
  note.remove();
  const search = document.body.appendChild(document.createElement('input'));
  search.type = 'search';
  search.focus();
  renderUi(<Desk onSend={() => undefined} />);
  expect(document.activeElement).toBe(field());
  search.remove();
});

test('on a touch screen the keyboard does not open by itself, but for an answer it does', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: query === '(hover: none)' }) as never,
  );
  renderUi(<Desk onSend={() => undefined} />);
  expect(document.activeElement).not.toBe(field());
  fireEvent.click(screen.getByRole('button', { name: 'Responder' }));
  expect(document.activeElement).toBe(field());
});

test('who answers a message types at once; Escape removes the quote first and leaves the caret', async () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} />);
  const answer = screen.getByRole('button', { name: 'Responder' });
  answer.focus();
  fireEvent.click(answer);
  expect(quote()).not.toBeNull();
  // A menu that closes gives the focus back to where it was opened.
  answer.focus();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(quote()).toBeNull();
  expect(document.activeElement).toBe(field());

  fireEvent.click(answer);
  fireEvent.change(field(), { target: { value: 'Sim!' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onSend).toHaveBeenCalledWith({ ticketId: 5, body: '*Ana:*\nSim!', quoted: asked, file: null });
  expect(quote()).toBeNull();
});

test('Enter that ends a composed character, and Shift with Enter, send nothing', () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} />);
  fireEvent.change(field(), { target: { value: 'Olá' } });
  fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
});
