import type { QueueOptionView } from '@balcao/contract/queue-options';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterStep, isUnsaved, nextStep, type SavedOption, savedOf } from './option-sync.ts';
import {
  addAfter,
  addBelow,
  botOptions,
  changeOption,
  countBelow,
  findOption,
  newOption,
  type OptionNode,
  placeOption,
  removeOption,
  rowsOf,
  treeOf,
  wayTo,
} from './option-tree.ts';

const row = (id: number, parentId: number | null, option: string, title: string): QueueOptionView => ({
  id,
  parentId,
  option,
  title,
  message: `Sobre ${title}`,
  queueId: 5,
  mediaPath: null,
  mediaName: '',
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
});
const tree = treeOf([row(3, 1, '2', 'Prazo'), row(2, null, '2', 'Troca'), row(1, null, '1', 'Entrega'), row(4, 1, '1', 'Atraso')]);
const outline = (nodes: readonly OptionNode[]) => rowsOf(nodes).map(({ node, depth }) => `${'-'.repeat(depth)}${node.title}`);

describe('the tree', () => {
  test('has the rows in the order of their numbers, below their parents', () => {
    expect(outline(tree)).toEqual(['Entrega', '-Atraso', '-Prazo', 'Troca']);
    expect(rowsOf(tree, new Set(['saved-1'])).map(({ node }) => node.title)).toEqual(['Entrega', 'Troca']);
  });
  test('takes new options below, after and at the top', () => {
    const grown = addBelow(addAfter(addBelow(tree, 'saved-3', newOption('a')), 'saved-4', newOption('b')), null, newOption('c'));
    expect(rowsOf(grown).map(({ node, depth, index }) => [node.key, depth, index])).toEqual([
      ['saved-1', 0, 0],
      ['saved-4', 1, 0],
      ['b', 1, 1],
      ['saved-3', 1, 2],
      ['a', 2, 0],
      ['saved-2', 0, 1],
      ['c', 0, 2],
    ]);
  });
  test('loses an option with all below it', () => {
    expect(outline(removeOption(tree, 'saved-1'))).toEqual(['Troca']);
    expect(countBelow(findOption(tree, 'saved-1') ?? newOption(''))).toBe(2);
  });
  test('moves an option among its siblings and no further', () => {
    expect(outline(placeOption(tree, 'saved-3', 0))).toEqual(['Entrega', '-Prazo', '-Atraso', 'Troca']);
    expect(outline(placeOption(tree, 'saved-1', 9))).toEqual(['Troca', 'Entrega', '-Atraso', '-Prazo']);
    expect(outline(placeOption(tree, 'saved-2', -1))).toEqual(['Troca', 'Entrega', '-Atraso', '-Prazo']);
  });
  test('is walked by the bot without what has no title yet', () => {
    const added = addBelow(addBelow(tree, null, newOption('new-1')), 'saved-2', newOption('new-2'));
    const grown = changeOption(added, 'new-2', { title: ' Cor ', mediaName: 'a.pdf' });
    const options = botOptions(grown);
    expect(options.map(({ title }) => title)).toEqual(['Entrega', 'Troca']);
    expect(wayTo(grown, 'new-2').map(({ key }) => key)).toEqual(['saved-2', 'new-2']);
    expect(options[1]?.options).toEqual([{ id: -2, title: 'Cor', message: '', hasMedia: true, options: [] }]);
  });
});

describe('what is sent', () => {
  test('is nothing while nothing changed', () => {
    expect(nextStep(tree, savedOf(tree))).toBeNull();
  });
  test('is one text, and only that', () => {
    const changed = changeOption(tree, 'saved-3', { message: '5 dias' });
    const step = nextStep(changed, savedOf(tree));
    expect(step).toEqual({ do: 'change', key: 'saved-3', id: 3, message: '5 dias' });
    expect(isUnsaved(findOption(changed, 'saved-3') ?? newOption(''), savedOf(tree))).toBe(true);
    expect(step && nextStep(changed, afterStep(savedOf(tree), step, 3))).toBeNull();
  });
  test('waits for a title', () => {
    const grown = addBelow(tree, null, newOption('a'));
    expect(nextStep(grown, savedOf(tree))).toBeNull();
    expect(nextStep(changeOption(tree, 'saved-3', { title: ' ' }), savedOf(tree))).toBeNull();
    const named = changeOption(grown, 'a', { title: 'Novo' });
    expect(nextStep(named, savedOf(tree))).toMatchObject({ do: 'create', option: 3, parentId: null });
  });
  test('is a deletion once for all below it', () => {
    const step = nextStep(removeOption(tree, 'saved-1'), savedOf(tree));
    expect(step).toEqual({ do: 'delete', id: 1 });
    expect(step && afterStep(savedOf(tree), step, 0).map(({ id }) => id)).toEqual([2]);
  });
  test('makes the server the same as the editor, whatever was done', () => {
    const edit = fc.tuple(fc.constantFrom('below', 'after', 'top', 'remove', 'place', 'title'), fc.nat(20), fc.nat(6));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        let wanted = tree;
        for (const [index, [what, at, to]] of edits.entries()) {
          const rows = rowsOf(wanted);
          const key = rows.length > 0 ? (rows[at % rows.length]?.node.key ?? '') : '';
          const added = { ...newOption(`new-${index}`), title: `Nova ${index}` };
          if (what === 'below') wanted = addBelow(wanted, key || null, added);
          if (what === 'after') wanted = addAfter(wanted, key, added);
          if (what === 'top') wanted = addBelow(wanted, null, added);
          if (what === 'remove') wanted = removeOption(wanted, key);
          if (what === 'place') wanted = placeOption(wanted, key, to);
          if (what === 'title') wanted = changeOption(wanted, key, { title: `Outra ${index}` });
        }
        let saved: SavedOption[] = savedOf(tree);
        let id = 100;
        for (let calls = 0; ; calls += 1) {
          expect(calls).toBeLessThan(100);
          const step = nextStep(wanted, saved);
          if (!step) break;
          id += 1;
          saved = afterStep(saved, step, id);
          if (step.do === 'create') wanted = changeOption(wanted, step.key, { id });
        }
        const inOrder = (parentId: number | null): SavedOption[] =>
          saved.filter((option) => option.parentId === parentId).flatMap((option) => [option, ...inOrder(option.id)]);
        expect(inOrder(null)).toEqual(savedOf(wanted));
        expect(saved).toHaveLength(rowsOf(wanted).length);
      }),
    );
  });
});
