import type { TicketView } from '@balcao/contract/tickets';
import { IconFlag3, IconPin, IconSortAscending } from '@tabler/icons-react';
import { Suspense } from 'react';
import { t } from '../../../../../platform/i18n.ts';
import { lazyAfter } from '../after-standing.ts';
import css from './group-head.module.css';
import type { Group } from './group-rules.ts';

const GroupLegend = lazyAfter(async () => (await import('../after-list.ts')).GroupLegend);

const icons = { pinned: IconPin, urgent: IconFlag3, rest: IconSortAscending };

export type GroupHeadProps = {
  group: Group;
  /** Those of the group. */
  tickets: readonly TicketView[];
  /** There are others that are not loaded yet. */
  more: boolean;
  now: number;
};

/** The head of a part of the list, with how its tickets stand against what was promised. */
export function GroupHead({ group, ...of }: GroupHeadProps) {
  const Icon = icons[group];
  return (
    <h2 className={css.head} data-group={group}>
      <Icon size={14} aria-hidden />
      {group === 'pinned' ? t('Fixadas') : group === 'urgent' ? t('Prioridade') : t('Maior espera primeiro')}
      <Suspense>
        <GroupLegend {...of} />
      </Suspense>
    </h2>
  );
}
