// The state of the toasts; `ui/toaster.tsx` renders them.
import { undoShownMs } from '@balcao/contract/ticket-move-rules';
import { createStore, useStore } from './store.ts';

export type ToastAction = { label: string; onClick: () => void };
export type Toast = {
  id: number;
  kind: 'success' | 'info' | 'warning' | 'error';
  title: string;
  text?: string | undefined;
  actions?: readonly ToastAction[] | undefined;
  /** Its action undoes what was just done, which is only possible for a moment. */
  undo?: true;
  /** The page that shows what it tells of: it is not shown there, and goes once the person is there or reads of it elsewhere. */
  path?: string | undefined;
  /** Milliseconds until it disappears. */
  lifeMs: number;
};

/** How long a toast stays: a success in daily work and in administration, an undo, a warning, an error. */
export const toastLife = { core: 2000, administration: 3000, undo: undoShownMs, warning: 8000, error: 12_000 } as const;

/** The toast that is shown, and those that wait for their turn. */
const toasts = createStore<readonly Toast[]>([]);
const waitingMax = 3;
let lastId = 0;

/**
 * Shows a toast; there is one at a time. It takes the place of the one that is shown, but waits its turn behind one that offers an undo,
 * unless it offers one itself. Answers its id.
 */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  if (toast.path !== undefined && isInSight(toast.path)) return lastId;
  const added = { ...toast, id: lastId };
  const others = toasts.get().filter(({ kind, title, text }) => kind !== toast.kind || title !== toast.title || text !== toast.text);
  const [shown, ...waiting] = others;
  if (!shown || !holds(shown, added)) toasts.set([added, ...waiting]);
  else toasts.set([shown, ...waiting.slice(1 - waitingMax), added]);
  return lastId;
}

function holds(shown: Toast, added: Toast): boolean {
  return shown.undo === true && !added.undo;
}

/** Shows a success toast. */
export function toastSuccess(title: string, lifeMs: number = toastLife.core): number {
  return showToast({ kind: 'success', title, lifeMs });
}

/** Says what was done, with an undo button for 5 seconds. */
export function toastUndo(title: string, undoLabel: string, undo: () => void): number {
  return showToast({ kind: 'success', title, lifeMs: toastLife.undo, undo: true, actions: [{ label: undoLabel, onClick: undo }] });
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** The person is on the page that shows what some toasts tell of: these go. */
export function dismissToastsOf(path: string): void {
  toasts.set(toasts.get().filter((toast) => toast.path !== path));
}

/** A list shows what every toast with a path tells of: those go, and none comes until what this answers is called. */
export function holdToastsWithPath(): () => void {
  toasts.set(toasts.get().filter(({ path }) => path === undefined));
  lists += 1;
  return () => {
    lists -= 1;
  };
}

/** The lists in sight that show what toasts with a path tell of. */
let lists = 0;

function isInSight(path: string): boolean {
  return document.visibilityState === 'visible' && (lists > 0 || window.location.pathname === path);
}

/** The toast that is shown now, if there is one. */
export function useToast(): Toast | undefined {
  return useStore(toasts)[0];
}
