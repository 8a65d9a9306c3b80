import type { MessageView } from '@balcao/contract/messages';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { deferred } from '../../../../platform/test-server.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import type { Outgoing } from '../outbox.ts';
import { Composer, type ComposerProps } from './composer.tsx';
import type { Suggestion } from './suggestions.ts';
import type { TrayFile } from './tray.ts';

afterEach(() => vi.restoreAllMocks());

const asked = makeMessage(1, { body: 'Vocês entregam?' });

type Given = { onSend: (outgoing: Outgoing) => void; begun?: string } & Partial<
  Pick<ComposerProps, 'suggestions' | 'files' | 'onFiles' | 'onEditLast'>
>;

/** The composer with what the thread keeps for it, beside a message one can answer. */
function Desk({ onSend, begun = '', suggestions = [], files = [], onFiles = () => undefined, onEditLast }: Given) {
  const [draft, setDraft] = useState(begun);
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
        onEditLast={onEditLast}
        files={files}
        onFiles={onFiles}
        onFilesSent={() => undefined}
        onSend={onSend}
        about={{ contactName: 'Helena Sampaio', protocol: '20261123-7', timeZone: 'America/Sao_Paulo' }}
        suggestions={suggestions}
        onTemplate={null}
        onFileList={() => undefined}
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

test('the caret is in the composer again once it was sent by the button', () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} begun="Sim" />);
  const button = screen.getByRole('button', { name: 'Enviar' });
  button.focus();
  fireEvent.click(button);
  expect(onSend).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(field());
});

test('the caret stands behind what was begun, as one goes on to write', () => {
  const moved = vi.spyOn(HTMLTextAreaElement.prototype, 'setSelectionRange');
  renderUi(<Desk onSend={() => undefined} begun="Sobre a mesa" />);
  expect(moved).toHaveBeenLastCalledWith(12, 12);
  moved.mockRestore();
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

const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' });
const trayFile = (id: string, given: Partial<TrayFile> = {}): TrayFile => ({
  id,
  file: new File(['x'], `${id}.png`, { type: 'image/png' }),
  kind: 'image',
  caption: '',
  previewUrl: null,
  ...given,
});

test('nothing but spaces is not sent; what is sent leaves the field empty, so that a second press sends nothing', () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} />);
  write('   ');
  expect(sendButton().disabled).toBe(true);
  write(' Sim! ');
  fireEvent.click(sendButton());
  fireEvent.click(sendButton());
  expect(onSend.mock.calls.map(([{ body }]) => body)).toEqual(['*Ana:*\nSim!']);
  expect((field() as HTMLTextAreaElement).value).toBe('');
});

test('without the signature the text goes out as it is, and that is remembered', () => {
  const onSend = vi.fn();
  const { unmount } = renderUi(<Desk onSend={onSend} />);
  fireEvent.click(screen.getByRole('switch', { name: 'Assinar' }));
  write('Sim!');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onSend.mock.calls[0]?.[0].body).toBe('Sim!');
  unmount();
  renderUi(<Desk onSend={onSend} />);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Assinar' }).checked).toBe(false);
});

test('the text is the caption of the first file that takes one; the quote goes with the first message only', () => {
  const onSend = vi.fn();
  const files = [trayFile('a', { caption: 'Frente' }), trayFile('b'), trayFile('c')];
  renderUi(<Desk onSend={onSend} files={files} />);
  fireEvent.click(screen.getByRole('button', { name: 'Responder' }));
  write('Verso');
  fireEvent.click(sendButton());
  expect(onSend.mock.calls.map(([{ body, file, quoted }]) => [file.name, body, quoted?.id])).toEqual([
    ['a.png', 'Frente', '1'],
    ['b.png', '*Ana:*\nVerso', undefined],
    ['c.png', '', undefined],
  ]);
});

test('where no file takes a caption, the text goes first', () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} files={[trayFile('a', { kind: 'sticker' })]} />);
  write('Olha só');
  fireEvent.click(sendButton());
  expect(onSend.mock.calls.map(([{ body, file }]) => [file?.name, body])).toEqual([
    [undefined, '*Ana:*\nOlha só'],
    ['a.png', ''],
  ]);
});

test('a file that cannot be sent holds all back', () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} files={[trayFile('a'), trayFile('b', { kind: null })]} />);
  write('Olha só');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([sendButton().disabled, onSend.mock.calls.length]).toEqual([true, 0]);
});

const suggestion = (id: number, label: string, text: string): Suggestion => ({ id, label, parts: [{ text, filled: false }], file: null });
const greeting = suggestion(1, 'ola', 'Olá! Em que posso ajudar?');

test('the quick messages go with the focus, so that nothing is opened over them; they stay while another window is looked at', () => {
  renderUi(<Desk onSend={() => undefined} suggestions={[greeting]} />);
  fireEvent.click(screen.getByRole('button', { name: 'Respostas rápidas' }));
  fireEvent.blur(field());
  expect(screen.getAllByRole('option')).toHaveLength(1);
  act(() => screen.getByRole('button', { name: 'Emoji' }).focus());
  expect(screen.queryByRole('option')).toBeNull();
});

test('a quick message is picked by its label with the keys, and not sent', () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} suggestions={[greeting, suggestion(2, 'obrigada', 'Obrigada!')]} />);
  write('/o');
  expect(screen.getAllByRole('option')).toHaveLength(2);
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(screen.getAllByRole('option')[1]?.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([(field() as HTMLTextAreaElement).value, onSend.mock.calls.length]).toEqual(['Olá! Em que posso ajudar?', 0]);
  write('/o');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByRole('option')).toBeNull();
});

