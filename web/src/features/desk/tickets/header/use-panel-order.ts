import type { PanelOrderView } from '@balcao/contract/panel-order';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { keepOwn, sessionState } from '../../../../platform/session.ts';

/** Saves the order of the panel. It holds at once, and no more if the server refuses. */
export function useOrderPanel() {
  return useMutation({
    mutationFn: (order: PanelOrderView) => api('PUT /v1/panel-order', { body: order }),
    onMutate: (order) => {
      const session = sessionState();
      keepOwn({ panelOrder: order });
      return session.state === 'in' ? session.user.panelOrder : undefined;
    },
    onError: (_error, _order, before) => before && keepOwn({ panelOrder: before }),
  });
}
