import type { TicketView } from '@balcao/contract/tickets';
import { IconFlag3, IconPin, IconSortAscending } from '@tabler/icons-react';
import { Suspense } from 'react';
import { t } from '../../../../../platform/i18n.ts';
import { lazyAfter } from '../after-standing.ts';
import css from './part-head.module.css';
import type { ListPart } from './part-rules.ts';

const PartLegend = lazyAfter(async () => (await import('../after-list.ts')).PartLegend);

const icons = { pinned: IconPin, urgent: IconFlag3, rest: IconSortAscending };

export type PartHeadProps = {
  part: ListPart;
  /** Those of the part. */
  tickets: readonly TicketView[];
  /** There are others that are not loaded yet. */
  more: boolean;
  now: number;
};

/** The head of a part of the list, with how its tickets stand against what was promised. */
export function PartHead({ part, ...of }: PartHeadProps) {
  const Icon = icons[part];
  return (
    <h2 className={css.head} data-part={part}>
      <Icon size={14} aria-hidden />
      {part === 'pinned' ? t('Fixadas') : part === 'urgent' ? t('Prioridade') : t('Maior espera primeiro')}
      <Suspense>
        <PartLegend {...of} />
      </Suspense>
    </h2>
  );
}
