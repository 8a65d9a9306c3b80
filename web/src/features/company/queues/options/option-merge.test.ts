import type { QueueMenu, QueueOptionView } from '@balcao/contract/queue-options';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Edited, hearMenu } from './option-merge.ts';
import { afterStep, nextStep, type SavedOption, savedOf } from './option-sync.ts';
import { addAfter, addBelow, changeOption, newOption, placeOption, removeOption, rowsOf, treeOf } from './option-tree.ts';

const at = '2026-11-21T12:00:00.000Z';
const row = (id: number, parentId: number | null, option: number, title: string, message = ''): QueueOptionView => ({
  id,
  parentId,
  option: String(option),
  title,
  message,
  queueId: 5,
  mediaPath: null,
  mediaName: null,
  createdAt: at,
  updatedAt: at,
});
const rows = [row(1, null, 1, 'Entrega'), row(2, null, 2, 'Troca'), row(3, 1, 1, 'Prazo'), row(4, 1, 2, 'Atraso')];
const editing = (change: (tree: Edited['tree']) => Edited['tree'] = (tree) => tree): Edited => {
  const tree = treeOf(rows);
  return { tree: change(tree), saved: savedOf(tree) };
};
const menu = (parentId: number | null, ...options: QueueOptionView[]): QueueMenu => ({ queueId: 5, parentId, options, at });
const outline = ({ tree }: Pick<Edited, 'tree'>) => rowsOf(tree).map(({ node, depth }) => `${'-'.repeat(depth)}${node.title}`);
const pending = ({ tree, saved }: Edited) => nextStep(tree, saved);

describe('what another admin does', () => {
  test('is seen: an option more, another text, another order, a file', () => {
    const added = hearMenu(editing(), menu(1, row(3, 1, 1, 'Prazo'), row(9, 1, 2, 'Frete'), row(4, 1, 3, 'Atraso')));
    expect(outline(added)).toEqual(['Entrega', '-Prazo', '-Frete', '-Atraso', 'Troca']);
    const file = { ...row(2, null, 1, 'Trocas', 'Em 7 dias.'), mediaName: 'regras.pdf', mediaPath: '/m/1' };
    const changed = hearMenu(added, menu(null, file, row(1, null, 2, 'Entrega')));
    expect(outline(changed)).toEqual(['Trocas', 'Entrega', '-Prazo', '-Frete', '-Atraso']);
    expect(changed.tree[0]).toMatchObject({ message: 'Em 7 dias.', mediaName: 'regras.pdf', mediaPath: '/m/1' });
    expect(pending(changed)).toBeNull();
  });
  test('leaves what is being written, text by text', () => {
    const mine = editing((tree) => changeOption(tree, 'saved-1', { title: 'Entregas e fretes' }));
    const heard = hearMenu(mine, menu(null, row(1, null, 1, 'Envio', 'São 5 dias.'), row(2, null, 2, 'Troca')));
    expect(heard.tree[0]).toMatchObject({ title: 'Entregas e fretes', message: 'São 5 dias.' });
    expect(pending(heard)).toEqual({ do: 'change', key: 'saved-1', id: 1, title: 'Entregas e fretes' });
  });
  test('takes an option away with all below it, unless it is being written', () => {
    expect(outline(hearMenu(editing(), menu(null, row(2, null, 1, 'Troca'))))).toEqual(['Troca']);
    const mine = editing((tree) => changeOption(tree, 'saved-3', { message: 'Cinco dias ú' }));
    const heard = hearMenu(mine, menu(null, row(2, null, 1, 'Troca')));
    expect(outline(heard)).toEqual(['Entrega', '-Prazo', '-Atraso', 'Troca']);
    expect(heard.revived).toEqual(['saved-1', 'saved-3', 'saved-4']);
    expect(pending(heard)).toMatchObject({ do: 'create', key: 'saved-1', title: 'Entrega' });
  });
  test('does not bring back what was removed here a moment ago, nor undo a move', () => {
    const removed = hearMenu(
      editing((tree) => removeOption(tree, 'saved-2')),
      menu(null, row(1, null, 1, 'Envio'), row(2, null, 2, 'Troca')),
    );
    expect(outline(removed)).toEqual(['Envio', '-Prazo', '-Atraso']);
    expect(pending(removed)).toEqual({ do: 'delete', id: 2 });
    const moved = hearMenu(
      editing((tree) => placeOption(tree, 'saved-2', 0)),
      menu(null, row(1, null, 1, 'Entrega'), row(9, null, 2, 'Frete'), row(2, null, 3, 'Troca')),
    );
    expect(outline(moved)).toEqual(['Troca', 'Entrega', '-Prazo', '-Atraso', 'Frete']);
  });
  test('keeps a new option where it is being written', () => {
    const mine = editing((tree) => addAfter(tree, 'saved-1', { ...newOption('new-1'), title: 'Fre' }));
    const heard = hearMenu(mine, menu(null, row(1, null, 1, 'Entrega'), row(2, null, 2, 'Troca'), row(9, null, 3, 'Outros')));
    expect(outline(heard)).toEqual(['Entrega', '-Prazo', '-Atraso', 'Fre', 'Troca', 'Outros']);
  });
});

