import { ticketOrders } from '@balcao/contract/ticket-list-rules';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { t } from '../../../../../platform/i18n.ts';
import { type InboxView, orderShown } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import { OrderLabel, orderText } from './order-label.tsx';

export type OrderMenuProps = { view: InboxView; onChange: (change: Pick<InboxView, 'order'>) => void };

/** In which order the list is. */
export function OrderMenu({ view, onChange }: OrderMenuProps) {
  const order = orderShown(view);
  const usual = orderShown({ ...view, order: null });
  // Elsewhere nobody waits.
  const offered = ticketOrders.filter((each) => view.tab === 'open' || each === 'newest' || each === 'oldest');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={css.pick} aria-label={t('Ordem: {{order}}', { order: orderText(order) })}>
          <OrderLabel order={order} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((each) => (
          <Menu.Item
            key={each}
            rightSection={each === order && <IconCheck size={16} />}
            onClick={() => onChange({ order: each === usual ? null : each })}
          >
            {orderText(each)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
