// What others do to the menus of a queue while somebody edits them here. Pure. Fields not changed here take the other person's value; fields
// changed here keep ours, which is sent when the queue is saved. If another person removes an option that is being edited here, it is added again as a new one.
import type { QueueMenu, QueueOptionView } from '@balcao/contract/queue-options';
import { isUnsaved, type SavedOption, withoutBelow } from './option-sync.ts';
import { type OptionNode, type OptionTree, rowsOf } from './option-tree.ts';

export type Edited = { tree: OptionTree; saved: readonly SavedOption[] };

/** `edited` after the server's menu became `menu`; `revived`: keys of options that were removed there but are kept here. */
export function hearMenu({ tree, saved }: Edited, menu: Omit<QueueMenu, 'at'>): Edited & { revived: string[] } {
  const { parentId, options } = menu;
  const before = saved.filter((option) => option.parentId === parentId).map(({ id }) => id);
  const now = new Set(options.map(({ id }) => id));
  const revived: string[] = [];
  const nodes = inMenu(tree, parentId, (nodes) => {
    const own = nodes.flatMap((node) => {
      const option = options.find(({ id }) => id === node.id);
      if (option) return [follow(node, saved, option)];
      if (node.id === null) return [node];
      if (!rowsOf([node]).some((row) => isUnsaved(row.node, saved))) return [];
      revived.push(...rowsOf([node]).map((row) => row.node.key));
      return [asNew(node)];
    });
    const kept = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null && now.has(id) && before.includes(id));
    const isMovedHere = kept(own.map(({ id }) => id)).join() !== kept(before.filter((id) => own.some((node) => node.id === id))).join();
    const theirs = options.flatMap(
      (option) => own.find(({ id }) => id === option.id) ?? (before.includes(option.id) ? [] : [nodeOf(option)]),
    );
    return isMovedHere ? inserted(own, theirs) : inserted(theirs, own);
  });
  const gone = before.filter((id) => !now.has(id));
  const rest = gone.reduce(withoutBelow, [...saved]).filter((option) => option.parentId !== parentId);
  return { tree: nodes, saved: [...rest, ...options.map(savedOf)], revived };
}

function inMenu(tree: OptionTree, parentId: number | null, change: (nodes: OptionTree) => OptionNode[]): OptionNode[] {
  if (parentId === null) return change(tree);
  return tree.map((node) => ({
    ...node,
    children: node.id === parentId ? change(node.children) : inMenu(node.children, parentId, change),
  }));
}

/** Each field by itself: if it was changed here, ours stays; otherwise theirs is taken. */
function follow(
  node: OptionNode,
  saved: readonly SavedOption[],
  { id, title, message, mediaName, mediaPath }: QueueOptionView,
): OptionNode {
  const before = saved.find((option) => option.id === id);
  return {
    ...node,
    title: before && node.title.trim() !== before.title ? node.title : node.title.trim() === title ? node.title : title,
    message: before && node.message !== before.message ? node.message : message,
    ...(node.newMedia === null ? { mediaName, mediaPath } : {}),
  };
}

function nodeOf({ id, title, message, mediaName, mediaPath }: QueueOptionView): OptionNode {
  return { key: `saved-${id}`, id, title, message, mediaName, mediaPath, newMedia: null, children: [] };
}

function savedOf({ id, parentId, title, message }: QueueOptionView): SavedOption {
  return { id, parentId, title, message };
}

/** The files were deleted together with the old option, except those that were only chosen here. */
function asNew(node: OptionNode): OptionNode {
  const newMedia = node.newMedia instanceof File ? node.newMedia : null;
  return { ...node, id: null, mediaName: newMedia?.name ?? null, mediaPath: null, newMedia, children: node.children.map(asNew) };
}

/** `base` plus the options only `source` has, each after the option it follows there. */
function inserted(base: readonly OptionNode[], source: readonly OptionNode[]): OptionNode[] {
  const all = [...base];
  for (const [index, node] of source.entries()) {
    if (all.some(({ key }) => key === node.key)) continue;
    const previous = source[index - 1]?.key;
    all.splice(all.findIndex(({ key }) => key === previous) + 1, 0, node);
  }
  return all;
}
