import type { RatedView, TimesRow, timesBy } from '@balcao/contract/dashboard';
import { Button, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import type { BehindFilter } from '../../../data/dashboard/keys.ts';
import { formatDateTime, formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { Card } from '../../../ui/page/page-header.tsx';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import { Opener } from './charts.tsx';
import css from './dashboard.module.css';
import { minutesText } from './figures-text.ts';

type By = (typeof timesBy)[number];

export type TimesProps = { rows: readonly TimesRow[]; by: By; onBy: (by: By) => void; onBehind: (filter: BehindFilter) => void };

/** Median and 90th percentile of first response and resolution. */
export function Times({ rows, by, onBy, onBehind }: TimesProps) {
  const names: Record<By, string> = {
    company: t('Todos'),
    queue: t('Fila'),
    tag: t('Tag'),
    connection: t('Conexão'),
    user: t('Atendente'),
  };
  return (
    <Card
      title={t('Tempo de resposta e de solução')}
      aside={
        <SegmentedControl
          size="xs"
          withItemsBorders={false}
          aria-label={t('Agrupar por')}
          value={by}
          onChange={(chosen) => onBy(chosen as By)}
          data={Object.entries(names).map(([value, label]) => ({ value, label }))}
        />
      }
      padded={false}
    >
      <ScrollRegion className={css.scroll} label={t('Tempo de resposta e de solução')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{names[by]}</th>
              <th scope="col" data-end>
                {t('Finalizados')}
              </th>
              <th scope="col" data-end>
                {t('1ª resposta (mediana)')}
              </th>
              <th scope="col" data-end>
                {t('1ª resposta (90%)')}
              </th>
              <th scope="col" data-end>
                {t('Solução (mediana)')}
              </th>
              <th scope="col" data-end>
                {t('Solução (90%)')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id ?? 0}>
                <th scope="row">{row.name ?? (by === 'company' ? t('Todos') : t('Nenhum'))}</th>
                <td data-end>
                  <Opener
                    name={row.name ?? names[by]}
                    value={row.attendances}
                    onOpen={() => onBehind({ of: 'finished', ...(filters[by] && { [filters[by]]: row.id ?? 0 }) })}
                  />
                </td>
                <td data-end>{minutesText(row.firstResponse?.median ?? null)}</td>
                <td data-end>{minutesText(row.firstResponse?.p90 ?? null)}</td>
                <td data-end>{minutesText(row.resolution?.median ?? null)}</td>
                <td data-end>{minutesText(row.resolution?.p90 ?? null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

/** Which filter lists a row of each grouping. */
const filters: Record<By, 'queueId' | 'tagId' | 'whatsappId' | 'userId' | null> = {
  company: null,
  queue: 'queueId',
  tag: 'tagId',
  connection: 'whatsappId',
  user: 'userId',
};

/** When customers write: each hour of the week, the darker the more. */
export function Heat({
  cells,
  onBehind,
}: {
  cells: readonly { weekday: number; hour: number; total: number }[];
  onBehind: (filter: BehindFilter) => void;
}) {
  const days = [t('Seg'), t('Ter'), t('Qua'), t('Qui'), t('Sex'), t('Sáb'), t('Dom')];
  const most = Math.max(1, ...cells.map(({ total }) => total));
  const totals = new Map(cells.map(({ weekday, hour, total }) => [weekday * 24 + hour, total]));
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    <Card title={t('Atendimentos por hora da semana')}>
      <ScrollRegion className={css.scroll} label={t('Atendimentos por hora da semana')}>
        <table className={css.heat}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('Dia')}</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, i) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {hours.map((hour) => {
                  const total = totals.get((i + 1) * 24 + hour) ?? 0;
                  return (
                    <td key={hour} style={{ '--share': total / most } as React.CSSProperties}>
                      {total > 0 && (
                        <button type="button" onClick={() => onBehind({ of: 'queued', weekday: i + 1, hour })}>
                          {formatNumber(total)}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

export type RatingsProps = { rows: readonly RatedView[] } & Pick<InfiniteRows<RatedView>, 'count' | 'hasMore' | 'loadingMore' | 'loadMore'>;

/** Each rating with what the customer wrote beside the number. */
export function Ratings({ rows, count, hasMore, loadingMore, loadMore }: RatingsProps) {
  const names: Record<number, string> = { 1: t('Insatisfeito'), 2: t('Satisfeito'), 3: t('Muito Satisfeito') };
  return (
    <Card title={t('Avaliações dos clientes')} aside={<span className={css.small}>{formatNumber(count ?? rows.length)}</span>}>
      {rows.length === 0 && <p className={css.small}>{t('Nenhuma avaliação neste período.')}</p>}
      <ul className={css.list}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={css.row}>
              <b>
                {row.rate} · {names[row.rate]}
              </b>
              <span className={css.small}>{formatDateTime(row.at)}</span>
            </span>
            <span className={css.small}>
              {row.ticket ? <Link to={`/tickets/${row.ticket.uuid}`}>{row.contact.name}</Link> : row.contact.name}
              {row.user && ` · ${row.user.name}`}
            </span>
            {row.written.map((text) => (
              <blockquote key={text} className={css.quote}>
                {text}
              </blockquote>
            ))}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" loading={loadingMore} onClick={loadMore}>
          {t('Carregar mais')}
        </Button>
      )}
    </Card>
  );
}
