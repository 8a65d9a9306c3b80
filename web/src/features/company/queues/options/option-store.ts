// The options being edited: a draft. Nothing is sent before the queue is saved; then all of it goes at once. Changes by other people are
// applied as they come, except while ours are being sent.
import type { QueueMenu } from '@balcao/contract/queue-options';
import { createStore, type Store } from '../../../../platform/store.ts';
import { hearMenu } from './option-merge.ts';
import { isUnsaved, nextStep, type PlannedStep, planSteps, type SavedOption, savedOf } from './option-sync.ts';
import { changeOption, type OptionNode, type OptionTree, rowsOf } from './option-tree.ts';

export type OptionsState = {
  tree: OptionTree;
  /** The options as customers get them. */
  saved: readonly SavedOption[];
};

/** `at` is null if the menu was fetched: then it counts as current. */
type HeardMenu = Omit<QueueMenu, 'at'> & { at: string | null };

export type Publisher = {
  /** Makes all changes at once. Answers the ids of new options by their negative ones, and the `updatedAt` of the changed menus. */
  steps: (queueId: number, steps: readonly PlannedStep[]) => Promise<{ created: ReadonlyMap<number, number>; at: string }>;
  /** Sets the file of an option; null removes it. */
  media: (optionId: number, file: File | null) => Promise<unknown>;
};

export type Options = {
  store: Store<OptionsState>;
  edit: (change: (tree: OptionTree) => OptionTree) => void;
  /** The server's menu changed, by anybody. A menu older than the known one is dropped. */
  hear: (menu: HeardMenu) => void;
  /** How often menus were published or heard; null while ours are published. If the number is the same before and after a fetch, the fetch is current. */
  changes: () => number | null;
  /** Sends the whole draft. Throws what the server refuses; then the draft stays as it is. */
  publish: (queueId: number) => Promise<void>;
  /** A key that no option has had before. */
  newKey: () => string;
};

/** `onRevived`: another person removed an option that is being edited here, so it is kept as a new one. */
export function createOptions(tree: OptionTree, send: Publisher, onRevived: () => void): Options {
  const store = createStore<OptionsState>({ tree, saved: savedOf(tree) });
  let keys = 0;
  let changes = 0;
  let underWay = false;
  /** News of our own call may come before its answer. */
  let waiting: HeardMenu[] = [];
  /** For each menu, the `updatedAt` of the state known here. */
  const known = new Map<number | null, string>();

  const take = (menu: HeardMenu) => {
    if (menu.at !== null) {
      if (menu.at < (known.get(menu.parentId) ?? '')) return;
      known.set(menu.parentId, menu.at);
    }
    const { tree, saved, revived } = hearMenu(store.get(), menu);
    store.set({ tree, saved });
    if (revived.length > 0) onRevived();
  };
  const sendSteps = async (queueId: number) => {
    const { tree, saved } = store.get();
    const plan = planSteps(tree, saved);
    if (plan.steps.length === 0) return;
    const { created, at } = await send.steps(queueId, plan.steps);
    const real = (id: number) => created.get(id) ?? id;
    for (const parentId of parentsOf(plan.steps, saved)) known.set(parentId === null ? null : real(parentId), at);
    const isNew = (step: PlannedStep) => step.do === 'create';
    store.set({
      saved: plan.saved.map((option) => ({
        ...option,
        id: real(option.id),
        parentId: option.parentId === null ? null : real(option.parentId),
      })),
      // More may have been typed meanwhile.
      tree: plan.steps
        .filter(isNew)
        .reduce((now, step) => ('key' in step ? changeOption(now, step.key, { id: real(step.id) }) : now), store.get().tree),
    });
  };
  const sendFiles = async () => {
    for (const { node } of rowsOf(store.get().tree)) {
      const { key, id, newMedia } = node;
      if (newMedia === null || id === null) continue;
      await send.media(id, newMedia === 'none' ? null : newMedia);
      store.set({ ...store.get(), tree: changeOption(store.get().tree, key, { newMedia: null }) });
    }
  };
  return {
    store,
    edit: (change) => store.set({ ...store.get(), tree: change(store.get().tree) }),
    hear: (menu) => {
      changes += 1;
      if (underWay) waiting.push(menu);
      else take(menu);
    },
    changes: () => (underWay ? null : changes),
    publish: async (queueId) => {
      underWay = true;
      try {
        await sendSteps(queueId);
        await sendFiles();
      } finally {
        changes += 1;
        underWay = false;
        const heard = waiting;
        waiting = [];
        for (const menu of heard) take(menu);
      }
    },
    newKey: () => {
      keys += 1;
      return `new-${keys}`;
    },
  };
}

/** The menus that steps change. */
function parentsOf(steps: readonly PlannedStep[], saved: readonly SavedOption[]): Set<number | null> {
  return new Set(steps.map((step) => (step.do === 'create' ? step.parentId : (saved.find(({ id }) => id === step.id)?.parentId ?? null))));
}

export type NodeState = 'saved' | 'untitled' | 'draft';

/** `draft`: customers do not get it yet as it is here. */
export function nodeState(node: OptionNode, { saved }: OptionsState): NodeState {
  if (node.title.trim() === '') return 'untitled';
  return isUnsaved(node, saved) || node.newMedia !== null ? 'draft' : 'saved';
}

/** Would anything be lost if the draft were dropped? Empty new options do not count. */
export function hasDraft({ tree, saved }: OptionsState): boolean {
  return (
    nextStep(tree, saved) !== null || rowsOf(tree).some(({ node }) => node.newMedia !== null || (isUnsaved(node, saved) && !isEmpty(node)))
  );
}

/** The options that cannot be saved because they have no title, though they have something else. */
export function untitledOptions({ tree }: OptionsState): OptionNode[] {
  return rowsOf(tree).flatMap(({ node }) => (node.title.trim() === '' && !isEmpty(node) ? [node] : []));
}

function isEmpty({ id, title, message, newMedia, children }: OptionNode): boolean {
  return id === null && title.trim() === '' && message.trim() === '' && newMedia === null && children.length === 0;
}
