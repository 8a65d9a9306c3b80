import { IconAlertTriangle, IconClockExclamation, IconClockHour4 } from '@tabler/icons-react';
import { useTicketPromises } from '../../../../../data/tickets/queries.ts';
import { formatNumber } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { standingOf } from '../row/wait-time.tsx';
import css from './part-head.module.css';
import type { PartHeadProps } from './part-head.tsx';

/** How many are late, nearly late and fine. Nothing where nothing was promised. */
export function PartLegend({ tickets, more, now }: Omit<PartHeadProps, 'part'>) {
  const promises = useTicketPromises();
  const states = tickets.flatMap((ticket) => standingOf(ticket, promises, now)?.state ?? []);
  if (states.length === 0) return null;
  const kinds = [
    { state: 'late', Icon: IconAlertTriangle, text: t('Fora do prazo') },
    { state: 'near', Icon: IconClockExclamation, text: t('Perto do prazo') },
    { state: 'fine', Icon: IconClockHour4, text: t('No prazo') },
  ] as const;
  return (
    <span className={css.legend}>
      {kinds.map(({ state, Icon, text }) => {
        const count = states.filter((each) => each === state).length;
        if (count === 0) return null;
        const told = formatNumber(count) + (more ? '+' : '');
        return (
          <span key={state} data-state={state} role="img" aria-label={`${text}: ${told}`} title={`${text}: ${told}`}>
            <Icon size={14} aria-hidden />
            {told}
          </span>
        );
      })}
    </span>
  );
}
