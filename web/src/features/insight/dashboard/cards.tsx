import type { DashboardView } from '@balcao/contract/dashboard';
import { longWaitMinutes } from '@balcao/contract/dashboard-rules';
import { IconAlertTriangle, IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BehindFilter } from '../../../data/dashboard/keys.ts';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Spark } from './charts.tsx';
import css from './dashboard.module.css';
import { type Change, changeText, minutesChangeText, minutesText } from './figures-text.ts';

export type CardsProps = { view: DashboardView; before: DashboardView | undefined; onBehind: (filter: BehindFilter) => void };

/** The six figures. Each opens the list behind it. */
export function Cards({ view: { counters, days, period }, before, onBehind }: CardsProps) {
  const was = before?.counters;
  const long = counters.supportPendingLong;
  return (
    <section className={css.stats} aria-label={t('Resumo')}>
      <Stat to="/tickets" label={t('Em Conversa')} value={formatNumber(counters.supportHappening)} detail={t('agora')} />
      <Stat
        to="/tickets?waiting=1"
        label={t('Aguardando')}
        value={formatNumber(counters.supportPending)}
        warn={long > 0}
        detail={long > 0 ? t('{{n}} há mais de {{m}} min', { n: formatNumber(long), m: longWaitMinutes }) : t('agora')}
      />
      <Stat
        onOpen={() => onBehind({ of: 'finished' })}
        label={t('Finalizados')}
        value={formatNumber(counters.supportFinished)}
        change={changeText(counters.supportFinished, was?.supportFinished)}
        course={days.map(({ finished }) => finished)}
      />
      <Stat
        to={`/contacts?dateStart=${period.from}&dateEnd=${period.until}`}
        label={t('Novos Contatos')}
        value={formatNumber(counters.leads)}
        change={changeText(counters.leads, was?.leads)}
        course={days.map(({ leads }) => leads)}
      />
      <Stat
        onOpen={() => onBehind({ of: 'supported' })}
        label={t('T.M. de Conversa')}
        value={minutesText(counters.avgSupportTime)}
        change={minutesChangeText(counters.avgSupportTime, was?.avgSupportTime)}
        course={days.map(({ avgSupportTime }) => avgSupportTime)}
      />
      <Stat
        onOpen={() => onBehind({ of: 'accepted' })}
        label={t('T.M. de Espera')}
        value={minutesText(counters.avgWaitTime)}
        change={minutesChangeText(counters.avgWaitTime, was?.avgWaitTime)}
        course={days.map(({ avgWaitTime }) => avgWaitTime)}
      />
    </section>
  );
}

type StatProps = {
  label: string;
  value: string;
  detail?: string;
  warn?: boolean;
  change?: Change | null;
  course?: readonly (number | null)[];
} & ({ to: string; onOpen?: never } | { to?: never; onOpen: () => void });

function Stat({ label, value, detail, warn = false, change, course, to, onOpen }: StatProps) {
  const inside: ReactNode = (
    <>
      <span className={css.label}>{label}</span>
      <span className={css.value}>{value}</span>
      <span className={css.detail} data-warn={warn || undefined}>
        {warn && <IconAlertTriangle size={14} aria-hidden />}
        {change?.up === true && <IconArrowUpRight size={14} aria-hidden />}
        {change?.up === false && <IconArrowDownRight size={14} aria-hidden />}
        {change?.text ?? detail}
      </span>
      {course && <Spark values={course} />}
    </>
  );
  if (to !== undefined)
    return (
      <Link className={css.stat} to={to}>
        {inside}
      </Link>
    );
  return (
    <button type="button" className={css.stat} onClick={onOpen}>
      {inside}
    </button>
  );
}
