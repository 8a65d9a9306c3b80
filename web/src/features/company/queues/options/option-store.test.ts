import type { QueueOptionView } from '@balcao/contract/queue-options';
import { expect, test, vi } from 'vitest';
import { createOptions, hasDraft, nodeState, type Publisher, untitledOptions } from './option-store.ts';
import { addBelow, changeOption, newOption, type OptionNode, placeOption, removeOption } from './option-tree.ts';

const saved = (id: number, title: string, given: Partial<OptionNode> = {}): OptionNode => ({
  ...newOption(`saved-${id}`),
  id,
  title,
  ...given,
});
const nothing = () => undefined;

/** A server that numbers new options from 101 and keeps what it was asked. */
function server(refusal: { now: Error | null } = { now: null }) {
  const calls: string[][] = [];
  const files: string[] = [];
  const send: Publisher = {
    steps: async (queueId, steps) => {
      calls.push(steps.map((step) => `${queueId} ${step.do} ${'title' in step ? step.title : step.id}`));
      if (refusal.now) throw refusal.now;
      const created = steps.flatMap((step) => (step.do === 'create' ? [[step.id, 100 - step.id] as const] : []));
      return { created: new Map(created), at: '2026-11-21T12:00:02.000Z' };
    },
    media: async (optionId, file) => void files.push(`${optionId} ${file?.name ?? 'none'}`),
  };
  return { calls, files, send };
}

test('nothing that is typed is sent before it is published, and then all of it at once', async () => {
  const { calls, send } = server();
  const options = createOptions([saved(1, 'Entrega'), saved(2, 'Troca')], send, nothing);
  expect(hasDraft(options.store.get())).toBe(false);
  options.edit((tree) => changeOption(tree, 'saved-1', { title: 'Envi' }));
  options.edit((tree) => changeOption(tree, 'saved-1', { title: 'Envio' }));
  options.edit((tree) => addBelow(tree, 'saved-1', { ...newOption('new-1'), title: 'Prazo' }));
  options.edit((tree) => addBelow(tree, 'new-1', { ...newOption('new-2'), title: 'Interior' }));
  options.edit((tree) => placeOption(removeOption(tree, 'saved-2'), 'saved-1', 0));
  expect(options.store.get().tree.map((node) => nodeState(node, options.store.get()))).toEqual(['draft']);
  expect([calls, hasDraft(options.store.get())]).toEqual([[], true]);

  await options.publish(5);
  expect(calls).toEqual([['5 delete 2', '5 change Envio', '5 create Prazo', '5 create Interior']]);
  expect(hasDraft(options.store.get())).toBe(false);
  const [first] = options.store.get().tree;
  expect(first).toMatchObject({ id: 1, children: [{ key: 'new-1', id: 103, children: [{ key: 'new-2', id: 104 }] }] });
  await options.publish(5);
  expect(calls).toHaveLength(1);
});

test('a draft that is refused stays whole, and is sent again when asked', async () => {
  const refusal: { now: Error | null } = { now: new Error('refused') };
  const { calls, send } = server(refusal);
  const options = createOptions([], send, nothing);
  options.edit((tree) => addBelow(tree, null, { ...newOption('new-1'), title: 'Entrega' }));
  await expect(options.publish(5)).rejects.toThrow('refused');
  expect([hasDraft(options.store.get()), options.store.get().tree[0]?.id]).toEqual([true, null]);
  refusal.now = null;
  await options.publish(5);
  expect(calls).toHaveLength(2);
  expect(options.store.get().tree[0]?.id).toBe(101);
});

test('files are a draft, too: they are sent to their options when these are there', async () => {
  const { files, send } = server();
  const options = createOptions([saved(1, 'Entrega', { mediaName: 'mapa.png' })], send, nothing);
  const regras = new File(['%PDF'], 'regras.pdf');
  options.edit((tree) => changeOption(tree, 'saved-1', { newMedia: 'none', mediaName: null }));
  options.edit((tree) => addBelow(tree, null, { ...newOption('new-1'), title: 'Troca', newMedia: regras, mediaName: 'regras.pdf' }));
  expect(files).toEqual([]);
  await options.publish(5);
  expect(files).toEqual(['1 none', '101 regras.pdf']);
  expect(hasDraft(options.store.get())).toBe(false);
});

test('an option without a title cannot be saved; an empty new one is no loss', () => {
  const options = createOptions([saved(1, 'Entrega')], server().send, nothing);
  options.edit((tree) => addBelow(tree, null, newOption('new-1')));
  expect([hasDraft(options.store.get()), untitledOptions(options.store.get())]).toEqual([false, []]);
  options.edit((tree) => changeOption(changeOption(tree, 'new-1', { message: 'Qual?' }), 'saved-1', { title: ' ' }));
  expect(hasDraft(options.store.get())).toBe(true);
  expect(untitledOptions(options.store.get()).map(({ key }) => key)).toEqual(['saved-1', 'new-1']);
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

test('what is typed while the draft is sent is kept; the news of it may come before the answer', async () => {
  let answer = (): void => undefined;
  const steps: Publisher['steps'] = () =>
    new Promise((resolve) => {
      answer = () => resolve({ created: new Map([[-1, 7]]), at: '2026-11-21T12:00:02.000Z' });
    });
  const options = createOptions([], { ...server().send, steps }, nothing);
  options.edit((tree) => addBelow(tree, null, { ...newOption('new-1'), title: 'Pra' }));
  const published = options.publish(5);
  await vi.waitFor(() => expect(options.changes()).toBeNull());
  options.edit((tree) => changeOption(tree, 'new-1', { title: 'Prazo' }));
  options.hear(menuAt('2026-11-21T12:00:02.000Z', view(7, 'Pra', 1)));
  answer();
  await published;
  expect([titles(options), hasDraft(options.store.get())]).toEqual([['new-1 Prazo'], true]);
  // Told late: the menu before the own option was there.
  options.hear(menuAt('2026-11-21T12:00:01.000Z'));
  expect(titles(options)).toEqual(['new-1 Prazo']);
  options.hear(menuAt('2026-11-21T12:00:03.000Z', view(7, 'Pra', 1), view(8, 'Troca', 2)));
  expect(titles(options)).toEqual(['new-1 Prazo', 'saved-8 Troca']);
});

test('an option that is removed elsewhere while it is written is told of and saved as a new one', async () => {
  const { calls, send } = server();
  const onRevived = vi.fn();
  const options = createOptions([saved(1, 'Entrega'), saved(2, 'Troca')], send, onRevived);
  options.edit((tree) => changeOption(tree, 'saved-1', { message: 'São 5 dias.' }));
  options.hear(menuAt(null, view(2, 'Troca', 1)));
  expect(onRevived).toHaveBeenCalledOnce();
  await options.publish(5);
  expect(calls).toEqual([['5 create Entrega']]);
  expect(options.store.get().tree[0]).toMatchObject({ key: 'saved-1', id: 101, message: 'São 5 dias.' });
});
