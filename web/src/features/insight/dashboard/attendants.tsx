import type { Attendant } from '@balcao/contract/dashboard';
import type { BehindFilter } from '../../../data/dashboard/keys.ts';
import { formatDateTime, formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import { Opener } from './charts.tsx';
import css from './dashboard.module.css';
import { minutesText, ratingText } from './figures-text.ts';

/** Who answers, how it was rated and how long it took, and who is there now. */
export function Attendants({ attendants, onBehind }: { attendants: readonly Attendant[]; onBehind: (filter: BehindFilter) => void }) {
  const online = attendants.filter((one) => one.online).length;
  return (
    <Card
      title={t('Atendentes')}
      aside={<span className={css.small}>{t('{{n}} de {{all}} online', { n: online, all: attendants.length })}</span>}
      padded={false}
    >
      <ScrollRegion className={css.scroll} label={t('Atendentes')}>
        <table className={css.table} aria-label={t('Atendentes')}>
          <thead>
            <tr>
              <th scope="col">{t('Nome')}</th>
              <th scope="col">{t('Avaliação (0 a 3)')}</th>
              <th scope="col" data-end>
                {t('T.M. de Atendimento')}
              </th>
              <th scope="col" data-end>
                {t('Em conversa')}
              </th>
              <th scope="col" data-end>
                {t('Finalizados')}
              </th>
              <th scope="col">{t('Status atual')}</th>
            </tr>
          </thead>
          <tbody>
            {attendants.map((one) => {
              const rating = one.ratings > 0 ? ratingText(one.rating) : '–';
              return (
                <tr key={one.id}>
                  <th scope="row">
                    <TwoLines before={<Avatar name={one.name} size="sm" />} first={one.name} second={one.queues.join(', ')} />
                  </th>
                  <td>
                    <span className={css.rate}>
                      <span
                        className={css.meter}
                        role="meter"
                        aria-valuemin={0}
                        aria-valuemax={3}
                        aria-valuenow={one.rating}
                        aria-valuetext={rating}
                        aria-label={t('Avaliação de {{name}}', { name: one.name })}
                      >
                        <i style={{ width: `${(one.rating / 3) * 100}%` }} />
                      </span>
                      {rating}
                    </span>
                  </td>
                  <td data-end>{minutesText(one.avgSupportTime)}</td>
                  <td data-end>{formatNumber(one.happening)}</td>
                  <td data-end>
                    <Opener
                      name={t('Finalizados de {{name}}', { name: one.name })}
                      value={one.tickets}
                      onOpen={() => onBehind({ of: 'finished', userId: one.id })}
                    />
                  </td>
                  <td>
                    <span className={css.state}>
                      <span className={css.dot} data-on={one.online || undefined} aria-hidden />
                      {stateOf(one)}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function stateOf({ online, lastSeenAt }: Pick<Attendant, 'online' | 'lastSeenAt'>): string {
  if (online) return t('Online');
  return lastSeenAt ? t('Offline desde {{at}}', { at: formatDateTime(lastSeenAt) }) : t('Offline');
}
