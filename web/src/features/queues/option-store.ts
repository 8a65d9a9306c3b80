// The options being edited and their way to the server: every change is sent a moment later, one call after the other.
import { createStore, type Store } from '../../platform/store.ts';
import { afterStep, isUnsaved, nextStep, type SavedOption, type SyncStep, savedOf } from './option-sync.ts';
import { changeOption, type OptionNode, type OptionTree, rowsOf } from './option-tree.ts';

export type OptionsState = {
  tree: OptionTree;
  saved: readonly SavedOption[];
  /** The option that is on its way. */
  running: string | null;
  /** Options the server refused, and why; they wait until they are changed or sent again. */
  failed: ReadonlyMap<string, unknown>;
};

/** Carries a call out; answers the id of a new option. */
export type SendStep = (queueId: number, step: SyncStep) => Promise<number | null>;

export type Options = {
  store: Store<OptionsState>;
  /** Makes a change; it is sent soon. `key`: the option that may now be sent although it was refused. */
  edit: (change: (tree: OptionTree) => OptionTree, key?: string) => void;
  /** Sends at once, what was refused included. Throws the first refusal. */
  flush: () => Promise<void>;
  /** A key no option has had. */
  newKey: () => string;
  /** The queue has come to be: what waited for it can be sent. */
  setQueue: (queueId: number) => void;
};

const pauseMs = 700;

/** The options of a queue; without a queue yet, they are kept until there is one. `onLost` is told of deletions that failed. */
export function createOptions(tree: OptionTree, queueId: number | null, send: SendStep, onLost: (error: unknown) => void): Options {
  const store = createStore<OptionsState>({ tree, saved: savedOf(tree), running: null, failed: new Map() });
  let queue = queueId;
  let keys = 0;
  let timer: number | null = null;
  let work: Promise<void> | null = null;
  const update = (change: Partial<OptionsState>) => store.set({ ...store.get(), ...change });

  const stop = () => {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
  };
  const run = async (to: number) => {
    // While somebody is typing, the next call waits for the end of it.
    while (timer === null) {
      const { tree, saved, failed } = store.get();
      const step = nextStep(tree, saved, new Set(failed.keys()));
      if (!step) break;
      const key = 'key' in step ? step.key : null;
      update({ running: key });
      try {
        const id = (await send(to, step)) ?? 0;
        const now = store.get();
        update({
          saved: afterStep(now.saved, step, id),
          tree: step.do === 'create' ? changeOption(now.tree, step.key, { id }) : now.tree,
        });
      } catch (error) {
        if (key === null) {
          onLost(error);
          break;
        }
        update({ failed: new Map(store.get().failed).set(key, error) });
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
      stop();
      timer = window.setTimeout(() => {
        timer = null;
        void start();
      }, pauseMs);
    },
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

export type NodeState = 'saved' | 'saving' | 'waiting' | 'untitled' | 'failed' | 'draft';

/** How it stands with an option. `draft`: its queue is not saved yet. */
export function nodeState(node: OptionNode, { saved, running, failed }: OptionsState, hasQueue: boolean): NodeState {
  if (node.title.trim() === '') return 'untitled';
  if (!hasQueue) return 'draft';
  if (failed.has(node.key)) return 'failed';
  if (running === node.key) return 'saving';
  return isUnsaved(node, saved) ? 'waiting' : 'saved';
}

/** How many options would be lost: those that do not save themselves. An empty one is no loss. */
export function countLost(state: OptionsState, hasQueue: boolean): number {
  return rowsOf(state.tree).filter(({ node }) => {
    const is = nodeState(node, state, hasQueue);
    if (is === 'untitled') return node.message.trim() !== '' || node.children.length > 0;
    return is === 'failed' || is === 'draft';
  }).length;
}
