import type { TicketOrder } from '@balcao/contract/ticket-list-rules';
import { IconSortAscending } from '@tabler/icons-react';
import { t } from '../../../../../platform/i18n.ts';

/** What stands on the button of an order. */
export function OrderLabel({ order }: { order: TicketOrder }) {
  return (
    <>
      <IconSortAscending size={14} aria-hidden />
      <span>{orderText(order)}</span>
    </>
  );
}

export function orderText(order: TicketOrder): string {
  switch (order) {
    case 'newest':
      return t('Mais recentes');
    case 'oldest':
      return t('Mais antigas');
    case 'waiting':
      return t('Maior espera');
    case 'priority':
      return t('Prioridade');
  }
}
