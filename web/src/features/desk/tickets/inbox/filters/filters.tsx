import { Switch } from '@mantine/core';
import { Suspense } from 'react';
import { t } from '../../../../../platform/i18n.ts';
import { lazyAfter } from '../after-standing.ts';
import { chipFilterOf, type InboxView, orderShown } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import { OrderLabel } from './order-label.tsx';
import { TicketPickers } from './ticket-pickers.tsx';

const OrderMenu = lazyAfter(async () => (await import('../after-list.ts')).OrderMenu);

type FiltersProps = { view: InboxView; mayShowAll: boolean; onChange: (change: Partial<InboxView>) => void };

/** Whose tickets of which queues a list shows, and in which order. */
export function Filters({ view, mayShowAll, onChange }: FiltersProps) {
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
          <OrderMenu
            order={orderShown(view)}
            timeOnly={view.tab !== 'open'}
            onChange={(order) => onChange({ order: order === orderShown({ ...view, order: null }) ? null : order })}
          />
        </Suspense>
      </span>
    </div>
  );
}
