import type { MessageView } from '@balcao/contract/messages';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { speakLanguage } from '../../../../platform/i18n.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { entryOfPending } from '../thread/thread-rows.ts';
import { Bubble, type BubbleActions, type BubbleLinks } from './bubble.tsx';

const links: BubbleLinks = { jump: vi.fn(), openMedia: vi.fn(), startConversation: null, voiceEnded: vi.fn() };
const actions = (given: Partial<BubbleActions> = {}): BubbleActions => ({
  reply: vi.fn(),
  forward: vi.fn(),
  select: vi.fn(),
  react: vi.fn(),
  edit: null,
  mayRemove: () => true,
  remove: vi.fn(),
  retry: vi.fn(),
  resend: vi.fn(),
  discard: vi.fn(),
  ...given,
});

const noMedia = { onchange: null, addEventListener: () => undefined, removeEventListener: () => undefined } as unknown as MediaQueryList;

function show(
  message: MessageView,
  { isGroup = false, can = null as BubbleActions | null, startConversation = links.startConversation } = {},
) {
  renderUi(
    <ol>
      <Bubble
        entry={{ key: message.id, message, pending: null }}
        first
        flash={false}
        isGroup={isGroup}
        actions={can}
        links={{ ...links, startConversation }}
      />
    </ol>,
  );
  return screen.getByRole('article');
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:31:00Z') });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await speakLanguage('pt');
});

describe('a call', () => {
  const call = (id: number, outcome: 'ringing' | 'answered' | 'missed' | 'rejected', video = false) =>
    makeMessage(id, { mediaType: 'call_log', body: 'Chamada', call: { video, outcome } });

  test.each([
    [call(30, 'ringing'), 'Chamada de voz tocando…'],
    [call(30, 'answered'), 'Chamada de voz atendida no celular'],
    [call(30, 'rejected', true), 'Chamada de vídeo recusada'],
    [call(30, 'missed', true), 'Chamada de vídeo perdida'],
    // Nobody heard the end of it.
    [call(10, 'ringing'), 'Chamada de voz perdida'],
  ])('says how it went', (message, text) => {
    expect(show(message).textContent).toContain(text);
  });
});

describe('a place', () => {
  const place = (image: string) =>
    makeMessage(1, { mediaType: 'locationMessage', body: `${image}|https://maps.example|Praça da Sé`, location: null });

  test('shows the picture that came with it', () => {
    const picture = 'data:image/jpeg;base64,/9j/4AAQ';
    expect(show(place(picture)).querySelector('img')?.getAttribute('src')).toBe(picture);
  });

  test.each(['', 'https://tracker.example/pixel.png', 'data:image/svg+xml;base64,PHN2Zz4='])('loads nothing from %s', (image) => {
    const card = show(place(image));
    expect(card.querySelector('img')).toBeNull();
    expect(card.textContent).toContain('Praça da Sé');
  });
});

describe('answering', () => {
  const theirs = makeMessage(1, { body: 'Olá' });

  test('is offered where one can write', () => {
    const reply = vi.fn();
    fireEvent.click(within(show(theirs, { can: actions({ reply }) })).getByRole('button', { name: 'Responder citando' }));
    expect(reply).toHaveBeenCalledWith(theirs);
  });

  test('is not offered elsewhere', () => {
    expect(within(show(theirs, { can: actions({ reply: null }) })).queryByRole('button', { name: 'Responder citando' })).toBeNull();
  });
});

describe('a placeholder', () => {
  test.each([
    ['awaiting_phone', /Aguardando esta mensagem/, /Waiting for this message/, /Esperando este mensaje/],
    ['view_once', /visualização única/, /view-once/, /visualización única/],
    ['other', /não aparece aqui/, /not shown here/, /no se muestra|no aparece/],
  ] as const)('%s says why, in every language', async (placeholder, pt, en, es) => {
    const message = makeMessage(1, { mediaType: 'unsupported', body: '', placeholder });
    expect(show(message).textContent).toMatch(pt);
    for (const [language, text] of [
      ['en', en],
      ['es', es],
    ] as const) {
      await speakLanguage(language);
      cleanup();
      expect(show(message).textContent).toMatch(text);
    }
  });
});

