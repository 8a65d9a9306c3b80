import { type TicketOrder, ticketOrders } from '@balcao/contract/ticket-list-rules';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { t } from '../../../../../platform/i18n.ts';
import css from '../ticket-pane.module.css';
import { OrderLabel, orderText } from './order-label.tsx';

export type OrderMenuProps = { order: TicketOrder; timeOnly: boolean; onChange: (order: TicketOrder) => void };

/** In which order the list is. `timeOnly`: nobody waits in it. */
export function OrderMenu({ order, timeOnly, onChange }: OrderMenuProps) {
  const offered = ticketOrders.filter((each) => !timeOnly || each === 'newest' || each === 'oldest');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={css.pick} aria-label={t('Ordem: {{order}}', { order: orderText(order) })}>
          <OrderLabel order={order} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((each) => (
          <Menu.Item key={each} rightSection={each === order && <IconCheck size={16} />} onClick={() => onChange(each)}>
            {orderText(each)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
