import type { MessageView } from '@balcao/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MessagePages, messageKeys } from '../../../data/messages/keys.ts';
import { makeMessage } from '../../../data/messages/test-messages.ts';
import { deferred, refused, serve } from '../../../platform/test-server.ts';
import { watchToasts } from '../../../platform/test-toast.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { useMessageActions } from './mutations.ts';

const later = '2026-11-21T20:00:00.000Z';
let cache: QueryClient;
let server: ReturnType<typeof serve>;
let actions: ReturnType<typeof useMessageActions>;
let toasts: ReturnType<typeof watchToasts>;

function Desk() {
  actions = useMessageActions();
  return null;
}
function hold(message: MessageView): MessageView {
  const page = { messages: [message], ticket: {}, count: 1, hasMore: false } as unknown as MessagePages['pages'][number];
  cache.setQueryData<MessagePages>(messageKeys.thread(1), { pages: [page], pageParams: [1] });
  renderUi(
    <QueryClientProvider client={cache}>
      <Desk />
    </QueryClientProvider>,
  );
  return message;
}
const held = () => cache.getQueryData<MessagePages>(messageKeys.thread(1))?.pages[0]?.messages[0];

beforeEach(() => {
  toasts = watchToasts();
  cache = new QueryClient();
  server = serve({});
});
afterEach(() => {
  toasts.clear();
  vi.unstubAllGlobals();
});

const thumb = { emoji: '👍', fromMe: true, name: null };
const theirs = { emoji: '🎉', fromMe: false, name: 'Helena' };

test('a reaction is shown at once beside those of others, and taken back when it is refused', async () => {
  const message = hold(makeMessage(1, { reactions: [theirs] }));
  const answer = deferred();
  server.answers['POST /v1/messages/1/reaction'] = () => answer.promise;
  const done = actions.react(message, '👍');
  expect(held()?.reactions).toEqual([theirs, thumb]);
  answer.resolve(refused('ERR_WAPP_CHANNEL', 400));
  await act(() => done);
  expect(held()?.reactions).toEqual([theirs]);
  expect(toasts.shown()).toMatchObject({ kind: 'error', title: 'Esta conexão não oferece isso.' });
});

test('the same emoji again takes the reaction away, another one replaces it', async () => {
  const message = hold(makeMessage(1, { reactions: [thumb] }));
  server.answers['POST /v1/messages/1/reaction'] = makeMessage(1, { updatedAt: later });
  await act(() => actions.react(message, '👍'));
  await act(() => actions.react(message, '❤️'));
  expect(server.told().map(({ body }) => body)).toEqual([{ emoji: '' }, { emoji: '❤️' }]);
});

test('a failed message that is sent again waits again; what is refused is said', async () => {
  const message = hold(makeMessage(1, { fromMe: true, state: 'failed' }));
  server.answers['POST /v1/messages/1/retry'] = { ...message, state: 'queued', updatedAt: later };
  await act(() => actions.retry(message));
  expect(held()?.state).toBe('queued');
  server.answers['POST /v1/messages/1/retry'] = refused('ERR_MESSAGE_NOT_FAILED', 409);
  await act(() => actions.retry(message));
  expect(toasts.shown()?.kind).toBe('error');
});

test('an edited text is shown; a refusal is left to the dialog', async () => {
  const message = hold(makeMessage(1, { fromMe: true }));
  server.answers['PUT /v1/messages/1'] = { ...message, body: 'às 15h', isEdited: true, updatedAt: later };
  await act(() => actions.edit(message, 'às 15h'));
  expect([server.told()[0]?.body, held()?.body]).toEqual([{ body: 'às 15h' }, 'às 15h']);
  server.answers['PUT /v1/messages/1'] = refused('ERR_EDITING_WAPP_MSG', 400);
  await expect(actions.edit(message, 'às 16h')).rejects.toMatchObject({ code: 'ERR_EDITING_WAPP_MSG' });
  expect(toasts.shown()).toBeUndefined();
});

test.each([
  ['delivered', /apagada também no celular do cliente/],
  ['queued', /não será enviada/],
] as const)('a %s message is deleted when one agrees, and what that means is said', async (state, meaning) => {
  const message = hold(makeMessage(1, { fromMe: true, state }));
  server.answers['DELETE /messages/1'] = { ...message, isDeleted: true, updatedAt: later };
  const first = actions.remove(message);
  expect(await screen.findByText(meaning)).toBeShown();
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await act(() => first);
  expect(server.told()).toEqual([]);
  const second = actions.remove(message);
  fireEvent.click(await screen.findByRole('button', { name: 'Apagar' }));
  await act(() => second);
  expect(held()?.isDeleted).toBe(true);
});

test('of several, each that is refused is told with its reason, and the others are deleted', async () => {
  const messages = [1, 2, 3].map((id) => makeMessage(id, { fromMe: true, state: 'delivered' }));
  hold(messages[0] as MessageView);
  server.answers['DELETE /messages/1'] = refused('ERR_FETCH_WAPP_MSG', 400);
  server.answers['DELETE /messages/2'] = refused('ERR_DELETE_WAPP_MSG', 400);
  server.answers['DELETE /messages/3'] = makeMessage(3, { isDeleted: true, updatedAt: later });
  const done = actions.removeAll(messages, 1);
  expect(await screen.findByText(/Das selecionadas, ficam: 1\. Só mensagens suas/)).toBeShown();
  fireEvent.click(screen.getByRole('button', { name: 'Apagar' }));
  let left: readonly MessageView[] | null = null;
  await act(async () => {
    left = await done;
  });
  expect(left).toEqual(messages.slice(0, 2));
  expect(server.told().map(({ route }) => route)).toEqual([1, 2, 3].map((id) => `DELETE /messages/${id}`));
  expect(toasts.shown()).toMatchObject({
    kind: 'error',
    title: 'Mensagens não apagadas: 2',
    text: 'Esta mensagem é antiga demais para isso. Não foi possível apagar a mensagem no WhatsApp.',
  });
});
