import type { QueueOptionView } from '@balcao/contract/queue-options';
import { expect, test, vi } from 'vitest';
import { countLost, createOptions, nodeState, type SendStep } from './option-store.ts';
import { addBelow, changeOption, newOption, type OptionNode, removeOption } from './option-tree.ts';

const saved = (id: number, title: string): OptionNode => ({ ...newOption(`saved-${id}`), id, title });

const silent = { onLost: () => undefined, onRevived: () => undefined };

/** A server that numbers what it is given and keeps what it was asked. */
function server(refuses: (title: string) => boolean = () => false) {
  const calls: string[] = [];
  const send: SendStep = async (queueId, step) => {
    calls.push(`${queueId} ${step.do} ${'title' in step ? step.title : step.id}`);
    if ('title' in step && refuses(step.title ?? '')) throw new Error('refused');
    return { id: step.do === 'create' ? 100 + calls.length : null, at: null };
  };
  return { calls, send };
}

test('changes are sent a moment later, and once for many letters', async () => {
  const { calls, send } = server();
  const options = createOptions([saved(1, 'Entrega')], 5, send, silent);
  for (const title of ['E', 'En', 'Envio']) options.edit((tree) => changeOption(tree, 'saved-1', { title }), 'saved-1');
  expect(calls).toEqual([]);
  await vi.waitFor(() => expect(calls).toEqual(['5 change Envio']), { timeout: 3000 });
  expect(options.store.get().tree.map((node) => nodeState(node, options.store.get(), true))).toEqual(['saved']);
});

test('without a queue all waits for it', async () => {
  const { calls, send } = server();
  const options = createOptions([], null, send, silent);
  options.edit((tree) => addBelow(tree, null, { ...newOption('new-1'), title: 'Entrega' }));
  options.edit((tree) => addBelow(tree, 'new-1', { ...newOption('new-2'), title: 'Prazo' }));
  expect(countLost(options.store.get(), false)).toBe(2);
  await options.flush();
  expect(calls).toEqual([]);
  options.setQueue(9);
  await options.flush();
  expect(calls).toEqual(['9 create Entrega', '9 create Prazo']);
  expect(countLost(options.store.get(), true)).toBe(0);
});

test('what is refused waits, the rest goes on, and it is sent again when asked', async () => {
  let strict = true;
  const { calls, send } = server((title) => strict && title === 'Ruim');
  const options = createOptions([saved(1, 'Entrega'), saved(2, 'Troca')], 5, send, silent);
  options.edit((tree) => changeOption(changeOption(tree, 'saved-1', { title: 'Ruim' }), 'saved-2', { title: 'Boa' }));
  await expect(options.flush()).rejects.toThrow('refused');
  expect(calls).toEqual(['5 change Ruim', '5 change Boa']);
  expect(countLost(options.store.get(), true)).toBe(1);
  strict = false;
  await options.flush();
  expect(calls.at(-1)).toBe('5 change Ruim');
  expect(countLost(options.store.get(), true)).toBe(0);
});

test('a deletion that fails is told and tried again with the next change', async () => {
  const lost = vi.fn();
  const options = createOptions([saved(1, 'Entrega')], 5, () => Promise.reject(new Error('away')), { ...silent, onLost: lost });
  options.edit((tree) => removeOption(tree, 'saved-1'));
  await options.flush();
  expect(lost).toHaveBeenCalledOnce();
  expect(options.store.get().saved).toHaveLength(1);
});

test('what is typed while a call is on its way is sent after it', async () => {
  const calls: string[] = [];
  let answer = (_id: number | null): void => undefined;
  const options = createOptions(
    [],
    5,
    (_queue, step) => {
      calls.push(`${step.do} ${'title' in step ? step.title : ''}`);
      return new Promise((resolve) => {
        answer = (id) => resolve({ id, at: null });
      });
    },
    silent,
  );
  options.edit((tree) => addBelow(tree, null, { ...newOption('new-1'), title: 'Pra' }));
  const flushed = options.flush();
  await vi.waitFor(() => expect(calls).toEqual(['create Pra']));
  options.edit((tree) => changeOption(tree, 'new-1', { title: 'Prazo' }), 'new-1');
  answer(7);
  await flushed;
  const again = options.flush();
  await vi.waitFor(() => expect(calls).toEqual(['create Pra', 'change Prazo']));
  answer(null);
  await again;
  expect(options.store.get().tree[0]).toMatchObject({ id: 7, title: 'Prazo' });
});

const view = (id: number, title: string, option: number): QueueOptionView => ({
  id,
  title,
  message: '',
  option: String(option),
  queueId: 5,
  parentId: null,
  mediaPath: null,
  mediaName: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
});
const menuAt = (at: string | null, ...options: QueueOptionView[]) => ({ queueId: 5, parentId: null, options, at });
const titles = (options: ReturnType<typeof createOptions>) => options.store.get().tree.map(({ key, title }) => `${key} ${title}`);

test('the news of the own option may come before the answer, and make no second one', async () => {
  let answer = (): void => undefined;
  const send: SendStep = () =>
    new Promise((resolve) => {
      answer = () => resolve({ id: 7, at: '2026-11-21T12:00:02.000Z' });
    });
  const options = createOptions([], 5, send, silent);
  options.edit((tree) => addBelow(tree, null, { ...newOption('new-1'), title: 'Prazo' }));
  const flushed = options.flush();
  await vi.waitFor(() => expect(options.calls()).toBeNull());
  options.hear(menuAt('2026-11-21T12:00:02.000Z', view(7, 'Prazo', 1)));
  answer();
  await flushed;
  expect(titles(options)).toEqual(['new-1 Prazo']);
  // Told late: the menu before the own option was there.
  options.hear(menuAt('2026-11-21T12:00:01.000Z'));
  expect(titles(options)).toEqual(['new-1 Prazo']);
  options.hear(menuAt('2026-11-21T12:00:03.000Z', view(7, 'Prazo', 1), view(8, 'Troca', 2)));
  expect(titles(options)).toEqual(['new-1 Prazo', 'saved-8 Troca']);
});

test('an option that is removed elsewhere while it is written is told of and saved as a new one', async () => {
  const { calls, send } = server();
  const onRevived = vi.fn();
  const options = createOptions([saved(1, 'Entrega'), saved(2, 'Troca')], 5, send, { ...silent, onRevived });
  options.edit((tree) => changeOption(tree, 'saved-1', { message: 'São 5 dias.' }), 'saved-1');
  options.hear(menuAt(null, view(2, 'Troca', 1)));
  expect(onRevived).toHaveBeenCalledOnce();
  await options.flush();
  expect(calls).toEqual(['5 create Entrega']);
  expect(options.store.get().tree[0]).toMatchObject({ key: 'saved-1', id: 101, message: 'São 5 dias.' });
});
