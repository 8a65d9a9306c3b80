import type { DashboardView, timesBy } from '@balcao/contract/dashboard';
import { dayIn, daysOf, type Period, periodBefore } from '@balcao/contract/dashboard-rules';
import { settingValue } from '@balcao/contract/setting-rules';
import { Button } from '@mantine/core';
import { IconDeviceTv, IconDownload, IconPrinter } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { BehindFilter, PeriodChoice } from '../../data/dashboard/keys.ts';
import {
  fetchAttendances,
  useBoard,
  useFigures,
  useHours,
  useRatings,
  useTicketsByDay,
  useTicketsByUser,
  useTimes,
} from '../../data/dashboard/queries.ts';
import { statusText } from '../../features/company/connections/connection-status.tsx';
import { Attendants } from '../../features/insight/dashboard/attendants.tsx';
import { BehindPanel } from '../../features/insight/dashboard/behind-panel.tsx';
import { Board } from '../../features/insight/dashboard/board.tsx';
import { Cards } from '../../features/insight/dashboard/cards.tsx';
import css from '../../features/insight/dashboard/dashboard.module.css';
import { DayChart, UserChart } from '../../features/insight/dashboard/day-user-charts.tsx';
import { Heat } from '../../features/insight/dashboard/heat.tsx';
import { faultOf, PeriodFilter } from '../../features/insight/dashboard/period-filter.tsx';
import { Ratings } from '../../features/insight/dashboard/ratings.tsx';
import { Times } from '../../features/insight/dashboard/times.tsx';
import { saveFile } from '../../platform/api.ts';
import { now, useNow } from '../../platform/clock.ts';
import { errorText, notifyError } from '../../platform/errors.ts';
import { formatDate } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { PageSkeleton } from '../../ui/page/skeleton.tsx';

const WallScreen = lazyPart(async () => ({ default: (await import('../../features/insight/dashboard/wall.tsx')).WallScreen }));

/** How the company is doing: now, in a period, and compared with the period before. */
export function DashboardPage() {
  usePageTitle(t('Dashboard'));
  const today = useToday();
  const [choice, choose] = usePeriod(today);
  const [wall, setWall] = useWall();
  const [leftWall, setLeftWall] = useState(false);
  const figures = useFigures(choice);
  const leave = () => {
    setLeftWall(true);
    setWall(false);
  };
  if (wall)
    return (
      <Suspense>
        <Wall onClose={leave} />
      </Suspense>
    );
  if (figures.data)
    return (
      <Figures
        view={figures.data}
        late={figures.isPlaceholderData}
        choice={choice}
        today={today}
        onChoose={choose}
        onWall={() => setWall(true)}
        leftWall={leftWall}
      />
    );
  if (!figures.error) return <PageSkeleton label={t('Carregando a página')} />;
  const fault = 'days' in choice ? null : faultOf(choice, today);
  return (
    <Page>
      <PageHeader title={t('Dashboard')} actions={<PeriodFilter choice={choice} from="" until="" today={today} onChoose={choose} />} />
      <ErrorState
        title={t('Não foi possível carregar o dashboard')}
        text={fault ?? errorText(figures.error)}
        {...(!fault && { onRetry: () => void figures.refetch() })}
      />
    </Page>
  );
}

/** What happens now and what was done today, for a screen on the wall. */
function Wall({ onClose }: { onClose: () => void }) {
  const { company } = useUser();
  const today = dayIn(new Date(useNow(60_000)), settingValue(company.settings, 'timeZone'));
  const figures = useFigures({ date_from: today, date_to: today });
  const board = useBoard(wallLooksMs);
  return (
    <WallScreen
      figures={figures.data}
      board={board.data}
      updatedAt={board.dataUpdatedAt}
      error={board.error ?? figures.error}
      stateOf={statusText}
      onClose={onClose}
    />
  );
}

/** News refresh it; this is for what passes without any, and for a line that was down at night. */
const wallLooksMs = 30_000;

type FiguresProps = {
  view: DashboardView;
  /** Those of the period that was chosen are still to come. */
  late: boolean;
  choice: PeriodChoice;
  today: string;
  onChoose: (choice: PeriodChoice) => void;
  onWall: () => void;
  /** The wall stood in the place of the page until now, and the focus is where it was opened. */
  leftWall: boolean;
};