describe('in a group', () => {
  test('each author has a name and a colour of their own; an id is not a name', () => {
    const lia = show(makeMessage(1, { participant: 'wa_lid:998877', participantName: 'Lia Prado' }), { isGroup: true });
    const tone = within(lia).getByText('Lia Prado').dataset.tone;
    expect(tone).toMatch(/^[1-6]$/);
    cleanup();
    const again = show(makeMessage(2, { participant: 'wa_lid:998877', participantName: 'Lia P.' }), { isGroup: true });
    expect(within(again).getByText('Lia P.').dataset.tone).toBe(tone);
    cleanup();
    const unknown = show(makeMessage(3, { participant: 'wa_lid:998877' }), { isGroup: true });
    expect(within(unknown).getByText('Participante')).toBeShown();
    expect(unknown.textContent).not.toContain('998877');
    cleanup();
    const number = show(makeMessage(4, { participant: 'wa_pn:5548905550142', participantName: '5548905550142' }), { isGroup: true });
    expect(number.textContent).toContain('90555-0142');
  });

  test('who is spoken to is named', () => {
    const body = '@99887766554433 e @5511999990000, chegou?';
    const message = makeMessage(1, { body, mentions: [{ token: '99887766554433', name: 'Lia Prado' }] });
    expect(show(message, { isGroup: true }).textContent).toContain('@Lia Prado e @5511999990000, chegou?');
  });

  test('to who is spoken to one can write, where a number is known', () => {
    const startConversation = vi.fn();
    const mentions = [
      { token: '99887766554433', name: 'Lia Prado' },
      { token: '5511999990000', name: 'Rui Prates' },
    ];
    const message = makeMessage(1, { body: '*@99887766554433* e @5511999990000, chegou?', mentions });
    const bubble = within(show(message, { isGroup: true, startConversation }));
    expect(bubble.getByText('@Lia Prado').tagName).toBe('MARK');
    fireEvent.click(bubble.getByRole('button', { name: '@Rui Prates' }));
    expect(startConversation).toHaveBeenCalledWith({ name: 'Rui Prates', phone: '5511999990000' });
  });

  test('a reaction says how many and who', () => {
    const reactions = [
      { emoji: '👍', fromMe: false, name: 'Lia Prado' },
      { emoji: '👍', fromMe: true, name: null },
    ];
    show(makeMessage(1, { reactions }), { isGroup: true, can: actions() });
    expect(screen.getByRole('button', { name: 'Reação 👍: 2' }).title).toBe('Lia Prado, Você');
  });
});

describe('deleting', () => {
  test.each([
    [true, 1],
    [false, 0],
  ])('is offered only where it is possible (%s)', async (mayRemove, offered) => {
    show(makeMessage(1, { fromMe: true, state: 'sent', ack: 1 }), { can: actions({ mayRemove: () => mayRemove }) });
    fireEvent.click(screen.getByRole('button', { name: 'Mais sobre esta mensagem' }));
    // By its name, what an entry opens gives the focus back to its button.
    const menu = within(await screen.findByRole('menu', { name: 'Mais sobre esta mensagem' }));
    expect(menu.getByRole('menuitem', { name: 'Responder' })).toBeShown();
    expect(menu.queryAllByRole('menuitem', { name: 'Apagar' })).toHaveLength(offered);
    // The tools stay in sight while it is open.
    expect(screen.getByRole('button', { name: 'Mais sobre esta mensagem' }).closest('[data-open]')).not.toBeNull();
  });
});

