import { Switch } from '@mantine/core';
import { Suspense } from 'react';
import { useChoosableQueues } from '../../../../../data/queues/queries.ts';
import { useTagChoices } from '../../../../../data/tags/queries.ts';
import { useColleagues } from '../../../../../data/users/queries.ts';
import { t } from '../../../../../platform/i18n.ts';
import { lazyAfter } from '../after-standing.ts';
import { chipFilterOf, type InboxView, orderShown } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import { Picker } from './picker.tsx';

const OrderMenu = lazyAfter(async () => (await import('../after-list.ts')).OrderMenu);

const timeOnly = ({ tab }: InboxView) => tab !== 'open';

type FiltersProps = { view: InboxView; mayShowAll: boolean; onChange: (change: Partial<InboxView>) => void };

/** Whose tickets are shown, of which queues, tags and people, and in which order. */
export function Filters({ view, mayShowAll, onChange }: FiltersProps) {
  const queues = useChoosableQueues();
  const byUser = view.tab === 'search' && mayShowAll;
  const { data: users = [] } = useColleagues(byUser);
  const { data: tags = [] } = useTagChoices(view.tab === 'search');
  const byTag = view.tab === 'search' && tags.length > 0;
  const switchable = mayShowAll && view.tab === 'open';
  return (
    <div className={css.tools} data-wraps={view.tab === 'search' || undefined}>
      {switchable && (
        <Switch
          size="sm"
          label={t('Todos')}
          checked={view.showAll}
          onChange={(event) => onChange({ showAll: event.currentTarget.checked })}
        />
      )}
      {queues.length > 1 && (
        <Picker
          label={t('Filas')}
          all={t('todas')}
          options={queues}
          counted={chipFilterOf({ ...view, queueIds: [] })}
          chosen={view.queueIds}
          onChosen={(queueIds) => onChange({ queueIds })}
        />
      )}
      {byTag && (
        <Picker label={t('Tags')} all={t('todas')} options={tags} chosen={view.tagIds} onChosen={(tagIds) => onChange({ tagIds })} />
      )}
      {byUser && (
        <Picker
          label={t('Atendentes')}
          all={t('todos')}
          options={users}
          chosen={view.userIds}
          onChosen={(userIds) => onChange({ userIds })}
        />
      )}
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
