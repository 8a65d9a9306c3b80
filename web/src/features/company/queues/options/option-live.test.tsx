import type { QueueOptionView } from '@balcao/contract/queue-options';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { at, makeOption } from '../../../../data/queues/test-queues.ts';
import { clearSession, keepSession } from '../../../../platform/session.ts';
import { openLine } from '../../../../platform/socket.ts';
import { deferred, refused, serve } from '../../../../platform/test-server.ts';
import { testSession } from '../../../../platform/test-session.ts';
import { wire } from '../../../../platform/test-wire.ts';
import { hearAll, useLiveOptions } from './option-live.ts';
import { createOptions } from './option-store.ts';
import { treeOf } from './option-tree.ts';

vi.mock('socket.io-client', () => import('../../../../platform/test-wire.ts'));
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

const nothing = () => Promise.reject(new Error('nothing is sent'));

/** An open editor of queue 5, and the line over which it hears. */
function opened(before: QueueOptionView[]) {
  keepSession(testSession());
  const close = openLine(3);
  const options = createOptions(treeOf(before), { steps: nothing, media: nothing }, () => undefined);
  const { unmount } = renderHook(() => useLiveOptions(5, options));
  return { tree: () => options.store.get().tree, close: () => [unmount(), close()] };
}

test('what an open editor heard while it read all menus again outlives the older answer', async () => {
  const reading = deferred();
  const server = serve({ 'GET /queue-options': () => reading.promise });
  const { tree, close } = opened([makeOption('Entrega', 1)]);
  act(() => wire.hear('ready'));
  const now = [makeOption('Garantia', 2)];
  act(() => wire.tell('company-3-queue-option', { queueId: 5, parentId: null, options: now, at: at(2) }));
  server.answers['GET /queue-options'] = now;
  await act(async () => reading.resolve([makeOption('Entrega', 1)]));
  expect(tree()).toEqual(treeOf(now));
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  expect(tree()).toEqual(treeOf(now));
  close();
});

test('an open editor asks for all menus until they are answered', async () => {
  const server = serve({ 'GET /queue-options': refused('ERR_COMPANY_BUSY', 429) });
  const { tree, close } = opened([makeOption('Entrega', 1)]);
  act(() => wire.hear('ready'));
  // The line was lost once more: it goes on asking once at a time.
  act(() => wire.hear('ready'));
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  server.answers['GET /queue-options'] = [makeOption('Garantia', 2)];
  await vi.waitFor(() => expect(tree()).toEqual(treeOf([makeOption('Garantia', 2)])), 3_000);
  expect(server.asked).toHaveLength(3);
  close();
});

test('an open editor that reads all menus again has what the server has', () => {
  const before = [makeOption('Entrega', 1), makeOption('Prazo', 1, { id: 2, parentId: 1 }), makeOption('Troca', 1, { id: 3, option: '2' })];
  const now = [
    makeOption('Troca', 2, { id: 3 }),
    makeOption('Garantia', 2, { id: 4, option: '2' }),
    makeOption('Um ano', 2, { id: 5, parentId: 4 }),
    makeOption('Dois anos', 2, { id: 6, parentId: 4, option: '2' }),
  ];
  const options = createOptions(treeOf(before), { steps: nothing, media: nothing }, () => undefined);
  hearAll(options, 5, now);
  expect(options.store.get().tree).toEqual(treeOf(now));
});
