// The options of a queue as a tree that people edit. Pure: every change makes a new tree.
import type { BotOption } from '@balcao/contract/chatbot-rules';
import type { QueueOptionView } from '@balcao/contract/queue-options';

export type OptionNode = {
  /** Identifies an option while editing, even before it is saved: `saved-7` or `new-1`. */
  key: string;
  /** Null until it is saved. */
  id: number | null;
  title: string;
  message: string;
  mediaName: string | null;
  mediaPath: string | null;
  /** What its file becomes when the queue is saved: another one, or none. Null: it stays. */
  newMedia: File | 'none' | null;
  children: OptionNode[];
};
export type OptionTree = readonly OptionNode[];

/** An option among the rows of the editor. */
export type OptionRow = { node: OptionNode; parentKey: string | null; depth: number; index: number; siblings: number };

export const titleMax = 100;
export const messageMax = 4096;

/** The tree of the rows of a queue. A row whose parent is gone is left out. */
export function treeOf(rows: readonly QueueOptionView[]): OptionNode[] {
  const below = (parentId: number | null): OptionNode[] =>
    rows
      .filter((row) => row.parentId === parentId)
      .sort((a, b) => Number(a.option) - Number(b.option) || a.id - b.id)
      .map(({ id, title, message, mediaName, mediaPath }) => ({
        key: `saved-${id}`,
        id,
        title,
        message,
        mediaName: mediaName || null,
        mediaPath,
        newMedia: null,
        children: below(id),
      }));
  return below(null);
}

/** An option without any text yet. */
export function newOption(key: string): OptionNode {
  return { key, id: null, title: '', message: '', mediaName: null, mediaPath: null, newMedia: null, children: [] };
}

/** The rows from top to bottom, without the children of collapsed options. */
export function rowsOf(
  tree: OptionTree,
  collapsed: ReadonlySet<string> = new Set(),
  parentKey: string | null = null,
  depth = 0,
): OptionRow[] {
  return tree.flatMap((node, index) => [
    { node, parentKey, depth, index, siblings: tree.length },
    ...(collapsed.has(node.key) ? [] : rowsOf(node.children, collapsed, node.key, depth + 1)),
  ]);
}

export function findOption(tree: OptionTree, key: string): OptionNode | null {
  return rowsOf(tree).find(({ node }) => node.key === key)?.node ?? null;
}

/** The option with some of its fields changed. */
export function changeOption(tree: OptionTree, key: string, change: Partial<Omit<OptionNode, 'key' | 'children'>>): OptionNode[] {
  return tree.map((node) => (node.key === key ? { ...node, ...change } : { ...node, children: changeOption(node.children, key, change) }));
}

/** The tree with `added` as the last option below `parentKey`; at the top when it is null. */
export function addBelow(tree: OptionTree, parentKey: string | null, added: OptionNode): OptionNode[] {
  if (parentKey === null) return [...tree, added];
  return tree.map((node) => ({
    ...node,
    children: node.key === parentKey ? [...node.children, added] : addBelow(node.children, parentKey, added),
  }));
}

/** The tree with `added` right after the option `key`, on the same level. */
export function addAfter(tree: OptionTree, key: string, added: OptionNode): OptionNode[] {
  return tree.flatMap((node) => (node.key === key ? [node, added] : [{ ...node, children: addAfter(node.children, key, added) }]));
}

/** The tree without the option and all below it. */
export function removeOption(tree: OptionTree, key: string): OptionNode[] {
  return tree.filter((node) => node.key !== key).map((node) => ({ ...node, children: removeOption(node.children, key) }));
}

/** Moves an option among its siblings, to the closest existing position. */
export function placeOption(tree: OptionTree, key: string, index: number): OptionNode[] {
  const node = tree.find((each) => each.key === key);
  if (!node) return tree.map((each) => ({ ...each, children: placeOption(each.children, key, index) }));
  const rest = tree.filter((each) => each.key !== key);
  const at = Math.max(0, Math.min(index, rest.length));
  return [...rest.slice(0, at), node, ...rest.slice(at)];
}

/** How many options are below it. */
export function countBelow(node: OptionNode): number {
  return rowsOf(node.children).length;
}

/** The id of an option in the preview. It does not change when the option is saved; options added here have negative ids. */
export function previewId(key: string): number {
  const [kind, number] = key.split('-');
  return kind === 'new' ? -Number(number) : Number(number);
}

/** The tree as the bot sees it. Options without a title are left out. */
export function botOptions(tree: OptionTree): BotOption[] {
  return tree.flatMap(({ key, title, message, mediaName, children }) =>
    title.trim() === ''
      ? []
      : [{ id: previewId(key), title: title.trim(), message, hasMedia: mediaName !== null, options: botOptions(children) }],
  );
}

/** The path from the top to the option `key`, including it; empty if it does not exist. */
export function wayTo(tree: OptionTree, key: string): OptionNode[] {
  for (const node of tree) {
    if (node.key === key) return [node];
    const below = wayTo(node.children, key);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
