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
  /** Milliseconds until it disappears; null: it stays until dismissed. */
  lifeMs: number | null;
};

/** How long a success toast stays: in daily work and in administration. */
export const toastLife = { core: 2000, administration: 3000, undo: undoShownMs } as const;

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a toast; one with the same title and text is not shown twice. Answers its id. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  const same = toasts.get().find((shown) => shown.title === toast.title && shown.text === toast.text && shown.kind === toast.kind);
  lastId += 1;
  const rest = toasts.get().filter((shown) => shown !== same);
  toasts.set([...rest.slice(-4), { ...toast, id: lastId }]);
  return lastId;
}

/** Shows a success toast. */
export function toastSuccess(title: string, lifeMs: number = toastLife.core): number {
  return showToast({ kind: 'success', title, lifeMs });
}

/** Says what was done, with an undo button for 5 seconds. */
export function toastUndo(title: string, undoLabel: string, undo: () => void): number {
  return showToast({ kind: 'success', title, lifeMs: toastLife.undo, actions: [{ label: undoLabel, onClick: undo }] });
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useStore(toasts);
}