/** A server with the menus, to which two editors send their steps, and whose news reach each of them in order. */
function twoEditors() {
  let saved: SavedOption[] = savedOf(treeOf(rows));
  let ids = 100;
  let clock = 0;
  const optionsOf = (parentId: number | null) =>
    saved.filter((option) => option.parentId === parentId).map(({ id, title, message }, at) => row(id, parentId, at + 1, title, message));
  const editors = [1, 2].map(() => ({ edited: editing(), news: [] as QueueMenu[], known: new Map<number | null, string>() }));
  const knows = (id: number | null) => id === null || saved.some((option) => option.id === id);
  const send = (who: number): boolean => {
    const editor = editors[who];
    const step = editor && pending(editor.edited);
    if (!editor || !step) return false;
    const { tree, saved: before } = editor.edited;
    const parentId = step.do === 'create' ? step.parentId : (before.find(({ id }) => id === step.id)?.parentId ?? null);
    // The server refuses what hangs on something that is gone; the news of it are on their way.
    if (!knows(parentId) || (step.do !== 'create' && !knows(step.id) && step.do !== 'delete')) return hear(who);
    ids += 1;
    clock += 1;
    const time = String(clock).padStart(6, '0');
    saved = afterStep(saved, step, ids);
    editor.edited = {
      saved: afterStep(before, step, ids),
      tree: step.do === 'create' ? changeOption(tree, step.key, { id: ids }) : tree,
    };
    if (step.do !== 'delete') editor.known.set(parentId, time);
    for (const each of editors) each.news.push({ queueId: 5, parentId, options: optionsOf(parentId), at: time });
    return true;
  };
  const hear = (who: number): boolean => {
    const editor = editors[who];
    const next = editor?.news.shift();
    if (!editor || !next) return false;
    if (next.at < (editor.known.get(next.parentId) ?? '')) return true;
    editor.known.set(next.parentId, next.at);
    editor.edited = hearMenu(editor.edited, next);
    return true;
  };
  return { editors, send, hear, saved: () => saved };
}

test('two editors and the server end up with the same, whatever each does and whenever it is heard', () => {
  const act = fc.record({
    who: fc.nat(1),
    what: fc.constantFrom('below', 'after', 'remove', 'place', 'title', 'message', 'send', 'send', 'hear', 'hear'),
    on: fc.nat(20),
    to: fc.nat(4),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const { editors, send, hear, saved } = twoEditors();
      for (const [index, { who, what, on, to }] of acts.entries()) {
        const editor = editors[who];
        if (!editor) continue;
        if (what === 'send') send(who);
        if (what === 'hear') hear(who);
        const { tree } = editor.edited;
        const all = rowsOf(tree);
        const key = all.length > 0 ? (all[on % all.length]?.node.key ?? '') : '';
        const added = { ...newOption(`new-${index}`), title: `Nova ${index}` };
        const change = {
          below: () => addBelow(tree, key || null, added),
          after: () => addAfter(tree, key, added),
          remove: () => removeOption(tree, key),
          place: () => placeOption(tree, key, to),
          title: () => changeOption(tree, key, { title: `Outra ${index}` }),
          message: () => changeOption(tree, key, { message: `Texto ${index}` }),
        }[what as 'below'];
        if (change) editor.edited = { ...editor.edited, tree: change() };
      }
      for (let calls = 0; ; calls += 1) {
        expect(calls).toBeLessThan(500);
        if (![0, 1].map((who) => hear(who) || send(who)).some(Boolean)) break;
      }
      const inOrder = (parentId: number | null): SavedOption[] =>
        saved()
          .filter((option) => option.parentId === parentId)
          .flatMap((option) => [option, ...inOrder(option.id)]);
      for (const { edited } of editors) expect(savedOf(edited.tree)).toEqual(inOrder(null));
    }),
    { numRuns: 300 },
  );
});
