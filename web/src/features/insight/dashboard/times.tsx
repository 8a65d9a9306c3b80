import type { TimesRow, timesBy } from '@balcao/contract/dashboard';
import { SegmentedControl } from '@mantine/core';
import type { BehindFilter } from '../../../data/dashboard/keys.ts';
import { t } from '../../../platform/i18n.ts';
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
            {rows.length === 0 && (
              <tr>
                <td colSpan={6}>{t('Nenhum atendimento neste período')}</td>
              </tr>
            )}
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
