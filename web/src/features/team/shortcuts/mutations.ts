import type { ShortcutsView } from '@balcao/contract/shortcuts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { chosenShortcuts, keepShortcuts } from '../../../platform/session.ts';

/** Chooses keys, or switches them off. They hold at once, and no more if the server refuses. */
export function useChooseShortcuts() {
  return useMutation({
    mutationFn: (shortcuts: ShortcutsView) => api('PUT /v1/shortcuts', { body: shortcuts }),
    onMutate: (shortcuts) => {
      const before = chosenShortcuts();
      keepShortcuts(shortcuts);
      return before;
    },
    onError: (_error, _shortcuts, before) => before && keepShortcuts(before),
    onSuccess: keepShortcuts,
  });
}