test('a reaction is chosen from a palette, which closes', async () => {
  const react = vi.fn();
  const message = makeMessage(1);
  show(message, { can: actions({ react }) });
  fireEvent.click(screen.getByRole('button', { name: 'Reagir' }));
  const palette = within(await screen.findByRole('dialog', { name: 'Reagir' }));
  fireEvent.click(palette.getByRole('button', { name: '🙏' }));
  expect(react).toHaveBeenCalledWith(message, '🙏');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('a correction', () => {
  test('is offered while it is possible', async () => {
    const begin = vi.fn();
    const message = makeMessage(1, { fromMe: true, state: 'sent', ack: 1 });
    show(message, { can: actions({ edit: { can: () => true, begin } }) });
    fireEvent.click(screen.getByRole('button', { name: 'Mais sobre esta mensagem' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    expect(begin).toHaveBeenCalledWith(message);
  });

  test('is not offered later', async () => {
    show(makeMessage(1, { fromMe: true, state: 'sent', ack: 1 }), { can: actions({ edit: { can: () => false, begin: vi.fn() } }) });
    fireEvent.click(screen.getByRole('button', { name: 'Mais sobre esta mensagem' }));
    await screen.findByRole('menuitem', { name: 'Apagar' });
    expect(screen.queryByRole('menuitem', { name: 'Editar' })).toBeNull();
  });

  test('shows the former texts', async () => {
    show(makeMessage(1, { body: 'São 90 reais', isEdited: true, edits: [{ body: 'São 100 reais', at: '2026-11-21T09:02:00.000Z' }] }));
    expect(screen.queryByText(/São 100 reais/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'editada' }));
    expect(screen.getByText(/São 100 reais/)).toBeShown();
  });
});

describe('a message that waits by itself', () => {
  const waiting = (given: Partial<MessageView>) =>
    makeMessage(30, { fromMe: true, state: 'queued', ack: 0, waitsUntil: '2026-11-21T13:00:00.000Z', ...given });

  test('says until when the number may begin no conversations, in every language', async () => {
    for (const [language, text] of [
      ['pt', /não pode iniciar conversas até 21\/11\/2026/],
      ['en', /may not begin conversations until 21\/11\/2026/],
      ['es', /no puede iniciar conversaciones hasta el 21\/11\/2026/],
    ] as const) {
      await speakLanguage(language);
      show(waiting({ failReason: 'new_chats_held' }));
      expect(screen.getByRole('status').textContent).toMatch(text);
      cleanup();
    }
  });

  test('says until when the number may not answer, in every language', async () => {
    for (const [language, text] of [
      ['pt', /não deixa este número responder até 21\/11\/2026/],
      ['en', /does not let this number answer until 21\/11\/2026/],
      ['es', /no deja que este número responda hasta el 21\/11\/2026/],
    ] as const) {
      await speakLanguage(language);
      show(waiting({ failReason: 'answers_held' }));
      expect(screen.getByRole('status').textContent).toMatch(text);
      cleanup();
    }
  });

  test('says that the connection is away, and can be left unsent', () => {
    const can = actions();
    const message = waiting({ failReason: 'connection_down' });
    show(message, { can });
    expect(screen.getByRole('status').textContent).toContain('a conexão está fora do ar');
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar envio' }));
    expect(can.remove).toHaveBeenCalledWith(message);
  });

  test('says nothing when it only waits for its turn', () => {
    show(waiting({ failReason: null, waitsUntil: null }));
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('a file on its way', () => {
  const draw = (message: MessageView) => (
    <MantineProvider env="test">
      <ol>
        <Bubble entry={{ key: 'one', message, pending: null }} first flash={false} isGroup={false} actions={null} links={links} />
      </ol>
    </MantineProvider>
  );
  const pending = (given: Parameters<typeof entryOfPending>[0]['file']) =>
    entryOfPending(
      {
        key: 'k',
        ticketId: 1,
        body: '',
        to: null,
        quoted: null,
        file: given,
        createdAt: '2026-11-21T09:30:00.000Z',
        state: 'sending',
        progress: 0,
        error: null,
      },
      1,
      { id: 1, name: 'Ana' },
    ).message;
  const blob = new Blob(['x']);

  test('is being sent if it is ours, and downloaded if it is the customer’s', () => {
    show(pending({ blob, name: 'tabela.pdf', kind: 'document', previewUrl: null }));
    expect(screen.getByRole('status').textContent).toBe('Documento: enviando…');
    cleanup();
    show(makeMessage(1, { mediaType: 'application', mediaState: 'pending' }));
    expect(screen.getByRole('status').textContent).toBe('Documento: baixando…');
  });

  test('of a picture takes the place that the picture will have, and nothing jumps when its size is known', () => {
    const box = () => screen.getByRole('article').querySelector<HTMLElement>('[style*="aspect-ratio"]')?.style;
    const photo = makeMessage(1, { mediaType: 'image', body: '', mediaState: 'pending' });
    const { rerender } = render(draw(photo));
    const before = [box()?.width, box()?.aspectRatio];
    expect(before).toEqual(['240px', '4 / 3']);
    rerender(draw({ ...photo, mediaState: 'ready', mediaUrl: '/a.jpg', width: 300, height: 900 }));
    expect(screen.getByRole('button', { name: 'Abrir foto' })).toBeShown();
    expect([box()?.width, box()?.aspectRatio]).toEqual(before);
    cleanup();
    render(draw(pending({ blob, name: 'a.jpg', kind: 'image', previewUrl: 'blob:a', size: { width: 200, height: 100 } })));
    expect([box()?.width, box()?.aspectRatio]).toEqual(['200px', '200 / 100']);
  });

  test('of a voice note shows its length at once, and the server’s when it is there', () => {
    const voice = pending({ blob, name: 'voz.ogg', kind: 'voice', previewUrl: 'blob:v', seconds: 7.2 });
    const { rerender } = render(draw(voice));
    expect(screen.getByRole('article').textContent).toContain('/ 0:07');
    rerender(draw({ ...voice, duration: null }));
    rerender(draw({ ...voice, duration: 9 }));
    expect(screen.getByRole('article').textContent).toContain('/ 0:09');
  });
});

test('where nothing can be pointed at, the menu reacts and replies', async () => {
  const pointing = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ ...noMedia, media: query, matches: query === '(hover: none)' }));
  const [react, reply] = [vi.fn(), vi.fn()];
  const message = makeMessage(1, { reactions: [{ emoji: '🙏', fromMe: true, name: null }] });
  show(message, { can: actions({ react, reply }) });
  expect(screen.queryByRole('button', { name: 'Responder citando' })).toBeNull();
  const more = screen.getByRole('button', { name: 'Mais sobre esta mensagem' });
  fireEvent.click(more);
  const emojis = within(await screen.findByRole('group', { name: 'Reagir' }));
  fireEvent.click(emojis.getByRole('menuitem', { name: '👍' }));
  expect(react).toHaveBeenCalledWith(message, '👍');
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Responder' }));
  expect(reply).toHaveBeenCalledWith(message);
  pointing.mockRestore();
});