test('while the file of a quick message is being loaded, nothing goes out without it', async () => {
  const file = deferred<File>();
  const [onSend, onFiles] = [vi.fn(), vi.fn()];
  const withFile = { ...greeting, file: { name: 'tabela.pdf', load: () => file.promise } };
  renderUi(<Desk onSend={onSend} onFiles={onFiles} suggestions={[withFile]} />);
  write('/ola');
  fireEvent.keyDown(field(), { key: 'Enter' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([sendButton().disabled, onSend.mock.calls.length]).toEqual([true, 0]);
  const loaded = new File(['x'], 'tabela.pdf');
  await act(async () => file.resolve(loaded));
  expect(onFiles).toHaveBeenCalledWith([loaded]);
  expect(sendButton().disabled).toBe(false);
});

test('pasted pictures become files with a name; pasted text stays text', () => {
  const onFiles = vi.fn();
  renderUi(<Desk onSend={() => undefined} onFiles={onFiles} />);
  fireEvent.paste(field(), { clipboardData: { files: [] } });
  expect(onFiles).not.toHaveBeenCalled();
  const nameless = new File(['x'], '', { type: 'image/png' });
  fireEvent.paste(field(), { clipboardData: { files: [nameless] } });
  expect(onFiles.mock.calls[0]?.[0].map(({ name }: File) => name)).toEqual(['imagem-1.png']);
});

test('an emoji comes in where the caret is', async () => {
  renderUi(<Desk onSend={() => undefined} />);
  write('Obrigada!');
  (field() as HTMLTextAreaElement).setSelectionRange(8, 8);
  fireEvent.click(screen.getByRole('button', { name: 'Emoji' }));
  const search = await screen.findByRole('searchbox', { name: 'Buscar emoji' });
  await waitFor(() => expect(document.activeElement).toBe(search));
  fireEvent.change(search, { target: { value: 'coracao' } });
  await screen.findByRole('button', { name: 'coração vermelho' });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((field() as HTMLTextAreaElement).value).toMatch(/^Obrigada\p{Extended_Pictographic}\u{fe0f}?!$/u);
});

const written = () => (field() as HTMLTextAreaElement).value;
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('a colon and two letters offer emoji; keys put one in, and Escape leaves the text', async () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} />);
  write('Feliz dia :bolo');
  await waitFor(() => expect(names()).toContain('🎂bolo de aniversário'));
  const before = names();
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'Tab' });
  expect(written()).toBe(`Feliz dia ${before[1]?.match(/^\P{L}+/u)?.[0]}`);
  // What was used once comes first.
  write(':bolo');
  expect(names()[0]).toBe(before[1]);
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(names()).toEqual([]);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onSend.mock.calls[0]?.[0].body).toBe('*Ana:*\n:bolo');
});

test('two braces offer the variables with what they become here, and so they go out', () => {
  const onSend = vi.fn();
  renderUi(<Desk onSend={onSend} />);
  write('Oi, {{');
  expect(names()).toHaveLength(6);
  expect(names()[0]).toBe('Primeiro nomeHelena');
  write('Oi, {{prot');
  expect(names()).toEqual(['Protocolo20261123-7']);
  write('Oi, {{');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([written(), onSend.mock.calls.length]).toEqual(['Oi, {{firstName}}', 0]);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onSend.mock.calls[0]?.[0].body).toBe('*Ana:*\nOi, Helena');
});

test('marks go on the selection by key and by button, which can be put away', () => {
  const { unmount } = renderUi(<Desk onSend={() => undefined} />);
  write('Sai hoje');
  const select = (start: number, end: number) => (field() as HTMLTextAreaElement).setSelectionRange(start, end);
  select(4, 8);
  fireEvent.keyDown(field(), { key: 'b', ctrlKey: true });
  expect(written()).toBe('Sai *hoje*');
  fireEvent.keyDown(field(), { key: 'b', ctrlKey: true });
  expect(written()).toBe('Sai hoje');
  if (!screen.queryByRole('toolbar')) fireEvent.click(screen.getByRole('button', { name: 'Formatação' }));
  fireEvent.click(screen.getByRole('button', { name: 'Lista' }));
  expect(written()).toBe('- Sai hoje');
  fireEvent.click(screen.getByRole('button', { name: 'Formatação' }));
  expect(screen.queryByRole('toolbar')).toBeNull();
  unmount();
  renderUi(<Desk onSend={() => undefined} />);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('the arrow up edits what was written last, unless something is being written', () => {
  const onEditLast = vi.fn();
  renderUi(<Desk onSend={() => undefined} onEditLast={onEditLast} />);
  fireEvent.keyDown(field(), { key: 'ArrowUp', shiftKey: true });
  expect(onEditLast).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(onEditLast).toHaveBeenCalledOnce();
  fireEvent.change(field(), { target: { value: 'Sobre a mesa' } });
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(onEditLast).toHaveBeenCalledOnce();
});

test('on a touch screen the camera is one of the things to attach', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('coarse'), addEventListener: () => undefined, removeEventListener: () => undefined }) as never,
  );
  const onFiles = vi.fn();
  renderUi(<Desk onSend={() => undefined} onFiles={onFiles} />);
  const [photo, video] = [...document.querySelectorAll<HTMLInputElement>('input[capture="environment"]')];
  expect([photo?.accept, video?.accept]).toEqual(['image/*', 'video/*']);
  const opened = vi.spyOn(photo as HTMLInputElement, 'click').mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Mais anexos' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Tirar foto' }));
  expect(opened).toHaveBeenCalledOnce();
  const picture = new File(['x'], 'foto.jpg', { type: 'image/jpeg' });
  fireEvent.change(photo as HTMLInputElement, { target: { files: [picture] } });
  expect(onFiles).toHaveBeenCalledWith([picture]);
});
