// Which steps make the server's options equal to the editor's, each found by comparing the two. Pure; they are sent elsewhere.
// The server numbers siblings 1, 2, 3… itself, and an option stays below its parent.
import { changeOption, type OptionNode, type OptionTree } from './option-tree.ts';

/** An option as the server has it. Siblings are in order. */
export type SavedOption = { id: number; parentId: number | null; title: string; message: string };

export type SyncStep =
  /** `option` is its number among its siblings. */
  | { do: 'create'; key: string; parentId: number | null; option: number; title: string; message: string }
  /** Only changed fields: another person may be editing the other one. */
  | { do: 'change'; key: string; id: number; title?: string; message?: string }
  | { do: 'place'; key: string; id: number; option: number }
  | { do: 'delete'; id: number };

/** The server's options, if the tree has no unsaved changes. */
export function savedOf(tree: OptionTree, parentId: number | null = null): SavedOption[] {
  return tree.flatMap(({ id, title, message, children }) =>
    id === null ? [] : [{ id, parentId, title, message }, ...savedOf(children, id)],
  );
}

/** A step with what the server needs of a new option: a negative id, by which later steps refer to it. */
export type PlannedStep = Exclude<SyncStep, { do: 'create' }> | (Extract<SyncStep, { do: 'create' }> & { id: number });

/** All steps, and the server's options after them, in which new ones have negative ids. */
export function planSteps(tree: OptionTree, saved: readonly SavedOption[]): { steps: PlannedStep[]; saved: readonly SavedOption[] } {
  const steps: PlannedStep[] = [];
  for (let [next, kept] = [tree, saved]; ; ) {
    const step = nextStep(next, kept);
    if (!step) return { steps, saved: kept };
    const id = -1 - steps.length;
    steps.push(step.do === 'create' ? { ...step, id } : step);
    kept = afterStep(kept, step, id);
    if (step.do === 'create') next = changeOption(next, step.key, { id });
  }
}

/** The next step; null if there is none. Options without a title, and those below them, are skipped. */
export function nextStep(tree: OptionTree, saved: readonly SavedOption[]): SyncStep | null {
  const kept = idsOf(tree);
  const gone = saved.find(({ id, parentId }) => !kept.has(id) && (parentId === null || kept.has(parentId)));
  if (gone) return { do: 'delete', id: gone.id };
  return stepBelow(tree, null, saved);
}

function stepBelow(nodes: OptionTree, parentId: number | null, saved: readonly SavedOption[]): SyncStep | null {
  const order = saved.filter((option) => option.parentId === parentId).map(({ id }) => id);
  let place = 0;
  for (const node of nodes) {
    const step = stepOf(node, parentId, order, place, saved);
    if (step) return step;
    if (node.id === null) continue;
    place += 1;
    const deeper = stepBelow(node.children, node.id, saved);
    if (deeper) return deeper;
  }
  return null;
}

function stepOf(
  node: OptionNode,
  parentId: number | null,
  order: readonly number[],
  place: number,
  saved: readonly SavedOption[],
): SyncStep | null {
  const { key, id, message } = node;
  const title = node.title.trim();
  if (id === null) return title === '' ? null : { do: 'create', key, parentId, option: place + 1, title, message };
  const before = saved.find((option) => option.id === id);
  if (title !== '' && before && (before.title !== title || before.message !== message)) {
    return {
      do: 'change',
      key,
      id,
      ...(before.title !== title ? { title } : {}),
      ...(before.message !== message ? { message } : {}),
    };
  }
  return order[place] === id ? null : { do: 'place', key, id, option: place + 1 };
}

/** The server's options after a step. `id`: of a new option. */
export function afterStep(saved: readonly SavedOption[], step: SyncStep, id: number): SavedOption[] {
  switch (step.do) {
    case 'create':
      return inPlace(saved, { id, parentId: step.parentId, title: step.title, message: step.message }, step.option);
    case 'change':
      return saved.map((option) =>
        option.id === step.id ? { ...option, title: step.title ?? option.title, message: step.message ?? option.message } : option,
      );
    case 'place': {
      const moved = saved.find((option) => option.id === step.id);
      const rest = saved.filter((option) => option.id !== step.id);
      return moved ? inPlace(rest, moved, step.option) : rest;
    }
    case 'delete':
      return withoutBelow(saved, step.id);
  }
}

function inPlace(saved: readonly SavedOption[], added: SavedOption, option: number): SavedOption[] {
  const siblings = saved.filter(({ parentId }) => parentId === added.parentId);
  const others = saved.filter(({ parentId }) => parentId !== added.parentId);
  return [...others, ...siblings.slice(0, option - 1), added, ...siblings.slice(option - 1)];
}

/** Without the option and all below it. */
export function withoutBelow(saved: readonly SavedOption[], id: number): SavedOption[] {
  const below = saved.filter(({ parentId }) => parentId === id);
  return below.reduce(
    (rest, child) => withoutBelow(rest, child.id),
    saved.filter((option) => option.id !== id),
  );
}

function idsOf(tree: OptionTree): Set<number> {
  return new Set(tree.flatMap(({ id, children }) => [...(id === null ? [] : [id]), ...idsOf(children)]));
}

/** Does this option itself have unsaved changes? */
export function isUnsaved(node: OptionNode, saved: readonly SavedOption[]): boolean {
  const before = saved.find(({ id }) => id === node.id);
  return !before || before.title !== node.title.trim() || before.message !== node.message;
}
