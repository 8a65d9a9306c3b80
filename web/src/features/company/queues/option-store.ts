// The options being edited, and how they are saved: each change is sent a moment later, one call after another. Changes by other
// people are applied between two calls.
import type { QueueMenu } from '@balcao/contract/queue-options';
import { createStore, type Store } from '../../../platform/store.ts';
import { hearMenu } from './option-merge.ts';
import { afterStep, isUnsaved, nextStep, type SavedOption, type SyncStep, savedOf } from './option-sync.ts';
import { changeOption, type OptionNode, type OptionTree, rowsOf } from './option-tree.ts';

export type OptionsState = {
  tree: OptionTree;
  saved: readonly SavedOption[];
  /** The option that is being sent. */
  running: string | null;
  /** Options the server refused, and why; they wait until they are changed or sent again. */
  failed: ReadonlyMap<string, unknown>;
};

/** `at` is null if the menu was fetched: then it counts as current. */
type HeardMenu = Omit<QueueMenu, 'at'> & { at: string | null };

/** Makes a call. Answers the id of a new option and the menu's `updatedAt` after it, or null where there is none. */
export type SendStep = (queueId: number, step: SyncStep) => Promise<{ id: number | null; at: string | null }>;

export type Options = {
  store: Store<OptionsState>;
  /** Makes a change and schedules the call. `key`: retry this option even though it was refused. */
  edit: (change: (tree: OptionTree) => OptionTree, key?: string) => void;
  /** The server's menu changed, by anybody. A menu older than the known one is dropped. */
  hear: (menu: HeardMenu) => void;
  /** How many calls were made; null during a call. If the number is the same before and after a fetch, the fetch is current. */
  calls: () => number | null;
  /** Sends everything now, including refused changes. Throws the first refusal. */
  flush: () => Promise<void>;
  /** A key that no option has had before. */
  newKey: () => string;
  /** The queue now exists: send what waited for it. */
  setQueue: (queueId: number) => void;
};

const pauseMs = 700;

type Tell = {
  /** A deletion failed. */
  onLost: (error: unknown) => void;
  /** Another person removed an option that is being edited here, so it is kept. */
  onRevived: () => void;
};

/** The options of a queue; without a queue yet, they are kept until there is one. */
export function createOptions(tree: OptionTree, queueId: number | null, send: SendStep, { onLost, onRevived }: Tell): Options {
  const store = createStore<OptionsState>({ tree, saved: savedOf(tree), running: null, failed: new Map() });
  let queue = queueId;
  let keys = 0;
  let timer: number | null = null;
  let work: Promise<void> | null = null;
  let calls = 0;
  let underWay = false;
  /** News of our own call may come before its answer. */
  let waiting: HeardMenu[] = [];
  /** For each menu, the `updatedAt` of the state known here. */
  const known = new Map<number | null, string>();
  const update = (change: Partial<OptionsState>) => store.set({ ...store.get(), ...change });

  const stop = () => {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
  };
  const startSoon = () => {
    stop();
    timer = window.setTimeout(() => {
      timer = null;
      void start();
    }, pauseMs);
  };
  const take = (menu: HeardMenu) => {
    if (menu.at !== null) {
      if (menu.at < (known.get(menu.parentId) ?? '')) return;
      known.set(menu.parentId, menu.at);
    }
    const { tree, saved, revived } = hearMenu(store.get(), menu);
    const failed = new Map(store.get().failed);
    for (const key of revived) failed.delete(key);
    update({ tree, saved, failed });
    if (revived.length === 0) return;
    onRevived();
    startSoon();
  };
  const run = async (to: number) => {
    // While the person is typing, the next call waits.
    while (timer === null) {
      const { tree, saved, failed } = store.get();
      const step = nextStep(tree, saved, new Set(failed.keys()));
      if (!step) break;
      const key = 'key' in step ? step.key : null;
      update({ running: key });
      underWay = true;
      try {
        const { id, at } = await send(to, step);
        const now = store.get();
        if (at !== null) known.set(parentOf(step, saved), at);
        update({
          saved: afterStep(now.saved, step, id ?? 0),
          tree: step.do === 'create' ? changeOption(now.tree, step.key, { id }) : now.tree,
        });
      } catch (error) {
        if (key === null) {
          onLost(error);
          break;
        }
        update({ failed: new Map(store.get().failed).set(key, error) });
      } finally {
        calls += 1;
        underWay = false;
        const heard = waiting;
        waiting = [];
        for (const menu of heard) take(menu);
      }
    }
    update({ running: null });
  };
  const start = (): Promise<void> => {
    if (queue === null) return Promise.resolve();
    const to = queue;
    const next = (work ?? Promise.resolve()).then(() => run(to));
    const done = next.finally(() => {
      if (work === done) work = null;
    });
    work = done;
    return done;
  };
  return {
    store,
    edit: (change, key) => {
      const { tree, failed } = store.get();
      const still = new Map(failed);
      if (key !== undefined) still.delete(key);
      update({ tree: change(tree), failed: still });
      startSoon();
    },
    hear: (menu) => {
      if (underWay) waiting.push(menu);
      else take(menu);
    },
    calls: () => (underWay ? null : calls),
    flush: async () => {
      stop();
      update({ failed: new Map() });
      await start();
      const [refusal] = store.get().failed.values();
      if (refusal !== undefined) throw refusal;
    },
    newKey: () => {
      keys += 1;
      return `new-${keys}`;
    },
    setQueue: (id) => {
      queue = id;
    },
  };
}

function parentOf(step: SyncStep, saved: readonly SavedOption[]): number | null {
  return step.do === 'create' ? step.parentId : (saved.find(({ id }) => id === step.id)?.parentId ?? null);
}

export type NodeState = 'saved' | 'saving' | 'waiting' | 'untitled' | 'failed' | 'draft';

/** The save state of an option. `draft`: its queue is not saved yet. */
export function nodeState(node: OptionNode, { saved, running, failed }: OptionsState, hasQueue: boolean): NodeState {
  if (node.title.trim() === '') return 'untitled';
  if (!hasQueue) return 'draft';
  if (failed.has(node.key)) return 'failed';
  if (running === node.key) return 'saving';
  return isUnsaved(node, saved) ? 'waiting' : 'saved';
}

/** How many options would be lost on closing: those that cannot be saved automatically. Empty ones do not count. */
export function countLost(state: OptionsState, hasQueue: boolean): number {
  return rowsOf(state.tree).filter(({ node }) => {
    const is = nodeState(node, state, hasQueue);
    if (is === 'untitled') return node.message.trim() !== '' || node.children.length > 0;
    return is === 'failed' || is === 'draft';
  }).length;
}
