import type { AttendanceView } from '@balcao/contract/dashboard';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { BehindFilter, PeriodChoice } from '../../../data/dashboard/keys.ts';
import { fetchAttendances, useBehind } from '../../../data/dashboard/queries.ts';
import { saveFile } from '../../../platform/api.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatDateTime, formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { SidePanel } from '../../../ui/dialog/side-panel.tsx';
import { LoadMore } from '../../../ui/list/load-more.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { PageSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './dashboard.module.css';
import { minutesText } from './figures-text.ts';

export type BehindPanelProps = { title: string; period: PeriodChoice; filter: BehindFilter; onClose: () => void };

/** The attendances behind a figure, each with the way to its conversation. */
export function BehindPanel({ title, period, filter, onClose }: BehindPanelProps) {
  const list = useBehind(period, filter);
  const save = () =>
    fetchAttendances(period, filter).then(
      (file) => saveFile(file, 'atendimentos.csv'),
      (error: unknown) => notifyError(error),
    );
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={list.count === undefined ? title : `${title} (${formatNumber(list.count)})`}
      foot={
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => void save()}>
          {t('Baixar planilha (.csv)')}
        </Button>
      }
    >
      {list.error != null && (
        <ErrorState title={t('Não foi possível carregar a lista de registros')} text={errorText(list.error)} onRetry={list.retry} />
      )}
      {!list.rows && list.error == null && <PageSkeleton label={t('Carregando a lista')} />}
      {list.rows?.length === 0 && <EmptyState title={t('Nenhum atendimento neste período')} />}
      <ul className={css.list}>
        {list.rows?.map((row) => (
          <li key={row.id}>
            <span className={css.row}>
              {row.ticket ? (
                <Link to={`/tickets/${row.ticket.uuid}`}>
                  {row.contact.name} · {t('nº {{n}}', { n: row.ticket.number })}
                </Link>
              ) : (
                <span>{row.contact.name}</span>
              )}
              <span className={css.small}>{formatDateTime(timeOf(row, filter.of))}</span>
            </span>
            <span className={`${css.small} ${css.took}`}>
              <span>{[row.queue?.name ?? t('Sem fila'), row.user?.name, row.whatsapp?.name].filter(Boolean).join(' · ')}</span>
              <b>{durationOf(row, filter.of)}</b>
            </span>
          </li>
        ))}
      </ul>
      <LoadMore list={list} variant="subtle" />
    </SidePanel>
  );
}

/** The one by which the list is ordered. */
function timeOf({ queuedAt, finishedAt }: AttendanceView, of: BehindFilter['of']): string {
  return of === 'finished' || of === 'supported' ? (finishedAt ?? queuedAt) : queuedAt;
}

/** How long it took, where the figure is how long they took. */
function durationOf({ queuedAt, startedAt, finishedAt }: AttendanceView, of: BehindFilter['of']): string | null {
  const [from, until] = of === 'accepted' ? [queuedAt, startedAt] : of === 'supported' ? [startedAt, finishedAt] : [null, null];
  return from && until && minutesText((Date.parse(until) - Date.parse(from)) / 60_000);
}
