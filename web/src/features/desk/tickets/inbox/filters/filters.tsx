import { Switch } from '@mantine/core';
import { Suspense } from 'react';
import { useTagChoices } from '../../../../../data/tags/queries.ts';
import { useColleagues } from '../../../../../data/users/queries.ts';
import { t } from '../../../../../platform/i18n.ts';
import { lazyAfter } from '../after-standing.ts';
import { chipFilterOf, type InboxView, orderShown } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import { TicketPickers } from './ticket-pickers.tsx';

const OrderMenu = lazyAfter(async () => (await import('../after-list.ts')).OrderMenu);

const timeOnly = ({ tab }: InboxView) => tab !== 'open';

type FiltersProps = { view: InboxView; mayShowAll: boolean; onChange: (change: Partial<InboxView>) => void };

/** Whose tickets are shown, of which queues, tags and people, and in which order. */
export function Filters({ view, mayShowAll, onChange }: FiltersProps) {
  const searching = view.tab === 'search';
  const byUser = searching && mayShowAll;
  const { data: users = [] } = useColleagues(byUser);
  const { data: tags = [] } = useTagChoices(searching);
  const switchable = mayShowAll && view.tab === 'open';
  return (
    <div className={css.tools} data-wraps={searching || undefined}>
      {switchable && (
        <Switch
          size="sm"
          label={t('Todos')}
          checked={view.showAll}
          onChange={(event) => onChange({ showAll: event.currentTarget.checked })}
        />
      )}
      <TicketPickers
        chosen={view}
        onChange={onChange}
        counted={chipFilterOf({ ...view, queueIds: [] })}
        tags={searching ? tags : []}
        users={byUser ? users : null}
      />
      <span className={css.end}>
        <Suspense>
          <OrderMenu
            order={orderShown(view)}
            timeOnly={timeOnly(view)}
            onChange={(order) => onChange({ order: order === orderShown({ ...view, order: null }) ? null : order })}
          />
        </Suspense>
      </span>
    </div>
  );
}
