import type { RatedView } from '@balcao/contract/dashboard';
import { Link } from 'react-router';
import { formatDateTime, formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { LoadMore } from '../../../ui/list/load-more.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import css from './dashboard.module.css';

export type RatingsProps = { rows: readonly RatedView[] } & Pick<
  InfiniteRows<RatedView>,
  'count' | 'hasMore' | 'loadingMore' | 'loadMore' | 'moreError' | 'retryMore'
>;

/** Each rating with what the customer wrote beside the number. */
export function Ratings(list: RatingsProps) {
  const { rows, count } = list;
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
            {row.written.length > 0 && <blockquote className={css.quote}>{row.written.join('\n')}</blockquote>}
          </li>
        ))}
      </ul>
      <LoadMore list={list} variant="subtle" />
    </Card>
  );
}