function Figures({ view, late, choice, today, onChoose, onWall, leftWall }: FiguresProps) {
  const wallButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (leftWall) wallButton.current?.focus();
  }, [leftWall]);
  const [behind, setBehind] = useState<Behind | null>(null);
  const [by, setBy] = useState<(typeof timesBy)[number]>('company');
  const earlier = periodBefore(view.period);
  const before = useFigures({ date_from: earlier.from, date_to: earlier.until });
  const period = { date_from: view.period.from, date_to: view.period.until };
  const users = useTicketsByUser(view.period);
  const days = useTicketsByDay(view.period);
  const daysBefore = useTicketsByDay(earlier);
  const hours = useHours(period);
  const times = useTimes(period, by);
  const ratings = useRatings(period);
  const board = useBoard();
  const again = [board, times, hours].find(({ data, error }) => error && !data);
  const failed = ratings.error && !ratings.rows ? ratings : again && { error: again.error, retry: () => void again.refetch() };
  // One below the other: what comes late would push away what somebody reads.
  const firstLate = [board, times, hours].findIndex(({ data, error }) => !data && !error);
  const stands = (above: number) => firstLate === -1 || firstLate >= above;
  const openBehind = (filter: BehindFilter) => setBehind({ filter, period });
  const openDay = (i: number) => setBehind(behindBar(view.period, i));
  const save = () =>
    fetchAttendances(period, { of: 'queued' }).then(
      (file) => saveFile(file, `atendimentos-${view.period.from}-${view.period.until}.csv`),
      (error: unknown) => notifyError(error),
    );
  return (
    <Page>
      <PageHeader
        title={t('Dashboard')}
        note={late ? t('Carregando') : periodText(view.period)}
        actions={
          <>
            <div className={css.files}>
              <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => void save()}>
                {t('Baixar planilha (.csv)')}
              </Button>
              <Button variant="default" leftSection={<IconDeviceTv size={16} />} onClick={onWall} ref={wallButton}>
                {t('Painel na parede')}
              </Button>
              <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
                {t('Imprimir')}
              </Button>
            </div>
            <PeriodFilter choice={choice} {...view.period} today={today} onChoose={onChoose} />
          </>
        }
      />
      <Cards view={view} before={isEarlier(before.data, earlier) ? before.data : undefined} onBehind={openBehind} />
      <div className={css.two}>
        <DayChart
          data={days.data?.data}
          before={daysBefore.data?.data}
          error={days.error}
          onBehind={openDay}
          onRetry={() => void days.refetch()}
        />
        <UserChart data={users.data?.data} error={users.error} onBehind={openBehind} onRetry={() => void users.refetch()} />
      </div>
      <Attendants attendants={view.attendants} onBehind={openBehind} />
      {board.data && <Board view={board.data} stateOf={statusText} />}
      {stands(1) && times.data && <Times rows={times.data} by={by} onBy={setBy} onBehind={openBehind} />}
      {stands(2) && hours.data && <Heat cells={hours.data} onBehind={openBehind} />}
      {stands(3) && ratings.rows && <Ratings {...ratings} rows={ratings.rows} />}
      {failed && <ErrorState title={t('Não foi possível carregar tudo')} text={errorText(failed.error)} onRetry={failed.retry} />}
      {behind && <BehindPanel title={titleOf(behind.filter, view)} {...behind} onClose={() => setBehind(null)} />}
    </Page>
  );
}

type Behind = { filter: BehindFilter; period: PeriodChoice };

/** What is behind a bar of the first chart: a day of the period, or an hour if the period is one day. */
function behindBar(period: Period, i: number): Behind {
  const days = daysOf(period);
  const [hour, day] = days.length === 1 ? [{ hour: i }, period.from] : [{}, days[i] ?? period.from];
  return { filter: { of: 'queued', ...hour }, period: { date_from: day, date_to: day } };
}

const isEarlier = (view: DashboardView | undefined, { from }: Period) => view?.period.from === from;
const periodText = ({ from, until }: Period) => t('{{from}} a {{to}}', { from: formatDate(from), to: formatDate(until) });

function titleOf({ of, userId }: BehindFilter, view: DashboardView): string {
  const person = view.attendants.find(({ id }) => id === userId)?.name;
  if (person && of === 'finished') return t('Finalizados de {{name}}', { name: person });
  switch (of) {
    case 'finished':
      return t('Finalizados');
    case 'supported':
      return t('T.M. de Conversa');
    case 'accepted':
      return t('T.M. de Espera');
    case 'queued':
      return t('Atendimentos');
  }
}

/** Whether the screen for the wall is shown; in the address, so that a screen there can begin with it. */
function useWall(): [boolean, (on: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const set = (on: boolean) =>
    setParams(
      (before) => {
        if (on) before.set('wall', '1');
        else before.delete('wall');
        return before;
      },
      { replace: !on },
    );
  return [params.get('wall') === '1', set];
}

/** The company's. */
function useToday(): string {
  const { company } = useUser();
  return dayIn(new Date(now()), settingValue(company.settings, 'timeZone'));
}

/** The period of the address; at first, from the first day of the month to today. */
function usePeriod(today: string): [PeriodChoice, (choice: PeriodChoice) => void] {
  const [params, setParams] = useSearchParams();
  const day = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? '') ? (params.get(name) ?? undefined) : undefined);
  const [from, to] = [day('date_from'), day('date_to')];
  const choose = (choice: PeriodChoice) =>
    setParams(Object.fromEntries(Object.entries(choice).map(([name, value]) => [name, String(value)])), { replace: true });
  const days = Number(params.get('days'));
  if (Number.isInteger(days) && days > 0 && days <= 366) return [{ days }, choose];
  if (from || to) return [{ ...(from && { date_from: from }), ...(to && { date_to: to }) }, choose];
  return [{ date_from: `${today.slice(0, 8)}01`, date_to: today }, choose];
}
