import { Switch } from '@mantine/core';
import { Suspense } from 'react';
import { t } from '../../../../../platform/i18n.ts';
import { lazyAfter } from '../after-standing.ts';
import { chipFilterOf, type ListProps, orderShown } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import { OrderLabel } from './order-label.tsx';
import { TicketPickers } from './ticket-pickers.tsx';

const OrderMenu = lazyAfter(async () => (await import('../after-list.ts')).OrderMenu);

/** Whose tickets of which queues a list shows, and in which order. */
export function Filters({ view, mayShowAll, onChange }: ListProps) {
  return (
    <div className={css.tools}>
      {mayShowAll && view.tab === 'open' && (
        <Switch
          size="sm"
          label={t('Todos')}
          checked={view.showAll}
          onChange={(event) => onChange({ showAll: event.currentTarget.checked })}
        />
      )}
      <TicketPickers chosen={view} onChange={onChange} counted={chipFilterOf({ ...view, queueIds: [] })} tags={[]} users={null} />
      <span className={css.end}>
        {/* As wide as the button will be: nothing moves when its code comes. */}
        <Suspense
          fallback={
            <span className={css.pick}>
              <OrderLabel order={orderShown(view)} />
            </span>
          }
        >
          <OrderMenu view={view} onChange={onChange} />
        </Suspense>
      </span>
    </div>
  );
}
